import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { ApiError, call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { followTabs, isRecord, mirror, onOtherTab, readJsonKey } from '#lib/storage.ts'
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
  /** Print of the lines that were sent. */
  print: string
  /** Sent, and not answered. */
  isOpen: boolean
}

const kept = mirror('checkoutKey')
/** The try where the browser's storage refuses to keep it. */
let inMemory: Try | undefined

/** Whether an order may be under way of which the answer was lost. */
export const useOpenTry = create<{ isOpen: boolean }>(() => ({ isOpen: isTryOpen() }))

onOtherTab(() => {
  if (kept.hasChanged()) useOpenTry.setState({ isOpen: isTryOpen() })
})

/**
 * Places the order once, however often and in however many tabs it is tried. The key of a try is used again until there
 * is a final answer, whatever the cart has become: the server makes at most one order of a key, so an earlier try whose
 * answer was lost is settled before another order stands (security document §7).
 */
export function placeOrder(body: OrderBody): Promise<Outcome> {
  return oneTabAtATime(async () => {
    followTabs()
    if (printOf(orderedLines(useCart.getState().lines)) !== printOf(body.order)) return { kind: 'cart-changed' }
    const isSecondTry = isTryOpen()
    const idempotencyKey = beginTry(body)
    try {
      const answer = await call('place-order', body, { idempotencyKey })
      keep(undefined)
      if (!answer.success) return { kind: 'price-changed', quote: answer.quote }
      markOrdered()
      return { kind: 'placed', order: answer.data }
    } catch (error) {
      return outcomeOf(error, isSecondTry)
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

/** The try is an order. The cart is done with, unless it was changed since. */
function settle(before: Try | undefined): PlacedBefore {
  keep(undefined)
  const isSameCart = printOf(orderedLines(useCart.getState().lines)) === before?.print
  if (isSameCart) markOrdered()
  return { kind: 'placed-before', isSameCart }
}

function outcomeOf(error: unknown, isSecondTry: boolean): Outcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unknown' }
  // A limit or a proxy turned this away before the server looked at the key, so it says nothing about an earlier try.
  if (isSecondTry && (error.status === 408 || error.status === 429 || error.code === 'UNKNOWN'))
    return { kind: 'unknown' }
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS' || isSessionOver(error.code)) return { kind: 'unknown' }
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return settle(keptTry())
  keep(undefined)
  if (error.code === 'PRICE_CHANGED' && isRecord(error.body) && isRecord(error.body.quote)) {
    // The contract's answer for this code carries the new quote.
    return { kind: 'price-changed', quote: error.body.quote as Quote }
  }
  return { kind: 'refused', error }
}

function beginTry(body: OrderBody): string {
  const before = keptTry()
  const key = before?.key ?? newKey()
  const print = before?.isOpen ? before.print : printOf(body.order)
  keep({ key, userId: userIdOf('customer') ?? 0, print, isOpen: true })
  return key
}

/** The present customer's own. */
function keptTry(): Try | undefined {
  const found = readJsonKey('checkoutKey', isTry) ?? inMemory
  return found?.userId === userIdOf('customer') ? found : undefined
}

function isTryOpen(): boolean {
  return keptTry()?.isOpen === true
}

function keep(next: Try | undefined): void {
  kept.write(next && JSON.stringify(next))
  inMemory = readJsonKey('checkoutKey', isTry) ? undefined : next
  useOpenTry.setState({ isOpen: next?.isOpen === true })
}

function isTry(value: unknown): value is Try {
  return isRecord(value) && typeof value.key === 'string' && typeof value.print === 'string'
}

/** Two tabs that order in the same moment wait for each other; the second one then sees what the first has done. */
function oneTabAtATime<Result>(act: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('place-order', act) : act()
}

/** FNV-1a of 53 bits: tells carts apart and leads back to none. */
function printOf(order: OrderBody['order']): string {
  let print = 0xcbf29ce4n
  for (const letter of JSON.stringify(order))
    print = BigInt.asUintN(53, (print ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n)
  return print.toString(36)
}
