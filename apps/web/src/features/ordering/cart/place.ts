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
 * How placing ended: an order, a new price to agree to, a refusal with its words, no answer at all, an earlier try that
 * turned out to be an order, or a cart that another tab has changed or ordered meanwhile.
 */
export type Outcome =
  | { kind: 'placed'; order: Order }
  | { kind: 'price-changed'; quote: Quote }
  | { kind: 'refused'; error: ApiError }
  | PlacedBefore
  | { kind: 'unknown' | 'cart-changed' }

/** An earlier try is an order; whether the cart is still the one that was sent. */
type PlacedBefore = { kind: 'placed-before'; isSameCart: boolean }

/**
 * A try to order, kept until the server says what became of it. It holds a key and prints, never what was ordered or
 * where it goes.
 */
type Try = {
  key: string
  /** Whose try it is. */
  userId: number
  /** Prints of the lines that were sent under the key, the newest last. Any of them may be the order. */
  prints: string[]
  /** Sent, and not answered. */
  isOpen: boolean
}

/** Older prints are forgotten first. */
const MAX_PRINTS = 20

const kept = mirror('checkoutKey')
/** The try where the browser's storage refuses to keep it. */
let inMemory: Try | undefined

const useTry = create<{ found: Try | undefined }>(() => ({ found: readTry() }))

onOtherTab(() => {
  if (kept.hasChanged()) useTry.setState({ found: readTry() })
})
onCustomerLeft((hasLoggedOut) => {
  if (hasLoggedOut) keep(undefined)
})

/** Returns whether an order of this customer may be under way of which the answer was lost. */
export function useOpenTry(customerId: number): boolean {
  return useTry(({ found }) => found?.isOpen === true && found.userId === customerId)
}

/**
 * Places the order once, however often and in however many tabs it is tried. The key of a try is used again until there
 * is a final answer, whatever the cart has become: the server makes at most one order of a key, so an earlier try whose
 * answer was lost is settled before another order stands (docs/reference/security.md#idempotency).
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
 * Asks what became of the open try, by its key and an order of nothing: the server refuses that for the key if an order
 * stands under it, and for the empty cart if none does. Nothing can be placed by asking.
 * @returns undefined while it cannot be known
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
      // The try may still be on its way: the next one goes by the same key.
      keep({ ...open, isOpen: false })
      return { kind: 'not-placed' }
    }
    return undefined
  })
}

/** One of these tries is an order. The cart is done with, unless it was changed since. */
function settle(tries: Try | undefined): PlacedBefore {
  keep(undefined)
  const isSameCart = tries?.prints.includes(printOf(orderedLines(useCart.getState().lines))) === true
  if (isSameCart) markOrdered()
  return { kind: 'placed-before', isSameCart }
}

function outcomeOf(error: unknown, before: Try | undefined): Outcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unknown' }
  // A limit or a proxy turned this away before the server looked at the key, so it says nothing about an earlier try.
  if (before && (error.status === 408 || error.status === 429 || error.code === 'UNKNOWN')) {
    keep(before)
    return before.isOpen ? { kind: 'unknown' } : { kind: 'refused', error }
  }
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS' || isSessionOver(error.code)) return { kind: 'unknown' }
  // The order that stands is not this body, so it is one of the earlier ones.
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return settle(before)
  keep(undefined)
  if (error.code === 'PRICE_CHANGED' && isRecord(error.body) && isRecord(error.body.quote)) {
    // The contract's answer for this code carries the new quote.
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

/** The present customer's own. */
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

/** Two tabs that order in the same moment wait for each other; the second one then sees what the first has done. */
function oneTabAtATime<Result>(act: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('place-order', act) : act()
}

/** FNV-1a of 53 bits: distinguishes carts without revealing their content. */
function printOf(order: OrderBody['order']): string {
  let print = 0xcbf29ce4n
  for (const letter of JSON.stringify(order))
    print = BigInt.asUintN(53, (print ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n)
  return print.toString(36)
}
