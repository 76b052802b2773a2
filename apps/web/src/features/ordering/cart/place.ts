import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { ApiError, call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { followTabs, isArray, isRecord, mirror, onCustomerLeft, onOtherTab, readJsonKey } from '#lib/storage.ts'
import { isSessionOver, userIdOf } from '#lib/tokens.ts'
import { markOrdered, useCart } from '#stores/cart.ts'
import { orderedLines } from './order-input.ts'
import type { Quote } from './readiness.ts'

export type OrderBody = WireInput<'place-order'>
export type Order = Extract<Output<'place-order'>, { success: true }>['data']

/**
 * The result of placing an order: an order, a new price to accept, an error from the server, no answer, an earlier
 * attempt that turned out to be an order, or a cart that another tab changed or ordered.
 */
export type Outcome =
  | { kind: 'placed'; order: Order }
  | { kind: 'price-changed'; quote: Quote }
  | { kind: 'refused'; error: ApiError }
  | PlacedBefore
  | { kind: 'unknown' | 'cart-changed' }

/**
 * The result of an earlier attempt that became an order. `isSameCart` says whether the cart still equals the cart that
 * was sent.
 */
type PlacedBefore = { kind: 'placed-before'; isSameCart: boolean }

/**
 * An attempt to order, stored until the server gives a final answer. The stored attempt contains an idempotency key and
 * fingerprints of carts, but neither items nor an address.
 */
type Try = {
  key: string
  /** The customer who made the attempt. */
  userId: number
  /**
   * Fingerprints of the carts that were sent with this idempotency key, the newest last; the server may have accepted
   * any of them as the order.
   */
  prints: string[]
  /** True if the attempt was sent and has no answer yet. */
  isOpen: boolean
}

/** Maximum number of stored fingerprints; beyond it, the oldest ones are dropped. */
const MAX_PRINTS = 20

const kept = mirror('checkoutKey')
/** The attempt to order, kept in memory if the browser refuses to store it. */
let inMemory: Try | undefined

const useTry = create<{ found: Try | undefined }>(() => ({ found: readTry() }))

onOtherTab(() => {
  if (kept.hasChanged()) useTry.setState({ found: readTry() })
})
onCustomerLeft((hasLoggedOut) => {
  if (hasLoggedOut) keep(undefined)
})

/** Returns whether this customer may have an order whose answer was lost. */
export function useOpenTry(customerId: number): boolean {
  return useTry(({ found }) => found?.isOpen === true && found.userId === customerId)
}

/**
 * Places the order exactly once, for any number of attempts and tabs. All attempts use one idempotency key until the
 * server gives a final answer, even if the cart changes. The server creates at most one order per idempotency key, so
 * the app learns the result of an attempt whose answer was lost before another order is created
 * (docs/reference/security.md#idempotency).
 */
export function placeOrder(body: OrderBody): Promise<Outcome> {
  return oneTabAtATime(async () => {
    followTabs()
    if (printOf(orderedLines(useCart.getState().lines)) !== printOf(body.order)) return { kind: 'cart-changed' }
    const before = keptTry()
    const idempotencyKey = beginTry(body, before)
    try {
      const answer = await call('place-order', body, { idempotencyKey })
      keep(undefined)
      if (!answer.success) return { kind: 'price-changed', quote: answer.quote }
      markOrdered()
      return { kind: 'placed', order: answer.data }
    } catch (error) {
      return outcomeOf(error, before)
    }
  })
}

/**
 * Asks the server about the attempt without an answer, by sending an empty cart with the attempt's idempotency key. If
 * an order exists for the idempotency key, the server refuses the reuse of the key; otherwise the server refuses the
 * empty cart. Sending an empty cart can never place an order.
 * @returns undefined if the result is still unknown
 */
export function askOfOpenTry(): Promise<PlacedBefore | { kind: 'not-placed' } | undefined> {
  return oneTabAtATime(async () => {
    const open = keptTry()
    if (!open?.isOpen) return undefined
    try {
      await call('place-order', { order: [], method: '', delivery_type: 1 }, { idempotencyKey: open.key })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') return settle(open)
      if (error.code !== 'CART_EMPTY') return undefined
      // The attempt without an answer may still reach the server later, so the next attempt uses the idempotency key of
      // this attempt.
      keep({ ...open, isOpen: false })
      return { kind: 'not-placed' }
    }
    return undefined
  })
}

/**
 * Continues after one of the earlier attempts turned out to be an order. Empties the stored cart unless the person has
 * changed the cart since that attempt.
 */
function settle(tries: Try | undefined): PlacedBefore {
  keep(undefined)
  const isSameCart = tries?.prints.includes(printOf(orderedLines(useCart.getState().lines))) === true
  if (isSameCart) markOrdered()
  return { kind: 'placed-before', isSameCart }
}

function outcomeOf(error: unknown, before: Try | undefined): Outcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unknown' }
  // A rate limit or a proxy refused the request before the server checked its idempotency key, so the refusal says
  // nothing about earlier attempts.
  if (before && (error.status === 408 || error.status === 429 || error.code === 'UNKNOWN')) {
    keep(before)
    return before.isOpen ? { kind: 'unknown' } : { kind: 'refused', error }
  }
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS' || isSessionOver(error.code)) return { kind: 'unknown' }
  // The server has an order for this idempotency key with another body, so an earlier attempt created the order.
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return settle(before)
  keep(undefined)
  if (error.code === 'PRICE_CHANGED' && isRecord(error.body) && isRecord(error.body.quote)) {
    // The answer with this error has the new quote, as the contract promises.
    return { kind: 'price-changed', quote: error.body.quote as Quote }
  }
  return { kind: 'refused', error }
}

function beginTry(body: OrderBody, before: Try | undefined): string {
  const key = before?.key ?? newKey()
  const prints = [...new Set(before?.prints).add(printOf(body.order))].slice(-MAX_PRINTS)
  keep({ key, userId: userIdOf('customer') ?? 0, prints, isOpen: true })
  return key
}

/** Returns the stored attempt if it belongs to the current customer. */
function keptTry(): Try | undefined {
  const found = readTry()
  return found?.userId === userIdOf('customer') ? found : undefined
}

function readTry(): Try | undefined {
  return readJsonKey('checkoutKey', isTry) ?? inMemory
}

function keep(next: Try | undefined): void {
  kept.write(next && JSON.stringify(next))
  inMemory = readJsonKey('checkoutKey', isTry) ? undefined : next
  useTry.setState({ found: next })
}

function isTry(value: unknown): value is Try {
  if (!isRecord(value)) return false
  const { key, userId, prints, isOpen } = value
  const isWhole = typeof key === 'string' && typeof userId === 'number' && typeof isOpen === 'boolean'
  return isWhole && isArray(prints) && prints.every((print) => typeof print === 'string')
}

/** Runs one order at a time across all tabs, so that the second tab sees the result of the first. */
function oneTabAtATime<Result>(act: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('place-order', act) : act()
}

/** Returns an FNV-1a hash of 53 bits. The hash distinguishes carts without revealing their contents. */
function printOf(order: OrderBody['order']): string {
  let print = 0xcbf29ce4n
  for (const letter of JSON.stringify(order))
    print = BigInt.asUintN(53, (print ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n)
  return print.toString(36)
}
