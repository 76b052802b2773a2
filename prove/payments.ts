import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type ProviderName, providerNames, providers } from '../packages/contract/src/payments/providers.ts'
import { simulateAll, simulatedKeys, simulatedUrls, simulations } from '../packages/simulators/src/payments/all.ts'
import { type Simulator, startSimulator } from '../packages/simulators/src/payments/server.ts'
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

const CONNECTIONS = 6
const CUSTOMERS = 20
const SETTLED_WITHIN_MS = 120_000
type Currency = (typeof simulations)[ProviderName]['currency']
type BasketsOf = Record<Currency, Basket[]>

/** A payment attempt, and whether the provider took the money, which the product has to find out. */
type Tried = { orderNumber: string; reference: string; isPaid: boolean }

/**
 * Orders and pays through all simulated providers, each in its currency, while server and database are killed with -9.
 * At the same time, answers of providers are lost, webhook events come twice, late or never, and some payers do not
 * return. In the end, each amount that a provider took must have paid its order once or be refunded, nothing else may
 * be paid, and the ledger check must pass.
 */
export async function provePayments({ payments, kills }: { payments: number; kills: number }): Promise<string[]> {
  const simulator = await startSimulator(simulateAll())
  const product = await startProduct({
    PAYMENTS_SIMULATOR: 'off',
    ...simulatedUrls(simulator.url),
  })
  try {
    const client = await product.connect()
    await liftLimits(client)
    await setKeys(client)
    const customers: Customer[] = []
    for (let index = 0; index < CUSTOMERS; index++) customers.push(await newCustomer(product, client, index))
    const baskets = await spreadOver(client, await findBaskets(client))
    await client.end()

    const killing = killRepeatedly(product, { kills, victim: 'both', apartMs: (payments * 25) / Math.max(1, kills) })
    const tried = await payAll(product, simulator, { payments, customers, baskets })
    await killing

    const after = await product.connect()
    const problems = await settle(after, tried)
    problems.push(...(await findProblems(after, tried)), ...(await findDifferences(after)))
    await after.end()
    const paid = tried.filter(({ isPaid }) => isPaid).length
    console.log(`  ${tried.length} attempts, ${paid} taken by the provider, ${kills} kills`)
    return problems
  } finally {
    await product.stop()
    await simulator.close()
  }
}

async function setKeys(client: pg.Client): Promise<void> {
  for (const [key, value] of Object.entries(simulatedKeys))
    await client.query(
      'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, value],
    )
  await sleep(500) // Gives the webhook event time to arrive.
}

/** Assigns each currency that no store of the demo has to one store; the other stores sell in rupees. */
async function spreadOver(client: pg.Client, baskets: readonly Basket[]): Promise<BasketsOf> {
  const shops = [...new Set(baskets.map(({ storeId }) => storeId))]
  const currencies = [...new Set<string>(Object.values(simulations).map(({ currency }) => currency))]
  const abroad = new Map(currencies.filter((currency) => currency !== 'INR').map((one, index) => [shops[index]!, one]))
  for (const [id, currency] of abroad)
    await client.query('update stores set currency = $1 where id = $2', [currency, id])
  return Object.groupBy(baskets, ({ storeId }) => abroad.get(storeId) ?? 'INR') as BasketsOf
}

type Town = { payments: number; customers: Customer[]; baskets: BasketsOf }

async function payAll(
  product: Product,
  simulator: Simulator,
  { payments, customers, baskets }: Town,
): Promise<Tried[]> {
  const tried: Tried[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < payments) {
      const index = next++
      const customer = customers[index % customers.length]!
      const provider = providerNames[index % providerNames.length]!
      const choice = baskets[simulations[provider].currency]
      const basket = choice[(index * 7) % choice.length]!
      tried.push(...(await payOne(product, simulator, { index, customer, basket, provider })))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return tried
}

type Purchase = { index: number; customer: Customer; basket: Basket; provider: ProviderName }

async function payOne(product: Product, simulator: Simulator, purchase: Purchase): Promise<Tried[]> {
  const { provider } = purchase
  const { target } = simulations[provider]
  const { token } = purchase.customer
  const order = await placeUntilAnswered(product.url, purchase)
  if (chance(0.1)) simulator.failNext(provider, 'open', chance(0.5) ? 'lost-answer' : 'error')
  const reference = await startUntilAnswered(product.url, { token, orderId: order.id, provider })
  if (chance(0.08)) return [{ orderNumber: order.unique_order_id, reference, isPaid: false }]
  if (chance(0.1)) await simulator.act(provider, 'decline', { [target]: reference }).catch(() => {})
  const isPaid = await simulator.act(provider, 'pay', { [target]: reference }).then(
    () => true,
    () => false, // The simulator refuses to pay an attempt that it has finally declined.
  )
  await tellOfIt(product.url, simulator, { provider, reference })
  return [{ orderNumber: order.unique_order_id, reference, isPaid }]
}

/**
 * Sends webhook events about a payment and the payer's return in parallel, each of them not at all, once or several
 * times. Requests to a killed server are lost.
 */
async function tellOfIt(
  url: string,
  simulator: Simulator,
  { provider, reference }: { provider: ProviderName; reference: string },
): Promise<void> {
  const base = `${url}/public/api/payment/${provider}`
  const webhookEvents = simulations[provider].events !== 'none' ? Math.floor(Math.random() * 3) : 0
  const returns = Math.floor(Math.random() * 3)
  await Promise.all([
    ...(webhookEvents > 0 ? [simulator.act(provider, 'deliver', { to: `${base}/webhook`, times: webhookEvents })] : []),
    ...Array.from({ length: returns }, () =>
      fetch(`${base}/return?a=${reference}`, { redirect: 'manual', signal: AbortSignal.timeout(15_000) }).catch(
        () => {},
      ),
    ),
  ])
}

const chance = (share: number): boolean => Math.random() < share

type Answer = { success?: boolean; error?: { code: string } }

/** Repeats a request with the same key until its answer is not a temporary failure. */
async function untilAnswered<Result extends Answer>(
  what: string,
  send: () => Promise<unknown>,
  isFinal: (code: string) => boolean = () => true,
): Promise<Result> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = (await send().catch(() => undefined)) as Result | undefined
    const code = answer?.error?.code
    if (answer?.success) return answer
    if (code && !passing.has(code) && isFinal(code)) throw new Error(`${what} was refused: ${code}`)
    await sleep(100)
  }
  throw new Error(`${what} never had an answer`)
}

const passing = new Set(['TEMPORARILY_AWAY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL', 'PROVIDER_AWAY'])

async function placeUntilAnswered(
  url: string,
  { index, customer, basket, provider }: Purchase,
): Promise<{ id: number; unique_order_id: string }> {
  const body = {
    token: customer.token,
    order: [{ id: basket.itemId, restaurant_id: basket.storeId, quantity: basket.quantity }],
    method: providers[provider].method,
    delivery_type: 1,
    location: null,
  }
  const key = `prove-pay-${String(index).padStart(8, '0')}`
  type Placed = Answer & { data: { id: number; unique_order_id: string } }
  return (await untilAnswered<Placed>(`order ${index}`, () => post(url, 'place-order', body, key))).data
}

async function startUntilAnswered(
  url: string,
  { token, orderId, provider }: { token: string; orderId: number; provider: ProviderName },
): Promise<string> {
  const body = { token, order_id: orderId, gateway: providers[provider].method }
  type Started = Answer & { reference: string }
  return (await untilAnswered<Started>(`payment of order ${orderId}`, () => post(url, 'payment/start', body))).reference
}

/**
 * Makes all pending queries of payment statuses due until the product knows every amount that was taken, and every
 * refund is done.
 */
async function settle(client: pg.Client, tried: readonly Tried[]): Promise<string[]> {
  const taken = tried.filter(({ isPaid }) => isPaid).map(({ reference }) => reference)
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { rows } = await client.query<{ unknown: number; refunding: number }>(
      `select (select count(*)::int from payment_attempts where reference = any ($1) and status <> 'paid') as unknown,
              (select count(*)::int from refunds where status = 'pending') as refunding`,
      [taken],
    )
    const { unknown, refunding } = rows[0]!
    if (unknown === 0 && refunding === 0) return []
    if (performance.now() > deadline) return [`${unknown} payments were not found, ${refunding} refunds not done`]
    await client.query(
      `update graphile_worker._private_jobs set run_at = now(), attempts = 0 where run_at > now() and locked_at is null`,
    )
    await sleep(1000)
  }
}

async function findProblems(client: pg.Client, tried: readonly Tried[]): Promise<string[]> {
  const { rows } = await client.query<{ reference: string; status: number; number: string; uses: string[] }>(
    `select a.reference, o.status, o.unique_order_id as number,
            array(select p.use from payments p where p.attempt_id = a.id order by p.id) as uses
       from payment_attempts a join orders o on o.id = a.order_id where a.reference = any ($1)`,
    [tried.map(({ reference }) => reference)],
  )
  const found = new Map(rows.map((row) => [row.reference, row]))
  return tried.flatMap(({ reference, isPaid, orderNumber }) => {
    const row = found.get(reference)
    if (!row || row.number !== orderNumber) return [`attempt ${reference} is not with its order`]
    const isOrderPaid = row.status !== 8 && row.status !== 9
    const wanted = isPaid ? ['order'] : []
    const isRight = isOrderPaid === isPaid && String(row.uses) === String(wanted)
    return isRight
      ? []
      : [`order ${orderNumber}: taken ${isPaid}, status ${row.status}, kept as ${row.uses.join() || 'nothing'}`]
  })
}
