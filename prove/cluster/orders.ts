import { setTimeout as sleep } from 'node:timers/promises'
import type { Basket, Customer } from '../shoppers.ts'

const AGAIN_AFTER_MS = 100
const ANSWERED_WITHIN_MS = 60_000
const CALL_TIMEOUT_MS = 10_000
/** The error codes after which a client repeats its call with the same key. */
const passing = ['TEMPORARILY_AWAY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL']

/** An order that was answered. The times of an order come from `performance.now()`. */
type Placed = { number: string; sentAt: number; answeredAt: number; tries: number }

export type Orders = {
  placed: Placed[]
  /** The orders that were refused or got no answer within a minute. */
  lost: string[]
  /** The reasons for which calls failed, each with the number of these calls. The client repeated each failed call. */
  failures: Map<string, number>
  /** Stops sending orders and waits for the last answers. */
  stop: () => Promise<void>
}

/**
 * Places orders at a constant rate; customers pay one in three from the wallet. The client repeats each call with its
 * idempotency key until the server answers it.
 */
export function placeOrders(
  url: string,
  { customers, baskets, perMinute }: { customers: readonly Customer[]; baskets: readonly Basket[]; perMinute: number },
): Orders {
  const placed: Placed[] = []
  const lost: string[] = []
  const failures = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const run = Date.now().toString(36)
  let count = 0
  const place = async (index: number): Promise<void> => {
    const basket = baskets[(index * 7) % baskets.length]!
    const body = {
      token: customers[index % customers.length]!.token,
      order: [{ id: basket.itemId, restaurant_id: basket.storeId, quantity: basket.quantity }],
      method: index % 3 === 0 ? 'WALLET' : 'COD',
      delivery_type: 1,
      partial_wallet: false,
      location: null,
    }
    const sentAt = performance.now()
    for (let tries = 1; performance.now() - sentAt < ANSWERED_WITHIN_MS; tries++) {
      const answer = await placeOnce(url, body, `prove-cluster-${run}-${String(index).padStart(8, '0')}`)
      if ('number' in answer) {
        placed.push({ number: answer.number, sentAt, answeredAt: performance.now(), tries })
        return
      }
      failures.set(answer.failure, (failures.get(answer.failure) ?? 0) + 1)
      if (answer.isFinal) return void lost.push(`order ${index} was refused: ${answer.failure}`)
      await sleep(AGAIN_AFTER_MS)
    }
    lost.push(`order ${index} never had an answer`)
  }
  const timer = setInterval(() => {
    const one = place(count++).finally(() => running.delete(one))
    running.add(one)
  }, 60_000 / perMinute)
  return {
    placed,
    lost,
    failures,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

type Answer = { number: string } | { failure: string; isFinal: boolean }

async function placeOnce(url: string, body: object, key: string): Promise<Answer> {
  try {
    const response = await fetch(`${url}/public/api/place-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const text = await response.text()
    if (!text.startsWith('{')) return { failure: `status ${response.status} of the proxy`, isFinal: false }
    const answer = JSON.parse(text) as { data?: { unique_order_id?: string }; error?: { code: string } }
    if (answer.data?.unique_order_id) return { number: answer.data.unique_order_id }
    const code = answer.error?.code ?? `status ${response.status}`
    return { failure: code, isFinal: !passing.includes(code) }
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    return { failure: cause?.code ?? name, isFinal: false }
  }
}
