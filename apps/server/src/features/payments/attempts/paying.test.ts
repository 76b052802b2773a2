import { randomUUID } from 'node:crypto'
import { simulatedKeys } from '@nukkad/simulators/payments/all.ts'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { basicAuth, hmacSha256 } from '#outside/payments/http.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { applyPaymentStatus } from './apply-payment-status.ts'
import { findAttempt } from './attempt-queries.ts'

const test = useTestApp()
const till = useTill(test)

type Paid = { payment: string; back: Record<string, string> }
const act = <Result = unknown>(action: string, args: object = {}) =>
  till.simulator.act('razorpay', action, { ...args }) as Promise<Result>
const notify = (args: object = {}) =>
  act<number[]>('deliver', { to: `${till.url}/public/api/payment/razorpay/webhook`, ...args })
const comeBack = (reference: string, fields: Record<string, string> = {}) =>
  fetch(`${till.url}/public/api/payment/razorpay/return?a=${reference}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
const eventsOf = async (orderId: number) =>
  await test.db
    .selectFrom('order_events')
    .select(['kind', 'to_status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const paymentsOf = (reference: string) =>
  test.db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select(['payments.use', 'payments.amount_minor', 'payments.refunding_minor'])
    .where('reference', '=', reference)
    .orderBy('payments.id')
    .execute()
const refunds = () =>
  test.db.selectFrom('refunds').select(['reason', 'status', 'amount_minor']).orderBy('id', 'desc').execute()

/** Makes a refund on the provider's own dashboard, without the shop. */
async function giveBackAtRazorpay(payment: string, amount?: number): Promise<void> {
  const { services } = test
  const keys = ['razorpayKeyId', 'razorpayKeySecret'] as const
  const authorization = basicAuth(services.settings.get(keys[0]), services.settings.get(keys[1]))
  const address = `${services.config.paymentUrls.RAZORPAY_BASE_URL}/v1/payments/${payment}/refund`
  const answer = await fetch(address, { method: 'POST', headers: { authorization }, body: JSON.stringify({ amount }) })
  expect(answer.status).toBe(200)
}

describe('paying an order', () => {
  it('[F-03] [GAP-79] [GAP-08] waits for the provider, and is paid once by webhook event and return in either order', async () => {
    for (const isEventFirst of [true, false]) {
      const order = await till.order()
      expect(order.body).toMatchObject({ orderstatus_id: 8, payment_mode: 'RAZORPAY' })
      const { reference, providerRef } = await till.start(order)
      const { back } = await act<Paid>('pay', { order: providerRef })
      expect(await till.statusOf(order.id)).toBe(8)
      const steps = [() => notify({ kind: 'payment.captured', times: 2 }), () => comeBack(reference, back)]
      for (const step of isEventFirst ? steps : steps.toReversed()) await step()
      await notify({ kind: 'order.paid' })
      expect(await till.statusOf(order.id)).toBe(1)
      expect((await eventsOf(order.id)).map(({ kind }) => kind)).toEqual(['order_placed', 'payment_approved'])
      expect(await paymentsOf(reference)).toEqual([
        { use: 'order', amount_minor: order.payableMinor, refunding_minor: 0n },
      ])
    }
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[F-05] [GAP-79] another method than the one chosen at first pays, and the order names it', async () => {
    // This order names its payment method in the spelling of the list of payment methods, which is accepted too.
    const order = await till.order({ method: 'Razorpay' })
    await till.start(order)
    const { reference } = await till.start(order, 'Stripe')
    await till.simulator.act('stripe', 'pay', { attempt: reference })
    await fetch(`${till.url}/public/api/payment/stripe/return?a=${reference}`, { redirect: 'manual' })
    expect(await till.statusOf(order.id)).toBe(1)
    const { payment_mode } = await test.db
      .selectFrom('orders')
      .select('payment_mode')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(payment_mode).toBe('STRIPE')
  })

  it('[GAP-79] a used pay page leads to the order, and never to a second payment', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    const open = () => fetch(`${till.url}/pay/${reference}`, { redirect: 'manual' })
    const before = await open()
    expect(before.status).toBe(200)
    expect(await before.text()).toContain(`href="/running-order/${order.number}?payment=${reference}"`)
    const { back } = await act<Paid>('pay', { order: providerRef })
    await comeBack(reference, back)
    const after = await open()
    expect([after.status, after.headers.get('location')]).toEqual([
      303,
      `/running-order/${order.number}?payment=${reference}`,
    ])
  })

  it('[GAP-34] leads the payer back to their order, and a return alone does not pay it', async () => {
    const order = await till.order()
    const { reference } = await till.start(order)
    const answer = await comeBack(reference, { razorpay_payment_id: 'pay_made_up', razorpay_signature: 'x' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/running-order/${order.number}?payment=${reference}`)
    expect(await till.statusOf(order.id)).toBe(8)
  })

  it('[GAP-34] a webhook event without a valid signature changes nothing and is refused', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    const before = await test.build.counts()
    for (const as of ['forged', 'by-key-secret', 'unsigned']) expect(await notify({ as })).toEqual([401])
    expect(await test.build.counts()).toEqual(before)
    expect(await till.statusOf(order.id)).toBe(8)
    expect(await notify()).toEqual([200])
    expect(await till.statusOf(order.id)).toBe(1)
  })

  it("a webhook event with the id of another provider's event is accepted", async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await notify()
    const [{ event_id, kind }] = (await test.db
      .selectFrom('provider_events')
      .select(['event_id', 'kind'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()) as [{ event_id: string; kind: string }]
    await test.db.deleteFrom('provider_events').where('event_id', '=', event_id).execute()
    await test.db
      .insertInto('provider_events')
      .values({ provider: 'stripe', event_id, kind, outcome: 'ignored' })
      .execute()
    await notify()
    const providers = test.db.selectFrom('provider_events').select('provider').where('event_id', '=', event_id)
    expect(await providers.orderBy('provider').execute()).toEqual([{ provider: 'razorpay' }, { provider: 'stripe' }])
  })

  it('a payment without a webhook event is found by a query', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await till.hurry()
    await till.runDue()
    expect(await till.statusOf(order.id)).toBe(1)
  })

  it('money of another amount is an amount mismatch for staff, and the order stays unpaid', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await notify({ kind: 'payment.captured', change: { payment: { entity: { amount: 100 } } } })
    expect(await till.statusOf(order.id)).toBe(8)
    expect(await paymentsOf(reference)).toEqual([{ use: 'mismatch', amount_minor: 100n, refunding_minor: 0n }])
    const toReview = await test.db
      .selectFrom('provider_events')
      .select('note')
      .where('outcome', '=', 'parked')
      .execute()
    expect(toReview).toContainEqual({ note: 'amount or currency differ' })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-79] a payment that was refunded before it was first seen pays nothing, and pays if a bank then decides for the shop', async () => {
    const order = await till.order({ storeRow: { currency: 'BRL' }, method: 'MERCADOPAGO' })
    const { reference } = await till.start(order, 'MercadoPago')
    const ofBank = (action: string, args: object) => till.simulator.act('mercado-pago', action, { ...args })
    const { payment } = (await ofBank('pend', { preference: reference })) as Paid
    const check = async () =>
      (await test.call('payment/check', { reference }, { token: order.token })).body as { status: string }
    await ofBank('move', { payment, status: 'charged_back', detail: 'settled' })
    for (const _ of [1, 2]) expect(await check()).toMatchObject({ status: 'failed' })
    expect([await till.statusOf(order.id), await paymentsOf(reference)]).toEqual([9, []])
    await ofBank('move', { payment, status: 'charged_back', detail: 'reimbursed' })
    expect(await check()).toMatchObject({ status: 'paid' })
    expect(await till.statusOf(order.id)).toBe(1)
    expect(await paymentsOf(reference)).toMatchObject([{ use: 'order', amount_minor: order.payableMinor }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-79] the rest of a payment that was refunded in part before it was seen waits for staff, and the order stays unpaid', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    const { payment } = await act<Paid>('pay', { order: providerRef })
    await giveBackAtRazorpay(payment, 1_000)
    await till.hurry().then(till.runDue)
    const left = { use: 'mismatch', amount_minor: order.payableMinor - 1_000n, refunding_minor: 0n }
    expect([await till.statusOf(order.id), await paymentsOf(reference)]).toEqual([8, [left]])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-07] money that comes after the time to pay is refunded automatically, and the order stays failed', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    await test.db
      .updateTable('orders')
      .set({ placed_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', order.id)
      .execute()
    const { expireUnpaidOrders } = await import('#features/ordering/orders/scheduler.ts')
    await expireUnpaidOrders(test.services)
    expect(await till.statusOf(order.id)).toBe(9)
    await act('pay', { order: providerRef })
    await notify({ kind: 'payment.captured' })
    await till.runDue()
    expect(await till.statusOf(order.id)).toBe(9)
    expect(await paymentsOf(reference)).toEqual([
      { use: 'surplus', amount_minor: order.payableMinor, refunding_minor: order.payableMinor },
    ])
    expect((await refunds())[0]).toEqual({ reason: 'late', status: 'done', amount_minor: order.payableMinor })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a second payment of one order is refunded automatically', async () => {
    const order = await till.order()
    const first = await till.start(order)
    await test.db
      .updateTable('payment_attempts')
      .set({ expires_at: new Date() })
      .where('reference', '=', first.reference)
      .execute()
    const second = await till.start(order)
    expect(second.reference).not.toBe(first.reference)
    for (const { providerRef } of [first, second]) {
      await act('pay', { order: providerRef })
      await notify({ kind: 'payment.captured' })
    }
    await till.runDue()
    expect(await till.statusOf(order.id)).toBe(1)
    expect((await paymentsOf(first.reference)).map(({ use }) => use)).toEqual(['order'])
    expect((await paymentsOf(second.reference)).map(({ use }) => use)).toEqual(['surplus'])
    expect((await refunds())[0]).toMatchObject({ reason: 'second', status: 'done' })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-79] two attempts that are paid in parallel pay once; the other is refunded in full and its payer notified', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const order = await till.order()
      const ways = { razorpay: await till.start(order), stripe: await till.start(order, 'Stripe') }
      await act('pay', { order: ways.razorpay.providerRef })
      await till.simulator.act('stripe', 'pay', { attempt: ways.stripe.reference })
      const eventsOf = (provider: string) => () =>
        till.simulator.act(provider, 'deliver', { to: `${till.url}/public/api/payment/${provider}/webhook` })
      const checkOf = (reference: string) => () => test.call('payment/check', { reference }, { token: order.token })
      const tellers = [
        eventsOf('razorpay'),
        eventsOf('stripe'),
        ...Object.values(ways).map((way) => checkOf(way.reference)),
      ]
      await Promise.all(tellers.flatMap((tell) => [tell(), tell(), tell()]))
      await till.hurry().then(till.runDue)
      expect(await till.statusOf(order.id)).toBe(1)
      const taken = [...(await paymentsOf(ways.razorpay.reference)), ...(await paymentsOf(ways.stripe.reference))]
      const sum = order.payableMinor
      expect(taken.toSorted((a, b) => a.use.localeCompare(b.use))).toEqual([
        { use: 'order', amount_minor: sum, refunding_minor: 0n },
        { use: 'surplus', amount_minor: sum, refunding_minor: sum },
      ])
      expect((await refunds())[0]).toEqual({ reason: 'second', status: 'done', amount_minor: sum })
      const { body } = await test.call('get-user-notifications', {}, { token: order.token })
      expect(JSON.stringify(body).match(/a second time/g)).toHaveLength(1)
    }
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund whose answer was lost is made once', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await test.db
      .updateTable('orders')
      .set({ placed_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', order.id)
      .execute()
    const { expireUnpaidOrders } = await import('#features/ordering/orders/scheduler.ts')
    await expireUnpaidOrders(test.services)
    const { payment } = await act<Paid>('pay', { order: providerRef })
    till.simulator.failNext('razorpay', 'refund', 'lost-answer')
    await notify({ kind: 'payment.captured' })
    await till.runDue()
    expect((await refunds())[0]!.status).toBe('pending')
    await till.hurry()
    await till.runDue()
    expect((await refunds())[0]!.status).toBe('done')
    const asked = till.simulator.requests('razorpay').filter(({ path }) => path.endsWith(`${payment}/refund`))
    expect(new Set(asked.map(({ headers }) => headers['x-refund-idempotency'])).size).toBe(1)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund whose answer was lost does not count as failed when the keys are refused later', async () => {
    const order = await till.order()
    const [first, second] = [await till.start(order), await till.start(order, 'Stripe')]
    await till.simulator.act('stripe', 'pay', { attempt: second.reference })
    await test.call('payment/check', { reference: second.reference }, { token: order.token })
    await act('pay', { order: first.providerRef })
    till.simulator.failNext('razorpay', 'refund', 'lost-answer')
    await notify()
    await till.runDue()
    const secret = test.services.settings.get('razorpayKeySecret')
    const secretIs = async (value: string) => {
      await test.build.setting('razorpayKeySecret', value)
      await test.services.settings.reload()
    }
    const waiting = { use: 'surplus', amount_minor: order.payableMinor, refunding_minor: order.payableMinor }
    await secretIs('wrong')
    for (let turn = 0; turn < 3; turn++) {
      await till.hurry().then(till.runDue)
      expect((await refunds())[0]).toMatchObject({ reason: 'second', status: 'pending' })
      expect(await paymentsOf(first.reference)).toEqual([waiting])
    }
    await secretIs(secret)
    await till.hurry().then(till.runDue)
    expect((await refunds())[0]).toMatchObject({ reason: 'second', status: 'done' })
    expect(await paymentsOf(first.reference)).toEqual([waiting])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund waits as long as its provider has no keys, and is made then', async () => {
    const order = await till.order()
    const [first, second] = [await till.start(order), await till.start(order, 'Stripe')]
    await act('pay', { order: first.providerRef })
    await notify()
    await till.simulator.act('stripe', 'pay', { attempt: second.reference })
    await test.call('payment/check', { reference: second.reference }, { token: order.token })
    const keyIs = async (key: string) => {
      await test.build.setting('stripeSecretKey', key)
      await test.services.settings.reload()
    }
    const refund = async () =>
      test.db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'payment_row_id')
        .innerJoin('payment_attempts as a', 'a.id', 'attempt_id')
        .select(['refunds.status', 'tries'])
        .where('a.reference', '=', second.reference)
        .executeTakeFirst()
    const key = test.services.settings.get('stripeSecretKey')
    await keyIs('')
    for (let turn = 0; turn < 12; turn++) await till.hurry().then(till.runDue)
    expect(await refund()).toEqual({ status: 'pending', tries: 0 })
    await keyIs(key)
    await till.hurry().then(till.runDue)
    expect(await refund()).toMatchObject({ status: 'done' })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-16] cancelling a paid order puts the whole amount into the wallet', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await notify()
    const { body } = await test.call('cancel-order', { order_id: order.id }, { token: order.token })
    expect(body).toEqual({ success: true, refund: true })
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(order.payableMinor)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('fifty webhook events, returns and queries in parallel pay once', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    const { back } = await act<Paid>('pay', { order: providerRef })
    await till.hurry()
    await Promise.all([
      ...Array.from({ length: 25 }, () => notify({ kind: 'payment.captured' })),
      ...Array.from({ length: 24 }, () => comeBack(reference, back)),
      till.runDue(),
    ])
    expect(await till.statusOf(order.id)).toBe(1)
    expect(await paymentsOf(reference)).toHaveLength(1)
    expect((await eventsOf(order.id)).map(({ to_status }) => to_status)).toEqual([8, 1])
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('payment/start', () => {
  it("answers the same page while an attempt is open, and reveals nothing of another's order", async () => {
    const order = await till.order()
    const stranger = await test.build.customer()
    const input = { order_id: order.id, gateway: 'Razorpay' }
    expect(codeOf(await test.call('payment/start', input, { token: stranger.token }))).toBe('NOT_FOUND')
    const [first, second] = [await till.start(order), await till.start(order)]
    expect(second).toEqual(first)
    expect(codeOf(await test.call('payment/check', { reference: first.reference }, { token: stranger.token }))).toBe(
      'NOT_FOUND',
    )
  })

  it('[INT-22] refuses providers that are not set up or take another currency', async () => {
    const order = await till.order()
    for (const gateway of ['PayMongo', 'Khalti', 'nobody'])
      expect(codeOf(await test.call('payment/start', { order_id: order.id, gateway }, { token: order.token }))).toBe(
        'GATEWAY_NOT_CONFIGURED',
      )
  })

  it('a provider that is unreachable or refuses leaves the order payable by another method', async () => {
    const order = await till.order()
    const input = { order_id: order.id, gateway: 'Razorpay' }
    till.simulator.failNext('razorpay', 'open', 'lost-answer')
    expect(codeOf(await test.call('payment/start', input, { token: order.token }))).toBe('PROVIDER_AWAY')
    await test.build.setting('razorpayKeySecret', 'wrong')
    await test.services.settings.reload()
    expect(codeOf(await test.call('payment/start', input, { token: order.token }))).toBe('PROVIDER_REFUSED')
    await test.build.setting('razorpayKeySecret', 'rzp_demo_secret_9f3a')
    await test.services.settings.reload()
    expect((await till.start(order)).providerRef).toMatch(/^order_/)
    expect(await till.statusOf(order.id)).toBe(8)
  })

  it('an order that is paid, delivered in cash or too old cannot be paid', async () => {
    const cash = await till.order({ method: 'COD' })
    const input = { order_id: cash.id, gateway: 'Razorpay' }
    expect(codeOf(await test.call('payment/start', input, { token: cash.token }))).toBe('PAYMENT_NOT_OPEN')
  })
})

describe('one attempt for one key', () => {
  type Start = (more: { key?: string; gateway?: string }) => Promise<TestAnswer>
  /** Creates an unpaid order and a wallet, each with the call that starts its payment. */
  const starts = async (): Promise<{ userId: number; start: Start }[]> => {
    const order = await till.order()
    const { id, token } = await test.build.customer()
    return [
      {
        userId: order.userId,
        start: ({ gateway = 'Razorpay', ...more }) =>
          test.call('payment/start', { order_id: order.id, gateway }, { token: order.token, ...more }),
      },
      {
        userId: id,
        start: ({ gateway = 'Razorpay', ...more }) =>
          test.call('wallet-top-up', { amount: '100', gateway }, { token, ...more }),
      },
    ]
  }
  const attemptsOf = (userId: number) =>
    test.db
      .selectFrom('payment_attempts')
      .select(['reference', 'status'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  const opened = () =>
    till.simulator.requests('razorpay').filter(({ path, method }) => path === '/v1/orders' && method === 'POST').length

  it('[GAP-79] [GAP-81] ten parallel calls with one key open one attempt, and each later one gets the same answer', async () => {
    for (const { userId, start } of await starts()) {
      const [key, before] = [randomUUID(), opened()]
      const answers = await Promise.all(Array.from({ length: 10 }, () => start({ key })))
      const first = answers.find(({ body }) => (body as { success: boolean }).success)!
      for (const answer of answers)
        if (codeOf(answer)) expect(codeOf(answer)).toBe('IDEMPOTENCY_IN_PROGRESS')
        else expect(answer.body).toEqual(first.body)
      const again = await start({ key })
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
      const { reference } = first.body as { reference: string }
      expect(await attemptsOf(userId)).toEqual([{ reference, status: 'pending' }])
      expect(opened() - before).toBe(1)
      const other = await start({ key, gateway: 'Stripe' })
      expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  it('[GAP-79] parallel calls with different keys lead to one page of an order', async () => {
    const order = await till.order()
    const start = () =>
      test.call('payment/start', { order_id: order.id, gateway: 'Razorpay' }, { token: order.token, key: randomUUID() })
    const answers: TestAnswer[] = []
    const startToo = async () => answers.push(await start())
    // A second call begins while the first waits for the provider, and gets the attempt of the first; two more calls
    // run in parallel later.
    let second: Promise<unknown> | undefined
    till.simulator.meanwhile('razorpay', 'open', async () => {
      second = startToo()
      await new Promise((resolve) => setImmediate(resolve))
    })
    await startToo()
    await second
    await Promise.all([startToo(), startToo()])
    const { body } = answers[0]!
    expect(body).toMatchObject({ success: true })
    for (const answer of answers) expect(answer.body).toEqual(body)
    const { reference } = body as { reference: string }
    expect(await attemptsOf(order.userId)).toEqual([{ reference, status: 'pending' }])
  })

  it('if an order is paid while a second payment page is being created, the payer is not sent to that page', async () => {
    const order = await till.order()
    const begun = await till.start(order)
    await act('pay', { order: begun.providerRef })
    till.simulator.meanwhile('stripe', 'open', () => notify())
    const input = { order_id: order.id, gateway: 'Stripe' }
    expect(codeOf(await test.call('payment/start', input, { token: order.token }))).toBe('PAYMENT_NOT_OPEN')
    expect(await till.statusOf(order.id)).toBe(1)
    expect((await attemptsOf(order.userId)).map(({ status }) => status)).toEqual(['paid', 'cancelled'])
  })

  it('a double tap without a key is one attempt, and a new attempt after the first is over', async () => {
    for (const { userId, start } of await starts()) {
      const [first, second] = [await start({}), await start({})]
      expect(second.body).toEqual(first.body)
      await test.db
        .updateTable('payment_attempts')
        .set({ expires_at: new Date() })
        .where('user_id', '=', userId)
        .execute()
      expect((await start({})).body).not.toEqual(first.body)
      expect(await attemptsOf(userId)).toHaveLength(2)
    }
  })

  it('a page is answered again for 14 minutes, and then another is opened', async () => {
    for (const { userId, start } of await starts()) {
      const first = await start({})
      const openedAgo = (minutes: number) =>
        test.db
          .updateTable('payment_attempts')
          .set({ created_at: new Date(Date.now() - minutes * 60_000) })
          .where('user_id', '=', userId)
          .execute()
      await openedAgo(13)
      expect((await start({})).body).toEqual(first.body)
      await openedAgo(15)
      const next = await start({})
      expect(next.body).toMatchObject({ success: true })
      expect(next.body).not.toEqual(first.body)
      expect((await start({})).body).toEqual(next.body)
      expect(await attemptsOf(userId)).toHaveLength(2)
    }
  })

  it('an attempt that failed while it was opening delays the next call by at most 20 seconds', async () => {
    const [{ userId, start }] = (await starts()) as [Awaited<ReturnType<typeof starts>>[0]]
    await start({})
    const diedAgo = new Date(Date.now() - 21_000)
    await test.db
      .updateTable('payment_attempts')
      .set({ status: 'created', created_at: diedAgo, updated_at: diedAgo })
      .where('user_id', '=', userId)
      .execute()
    expect((await start({})).body).toMatchObject({ success: true })
    expect((await attemptsOf(userId)).map(({ status }) => status)).toEqual(['created', 'pending'])
  })

  it('a key is free again if its provider was unreachable', async () => {
    for (const { userId, start } of await starts()) {
      const key = randomUUID()
      till.simulator.failNext('razorpay', 'open', 'lost-answer')
      expect(codeOf(await start({ key }))).toBe('PROVIDER_AWAY')
      expect((await start({ key })).body).toMatchObject({ success: true })
      expect((await attemptsOf(userId)).map(({ status }) => status)).toEqual(['created', 'pending'])
    }
  })

  it('a key whose first call died is held for a minute, and then starts again', async () => {
    for (const { userId, start } of await starts()) {
      const key = randomUUID()
      await start({ key })
      const diedAgo = (ms: number) =>
        test.db
          .updateTable('idempotency_keys')
          .set({ body: JSON.stringify({ begunAt: Date.now() - ms }) })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute()
      await diedAgo(50_000)
      expect(codeOf(await start({ key }))).toBe('IDEMPOTENCY_IN_PROGRESS')
      await diedAgo(61_000)
      const anew = await start({ key })
      expect(anew.body).toMatchObject({ success: true })
      expect((await start({ key })).body).toEqual(anew.body)
    }
  })
})

describe('payment/razorpay', () => {
  it('[P-60] [GAP-34] a valid signature pays once, a wrong one ends in status 9 until another try pays', async () => {
    const order = await till.order()
    const created = await test.call('payment/razorpay/create-order', { order_id: order.id }, { token: order.token })
    const { response } = created.body as { response: { id: string } }
    expect(created.body).toEqual({ razorpay_success: true, response: { id: expect.stringMatching(/^order_/) } })
    const { back } = await act<Paid>('pay', { order: response.id })
    const input = { order_id: order.id, ...back } as never
    const forged = { order_id: order.id, ...back, razorpay_signature: 'f'.repeat(64) } as never
    expect((await test.call('payment/razorpay/process', forged, { token: order.token })).body).toEqual({
      success: false,
    })
    expect(await till.statusOf(order.id)).toBe(9)
    expect((await test.call('payment/razorpay/process', input, { token: order.token })).body).toEqual({ success: true })
    expect((await test.call('payment/razorpay/process', input, { token: order.token })).body).toEqual({ success: true })
    expect(await till.statusOf(order.id)).toBe(1)
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('wallet-top-up', () => {
  it('[GAP-81] fills the wallet once, after the provider has the money', async () => {
    const customer = await test.build.customer()
    const { body } = await test.call(
      'wallet-top-up',
      { amount: '250.50', gateway: 'Razorpay' },
      { token: customer.token },
    )
    const { reference } = body as { reference: string }
    expect((await walletBalances(test.db, customer.id)).ownMinor).toBe(0n)
    await act('pay', { order: reference })
    await notify({ kind: 'payment.captured', times: 2 })
    const checked = await test.call('payment/check', { reference }, { token: customer.token })
    expect(checked.body).toEqual({
      success: true,
      status: 'paid',
      purpose: 'top_up',
      unique_order_id: null,
      gateway: 'Razorpay',
    })
    expect((await walletBalances(test.db, customer.id)).ownMinor).toBe(25_050n)
    expect(await checkLedger(test.db)).toEqual([])
  })

  const begin = async () => {
    const { id, token } = await test.build.customer()
    const { body } = await test.call('wallet-top-up', { amount: '100', gateway: 'Razorpay' }, { token })
    return { id, token, reference: (body as { reference: string }).reference }
  }
  const takenFor = async (reference: string) => {
    const payments = test.db.selectFrom('payments').innerJoin('payment_attempts as a', 'a.id', 'attempt_id')
    const refunded = payments.leftJoin('refunds as r', 'r.payment_row_id', 'payments.id')
    return refunded
      .select(['use', 'r.reason', 'r.status'])
      .where('a.reference', '=', reference)
      .orderBy('payments.id')
      .execute()
  }

  it('[GAP-81] fills the wallet once, and any further capture is refunded', async () => {
    const { id, reference } = await begin()
    const attempt = (await findAttempt(test.db, { reference }))!
    const sum = { amountMinor: 10_000n, currency: 'INR', refundedMinor: 0n }
    const captured = ['pay_one', 'pay_two'].map((paymentId) => ({ paymentId, ...sum }))
    await inTransaction(test.db, (tx) => applyPaymentStatus(tx, test.services, attempt, { status: 'paid', captured }))
    expect((await walletBalances(test.db, id)).ownMinor).toBe(10_000n)
    expect(await takenFor(reference)).toMatchObject([{ use: 'top_up' }, { use: 'surplus', reason: 'second' }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-81] a payment that was refunded before it was seen fills no wallet', async () => {
    const { id, token, reference } = await begin()
    const { payment } = await act<Paid>('pay', { order: reference })
    await giveBackAtRazorpay(payment)
    const checked = await test.call('payment/check', { reference }, { token })
    expect(checked.body).toMatchObject({ status: 'failed' })
    expect((await walletBalances(test.db, id)).ownMinor).toBe(0n)
    expect(await takenFor(reference)).toEqual([])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-81] a payment for an account that was deleted in the meantime is refunded to its payer', async () => {
    const { token, reference } = await begin()
    expect((await test.call('delete-my-account', {}, { token })).body).toMatchObject({ success: true })
    await act('pay', { order: reference })
    await notify({ kind: 'payment.captured' })
    for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
    expect(await takenFor(reference)).toEqual([{ use: 'surplus', reason: 'late', status: 'done' }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[INT-22] a payment that arrives after the site has got another currency is refunded to its payer', async () => {
    const { id, reference } = await begin()
    await act('pay', { order: reference })
    const siteIn = async (currency: string) => {
      await test.build.setting('currencyId', currency)
      await test.services.settings.reload()
    }
    await siteIn('EUR')
    await notify({ kind: 'payment.captured' })
    await siteIn('INR')
    for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
    expect((await walletBalances(test.db, id)).ownMinor).toBe(0n)
    expect(await takenFor(reference)).toEqual([{ use: 'surplus', reason: 'late', status: 'done' }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('refuses amounts that cannot be paid', async () => {
    const customer = await test.build.customer()
    for (const amount of ['0', '-5', '0.001', '1e3', 'x', '99999999'])
      expect(codeOf(await test.call('wallet-top-up', { amount, gateway: 'Razorpay' }, { token: customer.token }))).toBe(
        'AMOUNT_INVALID',
      )
  })
})

it.each([
  ['a quarter of a megabyte is read', 262_144, 401],
  ['a larger one is refused', 262_145, 413],
])('the body of a webhook event: %s', async (_what, bytes, status) => {
  const answer = await fetch(`${till.url}/public/api/payment/razorpay/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': 'unsigned' },
    body: JSON.stringify({ event: '' }).replace('""', `"${'x'.repeat(bytes - 12)}"`),
  })
  expect(answer.status).toBe(status)
})

it('a signed webhook event with our receipt and an order id of Razorpay that is not ours pays nothing', async () => {
  const order = await till.order()
  const { reference, providerRef } = await till.start(order)
  const send = (order_id: string) => {
    const payment = { id: `pay_${randomUUID()}`, order_id, amount: Number(order.payableMinor), currency: 'INR' }
    const body = JSON.stringify({
      event: 'order.paid',
      payload: {
        payment: { entity: { ...payment, status: 'captured' } },
        order: { entity: { id: order_id, amount: payment.amount, currency: 'INR', receipt: reference } },
      },
    })
    return fetch(`${till.url}/public/api/payment/razorpay/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': hmacSha256(simulatedKeys.razorpayWebhookSecret!, body),
        'x-razorpay-event-id': randomUUID(),
      },
      body,
    })
  }
  expect((await send('order_of_somebody_else')).status).toBe(200)
  expect(await till.statusOf(order.id)).toBe(8)
  expect(await paymentsOf(reference)).toEqual([])
  const issues = await test.db.selectFrom('payment_issues').select(['kind', 'reason']).orderBy('id', 'desc').execute()
  expect(issues[0]).toEqual({ kind: 'notice', reason: 'order.paid: no attempt of ours' })
  expect((await send(providerRef)).status).toBe(200)
  expect(await till.statusOf(order.id)).toBe(1)
})
