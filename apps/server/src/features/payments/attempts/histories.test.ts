import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { expireUnpaidOrders } from '#features/ordering/orders/scheduler.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { simulatedProviders, useTill } from '#test/payments.ts'
import { listJobs } from '#test/run-jobs.ts'
import { fundWallet } from '#test/wallet.ts'
import { jobs } from './jobs.ts'

const test = useTestApp({ isNoted: false })
const till = useTill(test)
const RUNS = Number(process.env.PROOF_RUNS ?? 12)
const ORDERS = 2
const FUNDED_MINOR = 10_000n
/** Maximum number of rounds in which every query and refund of a history must finish. */
const MAX_TURNS = 15

type Provider = (typeof simulatedProviders)[number]
const currencies = ['INR', 'PHP', 'BRL', 'NPR'] as const
type Start = { currency: (typeof currencies)[number]; usesWallet: boolean }
/** `pick` chooses among the providers, attempts or webhook events that exist when the step runs. */
type Step =
  | { do: 'open' | 'pay' | 'decline' | 'return' | 'check'; order: number; pick: number }
  | { do: 'notice'; pick: number; times: number }
  | { do: 'forge'; pick: number }
  | { do: 'ask' | 'repeat-jobs' }
  | { do: 'expire' | 'cancel'; order: number }
  | {
      do: 'trouble'
      pick: number
      at: 'open' | 'find' | 'refund' | 'findRefund'
      fault: 'error' | 'lost-answer' | 'lost-request'
    }
  | { do: 'cut'; afterWrites: number }

const order = fc.nat({ max: ORDERS - 1 })
const pick = fc.nat({ max: 20 })
const ofOrder = (...names: ('open' | 'pay' | 'decline' | 'return' | 'check')[]) =>
  fc.record({ do: fc.constantFrom(...names), order, pick })
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: ofOrder('open') },
  { weight: 8, arbitrary: ofOrder('pay') },
  { weight: 2, arbitrary: ofOrder('decline') },
  { weight: 5, arbitrary: ofOrder('return', 'check') },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant('notice' as const), pick, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forge' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'repeat-jobs' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'cancel' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trouble' as const),
      pick,
      at: fc.constantFrom('open' as const, 'find' as const, 'refund' as const, 'findRefund' as const),
      fault: fc.constantFrom('error' as const, 'lost-answer' as const, 'lost-request' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('cut' as const), afterWrites: fc.integer({ min: 1, max: 12 }) }),
  },
)
/** The steps of one batch run in parallel. */
const batches = fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 18 })
const starts = fc.record<Start>({ currency: fc.constantFrom('INR', ...currencies), usesWallet: fc.boolean() })

/** The webhook events of all providers, which the test forwards at any time and any number of times. */
type Letter = { provider: Provider['name']; search: string; headers: Record<string, string>; body: string }
let letters: Letter[] = []
let closeOffice: () => void

beforeAll(async () => {
  const office = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://office')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      letters.push({
        provider: pathname.slice(1) as Provider['name'],
        search,
        headers: headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(office.address() as AddressInfo).port}`
  for (const { name, events } of simulatedProviders)
    if (events !== 'none') await till.simulator.act(name, 'notify-at', { url: `${url}/${name}` })
  closeOffice = () => void office.close()
  await test.build.setting('limitPaymentsPerCustomer', '100000')
  await test.services.settings.reload()
  await asOwner(powerSwitch)
})
afterAll(() => closeOffice())

/** Simulates a power failure at every write that money depends on: the transaction is lost, as in a crash. */
const powerSwitch = `
  create sequence writes_left minvalue -1000000 increment 1;
  select setval('writes_left', 1);
  create function count_down() returns trigger language plpgsql security definer as $$
  begin
    if nextval('public.writes_left') = 0 then raise exception 'the power is cut' using errcode = '57P01'; end if;
    return new;
  end $$;
  ${['payment_attempts', 'payments', 'refunds', 'provider_events', 'orders', 'order_events', 'transfers', 'postings']
    .map(
      (table) =>
        `create trigger zz_power before insert or update on ${table} for each row execute function count_down();`,
    )
    .join('\n')}
  create trigger zz_power before insert on graphile_worker._private_jobs for each row execute function count_down();`

async function restorePower(): Promise<void> {
  const [row] = await asOwner<{ last_value: bigint }>('select last_value from writes_left')
  if (row!.last_value === 0n || row!.last_value > 1n) cuts += 1
  await asOwner(`select setval('writes_left', 1)`)
}

async function asOwner<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = await test.pool.connect()
  try {
    await client.query('set role none')
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.query('set role nukkad_app')
    client.release()
  }
}

type Attempt = { provider: Provider; reference: string; providerRef: string; taken: number; isOver: boolean }
type Known = Start & {
  id: number
  userId: number
  token: string
  payableMinor: bigint
  walletMinor: bigint
  attempts: Attempt[]
  hasExpired: boolean
}

it('[F-03] [F-04] [F-05] [F-06] [F-07] [F-08] [GAP-07] [GAP-79] any history of webhook events, returns, queries, trouble and crashes ends with an order paid once, or with all money refunded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(starts, { minLength: ORDERS, maxLength: ORDERS }), batches, live),
    // The test does not shrink a failed history, because the rows that it leaves would make every smaller history fail
    // too.
    { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
  )
  // Together the histories must have reached every end of an order and every reason for a refund.
  const reasons = await test.db.selectFrom('refunds').select('reason').distinct().orderBy('reason').execute()
  expect({ ends: [...seen].toSorted(), reasons: reasons.map(({ reason }) => reason) }).toEqual({
    ends: ['cancelled', 'paid', 'unpaid'],
    reasons: ['late', 'requested', 'second'],
  })
  expect(cuts).toBeGreaterThan(0)
}, 1_800_000)

/** The states in which orders ended, and the number of power failures. */
const seen = new Set<string>()
let cuts = 0

async function live(beginnings: readonly Start[], history: readonly Step[][]): Promise<void> {
  letters = []
  const orders: Known[] = []
  for (const start of beginnings) orders.push(await place(start))
  await Promise.all(orders.map((known) => open(known, 0)))
  for (const batch of history) await Promise.all(batch.map((step) => take(step, orders)))
  await restorePower()
  await settle(orders)
  till.simulator.mend()
  for (const known of orders) await expectOneEnd(known)
  // Lets the time to pay end: an order that is not paid by now stays unpaid, and its coupon, stock and wallet part are
  // released.
  for (const known of orders) await expire(known)
  await settle(orders)
  for (const known of orders) {
    await expectOneEnd(known)
    seen.add(await endOf(known))
  }
  expect(await checkLedger(test.db)).toEqual([])
  // Deletes the jobs of this history, so that they do not run in the next one.
  await asOwner('delete from graphile_worker._private_jobs')
}

async function place({ currency, usesWallet }: Start): Promise<Known> {
  const store = await test.build.store({ currency })
  const item = await test.build.item({ store_id: store.id, price_minor: 25_000n })
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: FUNDED_MINOR })
  const { method } = simulatedProviders.find((provider) => provider.currency === currency)!
  const cart = { order: [{ id: item.id, quantity: 1 }], method, delivery_type: 1 as const, partial_wallet: usesWallet }
  const placed = await test.call('place-order', cart, customer)
  if (!placed.body.success) throw new Error(`not placed: ${codeOf(placed)}`)
  const { id } = placed.body.data
  const row = await orderRow(id)
  return {
    currency,
    usesWallet,
    id,
    userId: customer.id,
    token: customer.token,
    payableMinor: row.payable_minor,
    walletMinor: row.wallet_own_minor,
    attempts: [],
    hasExpired: false,
  }
}

const orderRow = (id: number) =>
  test.db
    .selectFrom('orders')
    .select(['status', 'payable_minor', 'wallet_own_minor', 'paid_online_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

function take(step: Step, orders: readonly Known[]): Promise<unknown> {
  switch (step.do) {
    case 'open':
      return open(orders[step.order]!, step.pick)
    case 'pay':
    case 'decline':
      return atProvider(step.do, chosen(orders[step.order]!.attempts, step.pick))
    case 'return':
      return comeBack(chosen(orders[step.order]!.attempts, step.pick))
    case 'check':
      return check(orders[step.order]!, step.pick)
    case 'notice':
      return sendLetter(chosen(letters, step.pick), step.times)
    case 'forge':
      return forge(chosen(letters, step.pick))
    case 'ask':
      return till.hurry().then(till.runDue)
    case 'repeat-jobs':
      return repeatJobs()
    case 'expire':
      return expire(orders[step.order]!)
    case 'cancel':
      return test.call('cancel-order', { order_id: orders[step.order]!.id }, orders[step.order]!)
    case 'trouble':
      till.simulator.failNext(chosen(simulatedProviders, step.pick)!.name, step.at, step.fault)
      return Promise.resolve()
    case 'cut':
      return asOwner(`select setval('writes_left', ${-step.afterWrites})`)
  }
}

const chosen = <Thing>(among: readonly Thing[], index: number): Thing | undefined => among[index % among.length]

async function open(known: Known, index: number): Promise<void> {
  const provider = chosen(
    simulatedProviders.filter(({ currency }) => currency === known.currency),
    index,
  )!
  const { token } = known
  const { body } = await test.call('payment/start', { order_id: known.id, gateway: provider.method }, { token })
  if (!('reference' in body) || known.attempts.some(({ reference }) => reference === body.reference)) return
  const { provider_ref } = await test.db
    .selectFrom('payment_attempts')
    .select('provider_ref')
    .where('reference', '=', body.reference)
    .executeTakeFirstOrThrow()
  const attempt = { provider, reference: body.reference, providerRef: provider_ref!, taken: 0, isOver: false }
  known.attempts.push(attempt)
}

/**
 * Pays or declines at the provider; only Mercado Pago accepts two payments on one page, and the other providers refuse
 * the second.
 */
async function atProvider(action: 'pay' | 'decline', attempt: Attempt | undefined): Promise<void> {
  if (!attempt || attempt.isOver) return
  const { name, target } = attempt.provider
  if (action === 'pay') attempt.isOver = name !== 'mercado-pago'
  const done = await till.simulator.act(name, action, { [target]: attempt.reference }).then(
    () => true,
    () => false, // Paying fails if the page has expired.
  )
  if (action === 'pay' && done) attempt.taken += 1
}

async function comeBack(attempt: Attempt | undefined): Promise<void> {
  if (!attempt) return
  const claims = '&status=Completed&collection_status=approved&STATUS=TXN_SUCCESS&redirect_status=succeeded'
  const address = `${till.url}/public/api/payment/${attempt.provider.name}/return?a=${attempt.reference}${claims}`
  await fetch(address, { redirect: 'manual' })
}

async function check({ attempts, token }: Known, index: number): Promise<void> {
  const attempt = chosen(attempts, index)
  if (attempt) await test.call('payment/check', { reference: attempt.reference }, { token })
}

async function sendLetter(letter: Letter | undefined, times: number): Promise<void> {
  for (let time = 0; letter && time < times; time++) await post(letter)
}

async function post({ provider, search, headers, body }: Letter): Promise<number> {
  const url = `${till.url}/public/api/payment/${provider}/webhook${search}`
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Forges the newest webhook event, as an attacker would who knows everything except the secret. */
async function forge(letter: Letter | undefined): Promise<void> {
  if (!letter) return
  const to = `${till.url}/public/api/payment/${letter.provider}/webhook`
  expect(await till.simulator.act(letter.provider, 'deliver', { to, as: 'forged' })).toEqual([401])
}

/**
 * Simulates a worker that was considered dead but still runs: each waiting job runs twice in parallel outside the queue
 * as well.
 */
async function repeatJobs(): Promise<void> {
  const waiting = (await listJobs(test)).filter(({ key }) => key !== null && /^(ask|refund)-\d+$/.test(key))
  const again = waiting.flatMap(({ name, key }) => {
    const id = key!.replace(/^\D+/, '')
    const payload = name === 'ask-provider' ? { attemptId: id } : { refundId: id }
    return [1, 2].map(() => jobs.tasks[name]!(payload, test.services))
  })
  await Promise.allSettled(again)
}

/** Lets the order's time to pay end, and runs the scheduler. */
async function expire(known: Known): Promise<void> {
  known.hasExpired = true
  const placed_at = new Date(Date.now() - 3_600_000)
  // The simulated power failure may hit a write of the scheduler, which repeats its work a minute later, as this test
  // does.
  await test.db
    .updateTable('orders')
    .set({ placed_at })
    .where('id', '=', known.id)
    .execute()
    .catch(() => {})
  await expireUnpaidOrders(test.services)
}

/**
 * Makes all queries and refunds due, again and again, until no query or refund is open. When no query or refund is
 * open, every captured amount is recorded and every refund is done.
 */
async function settle(orders: readonly Known[]): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    await till.hurry()
    await till.runDue()
    if ((await countUnknown(orders)) === 0) return
  }
  throw new Error(`${await countUnknown(orders)} sums are not known after ${MAX_TURNS} turns`)
}

async function countUnknown(orders: readonly Known[]): Promise<number> {
  const taken = sumOf(orders.flatMap(({ attempts }) => attempts.map((attempt) => BigInt(attempt.taken))))
  const ids = orders.map(({ id }) => id)
  const known = await test.db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select((eb) => eb.fn.countAll<bigint>().as('payments'))
    .where('payment_attempts.order_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const open = await test.db
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<bigint>().as('refunds'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(taken - known.payments + open.refunds)
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

async function endOf({ id }: Known): Promise<'paid' | 'cancelled' | 'unpaid' | 'open'> {
  const { status } = await orderRow(id)
  const ends: Record<number, 'paid' | 'cancelled' | 'unpaid'> = { 1: 'paid', 6: 'cancelled', 9: 'unpaid' }
  return ends[status] ?? 'open'
}

/**
 * Compares the end of an order with the providers' own records. The providers still have the price if the order is
 * paid, or if it was cancelled later and refunded to the wallet, which happens in rupees only. If the order was neither
 * paid nor refunded to the wallet, the providers must have no money of it. The wallet part is spent only on a paid
 * order.
 */
async function expectOneEnd(known: Known): Promise<void> {
  const { payableMinor, walletMinor, attempts, hasExpired, userId } = known
  const end = await endOf(known)
  const held = sumOf(await Promise.all(attempts.map(heldAtProvider)))
  const taken = attempts.reduce((total, attempt) => total + attempt.taken, 0)
  const isPaid = end === 'paid' || end === 'cancelled'
  const isInWallet = end === 'cancelled' && known.currency === 'INR'
  expect({ end, held }).toEqual({ end, held: end === 'paid' || isInWallet ? payableMinor : 0n })
  // An order whose payment the provider took in time must be paid.
  if (taken > 0 && !hasExpired) expect(isPaid).toBe(true)
  expect((await orderRow(known.id)).paid_online_minor).toBe(isPaid ? payableMinor : 0n)
  const isHeld = end === 'paid' || end === 'open' || (end === 'unpaid' && !hasExpired)
  const { ownMinor } = await walletBalances(test.db, userId)
  expect(ownMinor).toBe(FUNDED_MINOR - (isHeld ? walletMinor : 0n) + (isInWallet ? payableMinor : 0n))
}

/** Returns the amount that one attempt captured and did not refund, from the provider's answer. */
async function heldAtProvider({ provider, reference, providerRef, taken }: Attempt): Promise<bigint> {
  const { amount_minor, currency } = await test.db
    .selectFrom('payment_attempts')
    .select(['amount_minor', 'currency'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const known = { reference, providerRef, amountMinor: amount_minor, currency }
  const { captured } = await test.services.outside.payments.find(provider.name)!.find(known)
  expect(captured).toHaveLength(taken)
  return sumOf(captured.map(({ amountMinor, refundedMinor }) => amountMinor - refundedMinor))
}
