import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { type UnpaidOrder, useTill } from '#test/payments.ts'
import { createDeliveries } from '#test/referrals.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
const deliveries = createDeliveries(test)
const PROPOSE = 'dashboard/refunds/propose'
const APPROVE = 'dashboard/refunds/approve'
const REFUSE = 'dashboard/refunds/refuse'

type Clerk = Awaited<ReturnType<typeof dashboard.clerk>>
let farah: Clerk
let gopal: Clerk
beforeAll(async () => {
  // The daily amount of staff is raised so high that no test in this file reaches it; `day-of-a-clerk.test.ts` tests
  // this limit.
  await dashboard.set({ staffDailyAmount: '100000000', commissionHoldingDays: '0' })
  farah = await dashboard.clerk('order_actions')
  gopal = await dashboard.clerk('order_actions')
})

const act = <Result = unknown>(action: string, args: object = {}) =>
  till.simulator.act('razorpay', action, { ...args }) as Promise<Result>
const notify = (args: object = {}) =>
  act<number[]>('deliver', { to: `${till.url}/public/api/payment/razorpay/webhook`, ...args })
const propose = (input: object, clerk = farah) => dashboard.ask(PROPOSE, { reason: 'soup was cold', ...input }, clerk)

/** Places an order and pays it through Razorpay. `paymentId` is the id of the shop's own row of the payment. */
async function paid(): Promise<UnpaidOrder & { paymentId: number }> {
  const order = await till.order()
  const { reference, providerRef } = await till.start(order)
  await act('pay', { order: providerRef })
  await notify({ kind: 'payment.captured' })
  return { ...order, paymentId: await paymentOf(reference) }
}

async function paymentOf(reference: string): Promise<number> {
  const { id } = await test.db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select('payments.id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Makes the customer collect the order, so that no rider has a share of it. */
async function deliver(order: { id: number }): Promise<void> {
  await inTransaction(test.db, async (tx) => {
    await tx.updateTable('orders').set({ delivery_type: 2 }).where('id', '=', order.id).execute()
    const move = { orderId: order.id, actor: 'store' as const, kind: 'test' }
    await moveOrder(tx, { ...move, from: 'placed', to: 'accepted' })
    await moveOrder(tx, { ...move, from: 'accepted', to: 'ready' })
    await settleOrder(tx, (await moveOrder(tx, { ...move, from: 'ready', to: 'delivered' }))!, test.services)
  })
}

async function delivered(): Promise<Awaited<ReturnType<typeof paid>>> {
  const order = await paid()
  await deliver(order)
  return order
}

const refundsOf = (paymentId: number) =>
  test.db
    .selectFrom('refunds')
    .select(['status', 'destination', 'amount_minor', 'is_funded'])
    .where('payment_row_id', '=', BigInt(paymentId))
    .orderBy('id')
    .execute()
const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
const listed = async (clerk: Clerk, input: object = {}) =>
  (await dashboard.ask('dashboard/refunds', input, clerk)).body.data

describe('refunds into the wallet', () => {
  it('a part of a delivered order is refunded immediately, shown to the customer and recorded', async () => {
    const order = await delivered()
    const { body } = await propose({ order_id: order.id, amount: '100', to: 'wallet' })
    expect(body.data).toMatchObject({
      state: 'booked',
      amount: '100.00',
      to: 'wallet',
      order_id: order.id,
      unique_order_id: order.number,
      provider_state: null,
    })
    expect((await dashboard.wallet(order.userId)).own).toBe(10_000n)
    const { body: wallet } = await test.call('get-wallet-transactions', {}, { token: order.token })
    expect(wallet.transactions.map(({ amount, meta }) => [amount, meta.description])).toEqual([
      [10_000, `Part refund of order: ${order.number}`],
    ])
    expect(await dashboard.messages(order.token)).toContain('₹100.00 was refunded to your wallet.')
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({
      action: 'refund.booked',
      acting_for_id: order.userId,
      before: { refundable: text(order.payableMinor) },
      after: { amount: '100.00', to: 'wallet', refundable: text(order.payableMinor - 10_000n), state: 'booked' },
      reason: 'soup was cold',
    })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('without an amount the whole rest is refunded, and then nothing more', async () => {
    const order = await delivered()
    await propose({ order_id: order.id, amount: '0.01', to: 'wallet' })
    const { body } = await propose({ order_id: order.id, to: 'wallet' })
    expect(body.data.amount).toBe(text(order.payableMinor - 1n))
    expect((await dashboard.wallet(order.userId)).own).toBe(order.payableMinor)
    for (const more of [{}, { amount: '0.01' }]) {
      const answer = await propose({ order_id: order.id, to: 'wallet', ...more })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'REFUND_TOO_HIGH'])
    }
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-82] cash is refunded too, and promotion credit as promotion credit', async () => {
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 10_000n, promotionMinor: 20_000n })
    const order = await deliveries.deliver(customer, 80_000n, {
      wallet_own_minor: 10_000n,
      wallet_promotion_minor: 20_000n,
    })
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 0n, promotion: 0n })
    const { body } = await propose({ order_id: order.id, amount: '400', to: 'wallet' })
    expect(body.data.promotion).toBe('100.00')
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 30_000n, promotion: 10_000n })
    await propose({ order_id: order.id, to: 'wallet' })
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 60_000n, promotion: 20_000n })
  })

  it('[GAP-68] the commission that a friend earned from the order is taken back in proportion', async () => {
    const referrer = await test.build.customer()
    const friend = await test.build.customer({ referred_by: referrer.id })
    const order = await deliveries.deliver(friend, 100_000n)
    expect((await dashboard.wallet(referrer.id)).own).toBe(5_000n)
    await propose({ order_id: order.id, amount: '400', to: 'wallet' })
    expect((await dashboard.wallet(referrer.id)).own).toBe(3_000n)
    await propose({ order_id: order.id, to: 'wallet' })
    expect((await dashboard.wallet(referrer.id)).own).toBe(0n)
  })
})

describe('refunds to the source', () => {
  it('the provider is called again after a lost answer, and refunds once', async () => {
    const order = await delivered()
    till.simulator.failNext('razorpay', 'refund', 'lost-answer')
    const { body } = await propose({ order_id: order.id, amount: '50', to: 'provider' })
    expect(body.data).toMatchObject({ state: 'booked', to: 'provider', provider_state: 'pending' })
    expect(await dashboard.messages(order.token)).toContain(
      'We are refunding ₹50.00 to your payment method. Banks may take a few days.',
    )
    await till.runDue()
    expect((await refundsOf(order.paymentId))[0]!.status).toBe('pending')
    await till.hurry()
    await till.runDue()
    expect(await refundsOf(order.paymentId)).toEqual([
      { status: 'done', destination: 'provider', amount_minor: 5_000n, is_funded: true },
    ])
    expect((await listed(farah, { customer_id: order.userId }))[0]!.provider_state).toBe('done')
    const { payment_id } = await test.db
      .selectFrom('payments')
      .select('payment_id')
      .where('id', '=', BigInt(order.paymentId))
      .executeTakeFirstOrThrow()
    const asked = till.simulator.requests('razorpay').filter(({ path }) => path.endsWith(`/${payment_id}/refund`))
    expect(new Set(asked.map(({ headers }) => headers['x-refund-idempotency'])).size).toBe(1)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a provider that does not answer is called again after 1, 5 and 30 minutes, and then every hour', async () => {
    const order = await delivered()
    await propose({ order_id: order.id, amount: '50', to: 'provider' })
    const waits: number[] = []
    for (let tries = 0; tries < 5; tries++) {
      till.simulator.failNext('razorpay', 'refund', 'lost-request')
      await till.hurry()
      await till.runDue()
      waits.push(...(await till.minutesUntil('send-refund')))
    }
    expect(waits).toEqual([1, 5, 30, 60, 60])
    await till.hurry()
    await till.runDue()
    expect((await refundsOf(order.paymentId))[0]!.status).toBe('done')
  })

  it('wallet and provider together never refund more than was paid', async () => {
    const order = await delivered()
    await propose({ order_id: order.id, amount: '200', to: 'wallet' })
    const over = await propose({ order_id: order.id, amount: text(order.payableMinor - 19_999n), to: 'provider' })
    expect(codeOf(over)).toBe('REFUND_TOO_HIGH')
    expect(over.body).toMatchObject({ message: expect.stringContaining(text(order.payableMinor - 20_000n)) })
    await propose({ order_id: order.id, to: 'provider' })
    await till.runDue()
    expect((await refundsOf(order.paymentId))[0]).toMatchObject({
      status: 'done',
      amount_minor: order.payableMinor - 20_000n,
    })
    expect(codeOf(await propose({ order_id: order.id, to: 'wallet' }))).toBe('REFUND_TOO_HIGH')
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund that the provider refuses needs manual action, and staff refund into the wallet instead', async () => {
    const order = await delivered()
    await act('refundsStay', { stay: true })
    await propose({ order_id: order.id, amount: '80', to: 'provider' })
    await till.runDue()
    const { provider_refund_id: refund } = await test.db
      .selectFrom('refunds')
      .select('provider_refund_id')
      .where('payment_row_id', '=', BigInt(order.paymentId))
      .executeTakeFirstOrThrow()
    await act('refund-outcome', { refund, status: 'failed' })
    await act('refundsStay', { stay: false })
    await notify({ kind: 'refund.failed' })
    expect((await listed(farah, { customer_id: order.userId }))[0]!.provider_state).toBe('failed')
    expect(await checkLedger(test.db)).toEqual([])
    const { body } = await propose({ payment_id: order.paymentId, to: 'wallet' })
    expect(body.data).toMatchObject({ state: 'booked', amount: '80.00', to: 'wallet', order_id: order.id })
    expect((await dashboard.wallet(order.userId)).own).toBe(8_000n)
    const { body: wallet } = await test.call('get-wallet-transactions', {}, { token: order.token })
    expect(wallet.transactions[0]!.meta.description).toBe('Refund of a payment')
    expect(await checkLedger(test.db)).toEqual([])
    // After this refund, less of the order can still be refunded.
    const { body: rest } = await propose({ order_id: order.id, to: 'wallet' })
    expect(rest.data.amount).toBe(text(order.payableMinor - 8_000n))
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund that failed and was made after all is booked, unless its money was refunded in another way since', async () => {
    const [kept, given] = [await delivered(), await delivered()]
    const refunds = []
    await act('refundsStay', { stay: true })
    for (const order of [kept, given]) {
      await propose({ order_id: order.id, to: 'provider' })
      await till.runDue()
      const row = test.db.selectFrom('refunds').select('provider_refund_id')
      const { provider_refund_id } = await row
        .where('payment_row_id', '=', BigInt(order.paymentId))
        .executeTakeFirstOrThrow()
      await act('refund-outcome', { refund: provider_refund_id, status: 'failed' })
      await notify({ kind: 'refund.failed' })
      refunds.push(provider_refund_id)
    }
    await act('refundsStay', { stay: false })
    await propose({ payment_id: given.paymentId, to: 'wallet' })
    for (const refund of refunds) {
      await act('refund-outcome', { refund, status: 'processed' })
      await notify({ kind: 'refund.processed' })
    }
    const stateOf = async ({ userId }: { userId: number }) =>
      (await listed(farah, { customer_id: userId })).map(({ provider_state }) => provider_state)
    expect(await stateOf(kept)).toEqual(['done'])
    expect(await stateOf(given)).toEqual([null, 'failed'])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a refund of another amount than requested needs manual action', async () => {
    const order = await till.order()
    const { reference, providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await notify({ kind: 'payment.captured', change: { payment: { entity: { amount: 700 } } } })
    const payment_id = await paymentOf(reference)
    expect(codeOf(await propose({ payment_id, amount: '7.01', to: 'provider' }))).toBe('REFUND_TOO_HIGH')
    const { body } = await propose({ payment_id, to: 'provider' })
    expect(body.data).toMatchObject({ amount: '7.00', order_id: null, payment_id })
    await till.runDue()
    expect(await refundsOf(payment_id)).toEqual([
      { status: 'done', destination: 'provider', amount_minor: 700n, is_funded: false },
    ])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-39] Khalti, which numbers no refunds, refunds one part after another', async () => {
    const order = await till.order({ method: 'KHALTI', storeRow: { currency: 'NPR' } })
    const { reference } = await till.start(order, 'Khalti')
    await till.simulator.act('khalti', 'pay', { checkout: reference })
    await fetch(`${till.url}/public/api/payment/khalti/return?a=${reference}`, { redirect: 'manual' })
    await deliver(order)
    for (let part = 0; part < 2; part++) {
      const { body } = await propose({ order_id: order.id, amount: '100', to: 'provider' })
      expect(body.data).toMatchObject({ state: 'waiting', currency: 'NPR' })
      await dashboard.ask(APPROVE, { id: body.data.id }, gopal)
      await till.runDue()
    }
    const part = { status: 'done', destination: 'provider', amount_minor: 10_000n, is_funded: true }
    expect(await refundsOf(await paymentOf(reference))).toEqual([part, part])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a top-up is refunded up to the amount that the wallet still has', async () => {
    const customer = await test.build.customer()
    const { body: opened } = await test.call('wallet-top-up', { amount: '300', gateway: 'Razorpay' }, customer)
    const { reference } = opened as { reference: string }
    await act('pay', { order: reference })
    await notify({ kind: 'payment.captured' })
    const payment_id = await paymentOf(reference)
    expect(codeOf(await propose({ payment_id, to: 'wallet' }))).toBe('REFUND_IMPOSSIBLE')
    await propose({ payment_id, amount: '100', to: 'provider' })
    expect((await dashboard.wallet(customer.id)).own).toBe(20_000n)
    const clerk = await dashboard.clerk('all_users_wallet')
    const spent = { customer_id: customer.id, direction: 'debit', amount: '150', reason: 'spent' }
    await dashboard.ask('dashboard/wallet-adjustments/propose', spent, clerk)
    expect(codeOf(await propose({ payment_id, to: 'provider' }))).toBe('WALLET_TOO_LOW')
    await till.runDue()
    expect(await refundsOf(payment_id)).toMatchObject([{ status: 'done', amount_minor: 10_000n }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('the money of a cancelled order is in the wallet, and can be refunded from there to its source', async () => {
    const order = await paid()
    await test.call('cancel-order', { order_id: order.id }, { token: order.token })
    expect((await dashboard.wallet(order.userId)).own).toBe(order.payableMinor)
    await propose({ order_id: order.id, to: 'provider' })
    expect((await dashboard.wallet(order.userId)).own).toBe(0n)
    await till.runDue()
    expect(await refundsOf(order.paymentId)).toMatchObject([{ status: 'done', amount_minor: order.payableMinor }])
    expect(codeOf(await propose({ order_id: order.id, to: 'provider' }))).toBe('REFUND_TOO_HIGH')
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('refused refunds', () => {
  it('an order in progress, one that was cancelled into the wallet, and cash to a provider', async () => {
    const open = await paid()
    const cancelled = await paid()
    await test.call('cancel-order', { order_id: cancelled.id }, { token: cancelled.token })
    const cash = await deliveries.deliver(await test.build.customer(), 10_000n)
    for (const input of [
      { order_id: open.id, to: 'wallet' },
      { order_id: open.id, to: 'provider' },
      { order_id: cancelled.id, to: 'wallet' },
      { order_id: cash.id, to: 'provider' },
    ]) {
      const answer = await propose(input)
      expect([answer.status, codeOf(answer)]).toEqual([409, 'REFUND_IMPOSSIBLE'])
    }
  })

  it('a payment that its payer disputes at their bank, until the dispute is won', async () => {
    const order = await delivered()
    const dispute = { provider: 'razorpay', dispute_id: 'disp_1', payment_row_id: BigInt(order.paymentId) }
    await test.db
      .insertInto('payment_disputes')
      .values({ ...dispute, status: 'open' })
      .execute()
    for (const to of ['provider', 'wallet'])
      expect(codeOf(await propose({ order_id: order.id, to }))).toBe('REFUND_IMPOSSIBLE')
    await test.db.updateTable('payment_disputes').set({ status: 'won' }).where('dispute_id', '=', 'disp_1').execute()
    expect((await propose({ order_id: order.id, to: 'provider' })).status).toBe(200)
  })

  it('unknown orders and payments, invalid amounts, and a call that names both or neither', async () => {
    const order = await delivered()
    for (const input of [{ order_id: 2_000_000_000 }, { payment_id: 2_000_000_000 }])
      expect(codeOf(await propose({ ...input, to: 'wallet' }))).toBe('NOT_FOUND')
    for (const amount of ['0', '-1', '0.001', 'x'])
      expect(codeOf(await propose({ order_id: order.id, amount, to: 'wallet' }))).toBe('AMOUNT_INVALID')
    for (const input of [{}, { order_id: order.id, payment_id: order.paymentId }])
      expect(codeOf(await propose({ ...input, to: 'wallet' }))).toBe('INVALID_INPUT')
    expect(codeOf(await propose({ order_id: order.id, to: 'wallet', reason: ' ' }))).toBe('INVALID_INPUT')
  })

  it('a refund to a deleted account', async () => {
    const order = await delivered()
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', order.userId).execute()
    expect(codeOf(await propose({ order_id: order.id, to: 'wallet' }))).toBe('REFUND_IMPOSSIBLE')
    expect((await propose({ order_id: order.id, to: 'provider' })).status).toBe(200)
  })

  it('a refund by staff to themselves', async () => {
    const order = await delivered()
    const { id } = await test.build.user({}, 'staff')
    await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'order_actions' }).execute()
    await test.db.updateTable('orders').set({ user_id: id }).where('id', '=', order.id).execute()
    const token = await test.build.token(id, 'staff')
    const answer = await propose({ order_id: order.id, to: 'wallet' }, { id, token })
    expect(codeOf(answer)).toBe('SECOND_PERSON_NEEDED')
  })
})

describe('refunds by two people', () => {
  /** Requests a refund that needs an approver, because the order cost more than the amount of the settings. */
  async function waiting(more: object = {}) {
    const customer = await test.build.customer()
    const order = await deliveries.deliver(customer, 600_000n)
    const { body } = await propose({ order_id: order.id, to: 'wallet', ...more })
    expect(body.data).toMatchObject({ state: 'waiting', needs_approval: true })
    return { id: body.data.id, order, customer }
  }

  it('above the limit no money moves until an approver approves', async () => {
    const { id, customer } = await waiting()
    const about = { acting_for_id: customer.id, object_id: String(id) }
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({ action: 'refund.requested', ...about })
    expect((await dashboard.wallet(customer.id)).own).toBe(0n)
    const own = await dashboard.ask(APPROVE, { id }, farah)
    expect([own.status, codeOf(own)]).toEqual([403, 'SECOND_PERSON_NEEDED'])
    const { body } = await dashboard.ask(APPROVE, { id }, gopal)
    expect(body.data).toMatchObject({ state: 'booked', decided_by: { id: gopal.id }, proposed_by: { id: farah.id } })
    expect((await dashboard.wallet(customer.id)).own).toBe(600_000n)
    expect((await dashboard.audit(gopal.id)).at(-1)).toMatchObject({ action: 'refund.booked', ...about })
  })

  it('is in the list of refunds and not in that of corrections, and the reverse', async () => {
    const keeper = await dashboard.clerk('order_actions', 'all_users_wallet')
    const { id, customer } = await waiting()
    const correction = { customer_id: customer.id, direction: 'credit', amount: '6000', reason: 'cold soup' }
    const { body } = await dashboard.ask('dashboard/wallet-adjustments/propose', correction, keeper)
    const ids = async (name: 'dashboard/refunds' | 'dashboard/wallet-adjustments') =>
      (await dashboard.ask(name, { customer_id: customer.id }, keeper)).body.data.map((row) => row.id)
    expect(await ids('dashboard/refunds')).toEqual([id])
    expect(await ids('dashboard/wallet-adjustments')).toEqual([body.data.id])
  })

  it('the refund that exceeds the limit waits, and has no effect while it waits', async () => {
    const customer = await test.build.customer()
    const order = await deliveries.deliver(customer, 600_000n)
    const states = []
    for (const amount of ['5000', '0.01'])
      states.push((await propose({ order_id: order.id, amount, to: 'wallet' })).body.data.state)
    expect(states).toEqual(['booked', 'waiting'])
    expect((await dashboard.wallet(customer.id)).own).toBe(500_000n)
  })

  it('an amount in another currency than that of the limit always waits', async () => {
    const customer = await test.build.customer()
    const order = await deliveries.deliver(customer, 1_000n, { currency: 'PHP' })
    const { body } = await propose({ order_id: order.id, to: 'wallet' })
    expect(body.data).toMatchObject({ state: 'waiting', currency: 'PHP' })
  })

  it('[INT-22] never goes into the wallet in a currency that its owner cannot spend', async () => {
    const customer = await test.build.customer()
    const order = await deliveries.deliver(customer, 1_000n, { currency: 'PHP' })
    const { body } = await propose({ order_id: order.id, to: 'wallet' })
    expect(codeOf(await dashboard.ask(APPROVE, { id: body.data.id }, gopal))).toBe('REFUND_IMPOSSIBLE')
    const wallets = test.db.selectFrom('ledger_accounts').select('currency').where('user_id', '=', customer.id)
    expect(await wallets.where('kind', '=', 'wallet_own').execute()).toEqual([])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[INT-22] goes into the wallet that paid the order, also after the site has got another currency', async () => {
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 1_000n })
    const store = await test.build.store({ delivery_type: 2 })
    const item = await test.build.item({ store_id: store.id, price_minor: 1_000n })
    const cart = { order: [{ id: item.id, quantity: 1 }], delivery_type: 2 as const, method: 'WALLET' }
    const placed = await test.call('place-order', cart, customer)
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    await deliver(placed.body.data)
    await dashboard.set({ currencyId: 'EUR' })
    const { body } = await propose({ order_id: placed.body.data.id, to: 'wallet' })
    expect((await dashboard.ask(APPROVE, { id: body.data.id }, gopal)).body.data).toMatchObject({ state: 'booked' })
    await dashboard.set({ currencyId: 'INR' })
    expect((await dashboard.wallet(customer.id)).own).toBe(1_000n)
  })

  it('an amount that others refunded in the meantime is not refunded twice', async () => {
    const { id, order } = await waiting()
    await propose({ order_id: order.id, amount: '1', to: 'wallet' })
    expect(codeOf(await dashboard.ask(APPROVE, { id }, gopal))).toBe('REFUND_TOO_HIGH')
    expect((await listed(gopal, { state: 'waiting' }))[0]).toMatchObject({ id, state: 'waiting' })
    const { body } = await dashboard.ask(REFUSE, { id, reason: 'part of it went back already' }, gopal)
    expect(body.data.state).toBe('refused')
    const late = await dashboard.ask(APPROVE, { id }, gopal)
    expect([late.status, codeOf(late)]).toEqual([409, 'ALREADY_DECIDED'])
    expect(codeOf(await dashboard.ask(REFUSE, { id, reason: 'again' }, farah))).toBe('ALREADY_DECIDED')
  })

  it('an account that was deleted in the meantime gets nothing', async () => {
    const { id, customer } = await waiting()
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', customer.id).execute()
    expect(codeOf(await dashboard.ask(APPROVE, { id }, gopal))).toBe('REFUND_IMPOSSIBLE')
  })

  it('a refund of a top-up cannot be approved if the money was spent in the meantime', async () => {
    const customer = await test.build.customer()
    const { body: opened } = await test.call('wallet-top-up', { amount: '6000', gateway: 'Razorpay' }, customer)
    const { reference } = opened as { reference: string }
    await act('pay', { order: reference })
    await notify({ kind: 'payment.captured' })
    const { body } = await propose({ payment_id: await paymentOf(reference), to: 'provider' })
    const clerk = await dashboard.clerk('all_users_wallet')
    const spent = { customer_id: customer.id, direction: 'debit', amount: '1', reason: 'spent' }
    await dashboard.ask('dashboard/wallet-adjustments/propose', spent, clerk)
    expect(codeOf(await dashboard.ask(APPROVE, { id: body.data.id }, gopal))).toBe('WALLET_TOO_LOW')
  })

  it('the owner of the money neither approves nor refuses it, and an unknown refund is not found', async () => {
    const { id, customer } = await waiting()
    await test.db.insertInto('user_roles').values({ user_id: customer.id, role: 'staff' }).execute()
    await test.db
      .insertInto('staff_permissions')
      .values({ user_id: customer.id, permission: 'order_actions' })
      .execute()
    const self = { id: customer.id, token: await test.build.token(customer.id, 'staff') }
    for (const name of [APPROVE, REFUSE] as const) {
      expect(codeOf(await dashboard.ask(name, { id, reason: 'x' }, self))).toBe('SECOND_PERSON_NEEDED')
      expect(codeOf(await dashboard.ask(name, { id: 2_000_000_000, reason: 'x' }, gopal))).toBe('NOT_FOUND')
    }
  })

  it('parallel approvals and refusals have one result', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, customer } = await waiting()
      const [approved, refused] = await Promise.all([
        dashboard.ask(APPROVE, { id }, gopal),
        dashboard.ask(REFUSE, { id, reason: 'no' }, farah),
      ])
      expect([approved.status, refused.status].toSorted()).toEqual([200, 409])
      expect((await dashboard.wallet(customer.id)).own).toBe(approved.status === 200 ? 600_000n : 0n)
    }
  })
})

describe('parallel refunds', () => {
  it('refunds of one order to wallet and source never exceed the paid amount', async () => {
    const order = await delivered()
    const fifth = text(order.payableMinor / 5n)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, turn) =>
        propose({ order_id: order.id, amount: fifth, to: turn % 2 === 0 ? 'wallet' : 'provider' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(codeOf(answer)).toBe('REFUND_TOO_HIGH')
    await till.hurry()
    await till.runDue()
    const atProvider = (await refundsOf(order.paymentId)).reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    expect((await dashboard.wallet(order.userId)).own + atProvider).toBe((order.payableMinor / 5n) * 5n)
    expect(await checkLedger(test.db)).toMatchObject([])
  })

  it('two full refunds in parallel are one', async () => {
    const order = await delivered()
    const answers = await Promise.all(['wallet', 'provider'].map((to) => propose({ order_id: order.id, to })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    await till.runDue()
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-68] two people who earn from each other’s orders are both refunded, and both commissions are taken back', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await test.build.customer(), await test.build.customer()]
      const orders = [
        await deliveries.deliver(one, 100_000n, { shared_by: other.id }),
        await deliveries.deliver(other, 100_000n, { shared_by: one.id }),
      ]
      const answers = await Promise.all(orders.map(({ id }) => propose({ order_id: id, to: 'wallet' })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      for (const { id } of [one, other]) expect((await dashboard.wallet(id)).own).toBe(100_000n)
    }
  })

  it('a repeated key refunds once', async () => {
    const order = await delivered()
    const input = { order_id: order.id, amount: '10', to: 'wallet', reason: 'cold' }
    const key = 'one-and-the-same-refund'
    const answers = [
      await dashboard.ask(PROPOSE, input, { ...farah, key }),
      await dashboard.ask(PROPOSE, input, { ...farah, key }),
    ]
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect((await dashboard.wallet(order.userId)).own).toBe(1_000n)
  })

  it('the database refuses refunds above the paid amount', async () => {
    const order = await delivered()
    const change = (values: object) => test.db.updateTable('orders').set(values).where('id', '=', order.id).execute()
    await expect(change({ refunded_own_minor: order.payableMinor + 1n })).rejects.toThrow('orders__refunded_own')
    await expect(change({ refunded_promotion_minor: 1n })).rejects.toThrow('orders__refunded_promotion')
    await expect(
      test.db
        .updateTable('payments')
        .set({ refunding_minor: order.payableMinor + 1n })
        .where('id', '=', BigInt(order.paymentId))
        .execute(),
    ).rejects.toThrow('payments__refunds')
  })
})
