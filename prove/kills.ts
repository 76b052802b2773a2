import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Product, startProduct } from './product.ts'
import {
  type Basket,
  type Customer,
  findBaskets,
  findDifferences,
  killRepeatedly,
  liftLimits,
  newCustomer,
  post,
} from './shoppers.ts'

type Outcome = { key: string; number: string }

/**
 * Number of connections that place orders. With so few connections, the orders take long enough for all kills to happen
 * during them.
 */
const CONNECTIONS = 4
const CUSTOMERS = 12

/**
 * Kills the server or its database with -9 during orders, repeatedly. Each client keeps its idempotency key and repeats
 * the call until it has an answer. Returns problems unless every acknowledged order exists exactly once and the ledger
 * check passes.
 */
export async function proveKills({
  orders,
  kills,
  victim,
}: {
  orders: number
  kills: number
  victim: 'server' | 'database'
}): Promise<string[]> {
  const product = await startProduct()
  const client = await product.connect()
  try {
    await liftLimits(client)
    const customers: Customer[] = []
    for (let index = 0; index < CUSTOMERS; index++) customers.push(await newCustomer(product, client, index))
    const baskets = await findBaskets(client)
    const before = await countOrders(client)
    await client.end()

    const killing = killRepeatedly(product, { kills, victim })
    const outcomes = await placeAll(product, { orders, customers, baskets })
    await killing

    const after = await product.connect()
    const problems = await findProblems(after, { outcomes, orders, before })
    await after.end()
    return problems
  } finally {
    await product.stop()
  }
}

async function placeAll(
  { url }: Product,
  { orders, customers, baskets }: { orders: number; customers: Customer[]; baskets: Basket[] },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < orders) {
      const index = next++
      outcomes.push(
        await placeUntilAnswered(
          url,
          index,
          customers[index % customers.length]!,
          baskets[(index * 7) % baskets.length]!,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return outcomes
}

async function placeUntilAnswered(url: string, index: number, { token }: Customer, basket: Basket): Promise<Outcome> {
  const key = `prove-kill-${String(index).padStart(8, '0')}`
  const body = {
    token,
    order: [{ id: basket.itemId, restaurant_id: basket.storeId, quantity: basket.quantity }],
    method: 'COD',
    delivery_type: 1,
    partial_wallet: index % 3 === 0,
    location: null,
  }
  for (let tries = 0; tries < 400; tries++) {
    const answer = (await post(url, 'place-order', body, key).catch(() => undefined)) as
      | { success?: boolean; data?: { unique_order_id: string }; error?: { code: string } }
      | undefined
    if (answer?.success && answer.data) return { key, number: answer.data.unique_order_id }
    const code = answer?.error?.code
    if (code && !['TEMPORARILY_AWAY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL'].includes(code))
      throw new Error(`order ${index} was refused: ${code}`)
    await sleep(100)
  }
  throw new Error(`order ${index} never had an answer`)
}

async function countOrders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders')
  return rows[0]!.n
}

async function findProblems(
  client: pg.Client,
  { outcomes, orders, before }: { outcomes: Outcome[]; orders: number; before: number },
): Promise<string[]> {
  const problems: string[] = []
  const numbers = new Set(outcomes.map(({ number }) => number))
  if (numbers.size !== orders) problems.push(`${orders} keys were answered with ${numbers.size} orders`)
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from orders where unique_order_id = any ($1)',
    [[...numbers]],
  )
  if (rows[0]!.n !== numbers.size) problems.push(`${numbers.size - rows[0]!.n} acknowledged orders are gone`)
  const extra = (await countOrders(client)) - before - orders
  if (extra !== 0) problems.push(`${extra} orders more than were asked for`)
  return [...problems, ...(await findDifferences(client))]
}
