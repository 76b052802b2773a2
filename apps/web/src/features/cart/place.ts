import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { ApiError, call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { isRecord, readJsonKey, removeKey, writeKey } from '#lib/storage.ts'
import type { Quote } from './readiness.ts'

export type OrderBody = WireInput<'place-order'>
export type Order = Extract<Output<'place-order'>, { success: true }>['data']

/** How placing ended: an order, a new price to agree to, a refusal with its words, or no answer at all. */
export type Outcome =
  | { kind: 'placed'; order: Order }
  | { kind: 'price-changed'; quote: Quote }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'unknown' }

/**
 * Places the order once, however often it is tried: the key of an attempt is kept beside the cart and used again until
 * there is a final answer; another body is another intention and takes a new key (security document §7).
 */
export async function placeOrder(body: OrderBody): Promise<Outcome> {
  const idempotencyKey = keyFor(body)
  try {
    const answer = await call('place-order', body, { idempotencyKey })
    forgetKey()
    return answer.success ? { kind: 'placed', order: answer.data } : { kind: 'price-changed', quote: answer.quote }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unknown' }
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return { kind: 'unknown' }
  forgetKey()
  if (error.code === 'PRICE_CHANGED' && isRecord(error.body) && isRecord(error.body.quote)) {
    // The contract's answer for this code carries the new quote.
    return { kind: 'price-changed', quote: error.body.quote as Quote }
  }
  return { kind: 'refused', error }
}

function keyFor(body: OrderBody): string {
  const print = JSON.stringify(body)
  const kept = readJsonKey('checkoutKey', isRecord)
  if (typeof kept?.key === 'string' && kept.print === print) return kept.key
  const key = newKey()
  writeKey('checkoutKey', JSON.stringify({ key, print }))
  return key
}

function forgetKey(): void {
  removeKey('checkoutKey')
}
