import type { AddressInfo } from 'node:net'
import { providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import { simulateAll, simulatedKeys, simulatedUrls, simulations } from '@nukkad/simulators/payments/all.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, beforeAll } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { keepDispute } from '#features/payments/disputes/disputes.ts'
import { applyPaymentStatus } from '../src/features/payments/attempts/apply-payment-status.ts'
import { jobs } from '../src/features/payments/attempts/jobs.ts'
import type { TestApp } from './harness.ts'
import { runJobs } from './run-jobs.ts'

/**
 * The facts that differ between payment providers. `target` is the name of the field in which the simulator expects an
 * attempt.
 */
export const simulatedProviders = providerNames.map((name) => {
  const { currency, target, events } = simulations[name]
  return { name, method: providers[name].method, currency, target, events }
})

export type Till = {
  simulator: Simulator
  /** The URL of the server under test, for webhook events and returns over HTTP. */
  url: string
  /** Creates an order that awaits its payment, with its customer and store. */
  order: (more?: { storeRow?: object; method?: string; quantity?: number }) => Promise<UnpaidOrder>
  start: (order: UnpaidOrder, gateway?: string) => Promise<{ reference: string; providerRef: string }>
  /** Runs the queries of payment statuses and the refunds that are due. */
  runDue: () => Promise<void>
  /** Returns, for each waiting job with a given name, the minutes until the job is due. */
  minutesUntil: (job: string) => Promise<number[]>
  /** Makes every waiting job due now. */
  hurry: () => Promise<void>
  statusOf: (orderId: number) => Promise<number>
  /** Returns the newest refund of all payments. */
  lastRefund: () => Promise<{ status: string; reason: string } | undefined>
}
export type UnpaidOrder = {
  id: number
  number: string
  payableMinor: bigint
  token: string
  userId: number
  body: object
}

/**
 * Starts a server that listens, with all payment providers set up at their simulators. A test file calls this function
 * at its top, after `useTestApp`.
 */
export function useTill(test: TestApp): Till {
  const till = {} as Till
  beforeAll(async () => {
    till.simulator = await startSimulator(simulateAll())
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    till.url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
    const { config } = test.services
    config.publicUrl = till.url
    Object.assign(config.paymentUrls, simulatedUrls(till.simulator.url))
    for (const [key, value] of Object.entries(simulatedKeys)) await test.build.setting(key, value)
    await test.build.setting('limitOrdersPerCustomer', '1000')
    await test.services.settings.reload()
  })
  afterAll(() => till.simulator.close())

  till.order = async ({ storeRow = {}, method = 'RAZORPAY', quantity = 1 } = {}) => {
    const store = await test.build.store(storeRow)
    const item = await test.build.item({ store_id: store.id, price_minor: 25_000n })
    const customer = await test.build.customer()
    const placed = await test.call(
      'place-order',
      { order: [{ id: item.id, quantity }], method, delivery_type: 1 },
      { token: customer.token },
    )
    const { data: body } = placed.body as unknown as { data: { id: number; unique_order_id: string; payable: number } }
    const { id, unique_order_id: number } = body
    const payableMinor = BigInt(Math.round(body.payable * 100))
    return { id, number, payableMinor, token: customer.token, userId: customer.id, body }
  }
  till.start = async (order, gateway = 'Razorpay') => {
    const { body } = await test.call('payment/start', { order_id: order.id, gateway }, { token: order.token })
    const { reference } = body as { reference: string }
    const row = await test.db
      .selectFrom('payment_attempts')
      .select('provider_ref')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return { reference, providerRef: row.provider_ref! }
  }
  till.runDue = () => runJobs(test, jobs)
  /**
   * Runs a statement on the table of jobs as the owner of the database, because the server's role may not change jobs.
   */
  const asOwner = async (statement: string, values: unknown[] = []) => {
    const client = await test.pool.connect()
    try {
      await client.query('set role none')
      return (await client.query(statement, values)).rows as { minutes: number }[]
    } finally {
      await client.query('set role nukkad_app')
      client.release()
    }
  }
  till.minutesUntil = async (job) => {
    const waits = await asOwner(
      `select round(extract(epoch from run_at - now()) / 60)::int as minutes
         from graphile_worker.jobs where task_identifier = $1 and run_at > now() order by run_at`,
      [job],
    )
    return waits.map(({ minutes }) => minutes)
  }
  till.hurry = async () => {
    await asOwner('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  }
  till.statusOf = async (orderId) =>
    (await test.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status
  till.lastRefund = () =>
    test.db.selectFrom('refunds').select(['status', 'reason']).orderBy('id', 'desc').executeTakeFirst()
  return till
}

type CardPayment = { userId: number; orderId?: number; amountMinor: bigint }
type Ruling = { status: 'open' | 'won' | 'lost'; amountMinor?: bigint; takenMinor?: bigint; disputeId?: string }

/**
 * Returns helpers for card payments at Razorpay and their disputes, which are booked in the same way as by Razorpay's
 * webhook events.
 */
export function createCard(test: TestApp) {
  /**
   * Pays an order with a card, or fills the wallet.
   * @returns the provider's id of the payment
   */
  async function pay({ userId, orderId, amountMinor }: CardPayment): Promise<string> {
    const reference = crypto.randomUUID()
    const attempt = await test.db
      .insertInto('payment_attempts')
      .values({
        reference,
        purpose: orderId === undefined ? 'top_up' : 'order',
        user_id: userId,
        order_id: orderId ?? null,
        provider: 'razorpay',
        amount_minor: amountMinor,
        currency: 'INR',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning(['id', 'order_id'])
      .executeTakeFirstOrThrow()
    const paymentId = `pay_${reference}`
    const captured = [{ paymentId, amountMinor, currency: 'INR' as const, refundedMinor: 0n }]
    await inTransaction(test.db, (tx) => applyPaymentStatus(tx, test.services, attempt, { status: 'paid', captured }))
    return paymentId
  }

  /** Opens or decides a dispute over a payment, as the customer's bank would. */
  async function rule(paymentId: string, { disputeId = `disp_${paymentId}`, ...ruling }: Ruling): Promise<void> {
    await inTransaction(test.db, (tx) =>
      keepDispute(tx, test.services, 'razorpay', { disputeId, paymentId, ...ruling }),
    )
  }

  /** Ends the days for which the store's share of some payments is held. */
  async function letHoldEnd(paymentIds: readonly string[]): Promise<void> {
    await test.db
      .updateTable('payments')
      .set({ held_until: new Date(0) })
      .where('payment_id', 'in', ['', ...paymentIds])
      .execute()
  }

  return { pay, rule, letHoldEnd }
}
