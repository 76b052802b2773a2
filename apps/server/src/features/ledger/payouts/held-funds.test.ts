import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
beforeEach(async () => {
  await createPeople(test).set({
    minPayout: '0',
    paymentHoldDays: '0',
    limitOrdersPerCustomer: '100000',
    limitPaymentsPerCustomer: '100000',
  })
  await dashboard.set({ staffDailyAmount: '1000000', walletAdjustmentApprovalAmount: '1000000' })
})

const COMMISSION = 2_000
const fundsOf = (storeId: number) => storeFunds(test.db, storeId, 'INR')
const problems = async () =>
  (await checkLedger(test.db)).filter(({ check }) => !['orderDiscounts', 'clearing'].includes(check))
const earningsOf = (store: { id: number }, owner: { token: string }) =>
  test.call('store-owner/get-earnings', { store_id: store.id }, owner)
const askPayout = (store: { id: number }, owner: { token: string }) =>
  test.call('store-owner/send-payout-request', { store_id: store.id }, owner)
const lastPayout = (storeId: number) =>
  test.db
    .selectFrom('store_payouts')
    .select('amount_minor')
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .executeTakeFirst()

async function shop() {
  const store = await test.build.store({ commission_basis_points: COMMISSION })
  const owner = await test.build.owner({ stores: [store] })
  return { store, owner }
}
type Shop = Awaited<ReturnType<typeof shop>>

async function place({ store }: Shop, by: { token: string }, priceMinor: bigint, method: string): Promise<number> {
  const item = await test.build.item({ store_id: store.id, price_minor: priceMinor })
  const { body } = await test.call(
    'place-order',
    { order: [{ id: item.id, quantity: 1 }], method, delivery_type: 2 },
    { ...by, key: crypto.randomUUID() },
  )
  expect(body).toMatchObject({ success: true })
  return (body as unknown as { data: { id: number } }).data.id
}

async function collect({ store, owner }: Shop, order_id: number): Promise<void> {
  for (const step of ['accept-order', 'mark-selfpickup-order-ready', 'mark-selfpickup-order-completed'] as const)
    expect((await test.call(`store-owner/${step}`, { store_id: store.id, order_id }, owner)).status).toBe(200)
}

async function sell(at: Shop, priceMinor: bigint, wallet: { ownMinor?: bigint; promotionMinor?: bigint }) {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, wallet)
  const orderId = await place(at, customer, priceMinor, 'WALLET')
  await collect(at, orderId)
  return { customer, orderId }
}

/** Sells a collected order of 1,000, whose payment staff reported and no one has confirmed. */
async function sellUnseen(at: Shop, clerk: { token: string }, isApproved = false) {
  const customer = await test.build.customer()
  const orderId = await place(at, customer, 100_000n, 'RAZORPAY')
  const attempt = await till.start({ id: orderId, token: customer.token } as never)
  const input = { order_id: orderId, reason: 'seen at the bank' }
  expect((await dashboard.ask('dashboard/orders/approve-payment', input, clerk)).body).toMatchObject({
    state: isApproved ? 'waiting' : 'booked',
  })
  const { id } = await test.db
    .selectFrom('money_proposals')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow()
  const approver = await dashboard.clerk('order_actions')
  if (isApproved)
    expect((await dashboard.ask('dashboard/payment-approvals/approve', { id }, approver)).status).toBe(200)
  await collect(at, orderId)
  return { customer, orderId, requestId: id, approver, attempt }
}

const confirm = (id: number, clerk: { token: string }, key?: string) =>
  dashboard.ask(
    'dashboard/payment-approvals/confirm',
    { id, reference: 'Statement of 22 November' },
    { ...clerk, ...(key && { key }) },
  )

describe('a payment that only staff have confirmed', () => {
  it.each([
    ['reported within the limits', false],
    ['reported and approved by two clerks together', true],
  ])('%s is never paid out to the store', async (_, isApproved) => {
    if (isApproved) await dashboard.set({ walletAdjustmentApprovalAmount: '0' })
    const at = await shop()
    const clerk = await dashboard.clerk('order_actions')
    await sellUnseen(at, clerk, isApproved)
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 80_000n, unseenMinor: 80_000n, freeMinor: 0n })
    expect((await earningsOf(at.store, at.owner)).body).toMatchObject({
      balanceAfterCommission: '800.00',
      heldUnconfirmed: '800.00',
      heldCredit: '0.00',
      availableForPayout: '0.00',
      canRequestForPayout: false,
    })
    expect(codeOf(await askPayout(at.store, at.owner))).toBe('PAYOUT_TOO_LOW')
    // A payout takes the money of the store's other sales, and leaves the held funds.
    await sell(at, 50_000n, { ownMinor: 50_000n })
    expect((await askPayout(at.store, at.owner)).status).toBe(200)
    expect(await lastPayout(at.store.id)).toEqual({ amount_minor: 40_000n })
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 80_000n, freeMinor: 0n })
    expect(await problems()).toEqual([])
  })

  it('is paid out once its provider confirms it', async () => {
    const at = await shop()
    const { attempt } = await sellUnseen(at, await dashboard.clerk('order_actions'))
    await till.simulator.act('razorpay', 'pay', { order: attempt.providerRef, method: 'upi' })
    await till.hurry()
    await till.runDue()
    expect(await fundsOf(at.store.id)).toMatchObject({ unseenMinor: 0n, freeMinor: 80_000n })
    expect((await earningsOf(at.store, at.owner)).body).toMatchObject({ canRequestForPayout: true })
    expect((await askPayout(at.store, at.owner)).status).toBe(200)
    expect(await problems()).toEqual([])
  })

  it('is paid out after a third person finds it on a bank statement, and only then is refundable', async () => {
    await dashboard.set({ walletAdjustmentApprovalAmount: '0' })
    const at = await shop()
    const clerk = await dashboard.clerk('order_actions')
    const { requestId, approver, orderId, customer } = await sellUnseen(at, clerk, true)
    const member = await dashboard.clerk('order_actions')
    await test.db
      .insertInto('store_members')
      .values({ store_id: at.store.id, user_id: member.id, role: 'owner' })
      .execute()
    for (const one of [clerk, approver, member])
      expect(codeOf(await confirm(requestId, one))).toBe('SECOND_PERSON_NEEDED')
    const refund = () =>
      dashboard.ask('dashboard/refunds/propose', { order_id: orderId, to: 'wallet', reason: 'cold' }, clerk)
    expect(codeOf(await refund())).toBe('REFUND_TOO_HIGH')
    expect((await fundsOf(at.store.id)).freeMinor).toBe(0n)

    const third = await dashboard.clerk('order_actions')
    const others = [third, await dashboard.clerk('order_actions'), await dashboard.clerk('order_actions')]
    const answers = await Promise.all(others.map((one) => confirm(requestId, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const winner = others[answers.findIndex(({ status }) => status === 200)]!
    expect((await confirm(requestId, winner)).status).toBe(200)
    expect(await dashboard.audit(winner.id)).toMatchObject([
      { action: 'payment.confirmed', acting_for_id: customer.id, reason: 'Statement of 22 November' },
    ])
    expect(await fundsOf(at.store.id)).toMatchObject({ unseenMinor: 0n, freeMinor: 80_000n })
    expect((await refund()).body).toMatchObject({ data: { state: 'waiting', amount: '1000.00' } })
    expect(await problems()).toEqual([])
  })

  it('confirmed by a statement and then by its provider, is counted once', async () => {
    const at = await shop()
    const { attempt, requestId, customer } = await sellUnseen(at, await dashboard.clerk('order_actions'))
    expect((await confirm(requestId, await dashboard.clerk('order_actions'))).status).toBe(200)
    await till.simulator.act('razorpay', 'pay', { order: attempt.providerRef, method: 'upi' })
    await till.hurry()
    await till.runDue()
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 80_000n, unseenMinor: 0n, freeMinor: 80_000n })
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 0n, promotion: 0n })
    expect(await till.lastRefund()).toBeUndefined()
    expect(await problems()).toEqual([])
  })

  it('is never confirmed by a person who reported it: PostgreSQL refuses it', async () => {
    const at = await shop()
    const clerk = await dashboard.clerk('order_actions')
    const { orderId } = await sellUnseen(at, clerk)
    const write = (by: number) =>
      test.db
        .updateTable('orders')
        .set({ payment_confirmed_at: sql`now()`, payment_confirmed_by: by })
        .where('id', '=', orderId)
        .execute()
    await expect(write(clerk.id)).rejects.toThrow('needs another person')
    await write((await dashboard.clerk('order_actions')).id)
    await expect(write((await dashboard.clerk('order_actions')).id)).rejects.toThrow('needs another person')
  })

  it('confirmed in parallel with requests for the payout, is paid once, completely or not at all', async () => {
    const at = await shop()
    const { requestId } = await sellUnseen(at, await dashboard.clerk('order_actions'))
    const third = await dashboard.clerk('order_actions')
    const answers = await Promise.all([
      askPayout(at.store, at.owner),
      confirm(requestId, third),
      ...Array.from({ length: 4 }, () => askPayout(at.store, at.owner)),
    ])
    expect(answers[1]!.status).toBe(200)
    const taken = answers.filter(({ status }, at) => at !== 1 && status === 200)
    expect(taken.length).toBeLessThanOrEqual(1)
    if (taken.length === 0) expect((await askPayout(at.store, at.owner)).status).toBe(200)
    expect(await lastPayout(at.store.id)).toEqual({ amount_minor: 80_000n })
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 0n, freeMinor: 0n })
    expect(await problems()).toEqual([])
  })

  it('cannot be confirmed if its request waits or was refused, or if the order is cancelled', async () => {
    await dashboard.set({ walletAdjustmentApprovalAmount: '0' })
    const [clerk, third] = [
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('order_actions', 'order_view'),
    ]
    const order = await till.order()
    await dashboard.ask('dashboard/orders/approve-payment', { order_id: order.id, reason: 'seen' }, clerk)
    const { id } = await test.db
      .selectFrom('money_proposals')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(codeOf(await confirm(id, third))).toBe('NOT_FOUND')
    expect(codeOf(await confirm(2_000_000_000, third))).toBe('NOT_FOUND')
    await dashboard.ask('dashboard/payment-approvals/approve', { id }, await dashboard.clerk('order_actions'))
    expect((await test.call('cancel-order', { order_id: order.id }, { token: order.token })).status).toBe(200)
    expect(codeOf(await confirm(id, third))).toBe('ALREADY_DECIDED')
    expect(await problems()).toEqual([])
  })
})

describe('promotion credit that is spent at a store', () => {
  it('[GAP-82] is paid out as far as the platform’s commission from this store covers it', async () => {
    const at = await shop()
    await sell(at, 20_000n, { promotionMinor: 20_000n })
    // The store has 200 of promotion credit less 40 of commission.
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 16_000n, creditMinor: 16_000n, freeMinor: 0n })
    expect(codeOf(await askPayout(at.store, at.owner))).toBe('PAYOUT_TOO_LOW')
    await sell(at, 40_000n, { ownMinor: 40_000n })
    expect((await earningsOf(at.store, at.owner)).body).toMatchObject({
      balanceAfterCommission: '480.00',
      heldCredit: '80.00',
      availableForPayout: '400.00',
    })
    // After more ordinary sales, the commission of an honest store covers all promotion credit, which releases its held
    // funds.
    await sell(at, 40_000n, { ownMinor: 40_000n })
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 80_000n, creditMinor: 0n, freeMinor: 80_000n })
    expect((await askPayout(at.store, at.owner)).status).toBe(200)
    expect(await lastPayout(at.store.id)).toEqual({ amount_minor: 80_000n })
    expect(await problems()).toEqual([])
  })

  it('is not covered by commission from a payment that only staff have confirmed', async () => {
    const at = await shop()
    await sell(at, 20_000n, { promotionMinor: 20_000n })
    const { requestId } = await sellUnseen(at, await dashboard.clerk('order_actions'))
    expect(await fundsOf(at.store.id)).toMatchObject({ unseenMinor: 80_000n, creditMinor: 16_000n, freeMinor: 0n })
    await confirm(requestId, await dashboard.clerk('order_actions'))
    expect(await fundsOf(at.store.id)).toMatchObject({ unseenMinor: 0n, creditMinor: 0n, freeMinor: 96_000n })
  })

  it('does not become wallet money by a refund of invented cash at the counter', async () => {
    const at = await shop()
    await sell(at, 20_000n, { promotionMinor: 20_000n })
    const customer = await test.build.customer()
    const orderId = await place(at, customer, 10_000n, 'COD')
    await collect(at, orderId)
    const clerk = await dashboard.clerk('order_actions')
    const asked = await dashboard.ask(
      'dashboard/refunds/propose',
      { order_id: orderId, to: 'wallet', reason: 'cold' },
      clerk,
    )
    expect(codeOf(asked)).toBe('REFUND_IMPOSSIBLE')
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 0n, promotion: 0n })
  })

  it('promotion credit of the store’s own people is never paid out, even if the store’s commission would cover it', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    await test.db
      .insertInto('store_members')
      .values({ store_id: at.store.id, user_id: customer.id, role: 'owner' })
      .execute()
    await fundWallet(test.db, customer.id, { promotionMinor: 20_000n })
    await collect(at, await place(at, customer, 20_000n, 'WALLET'))
    await sell(at, 500_000n, { ownMinor: 500_000n })
    expect(await fundsOf(at.store.id)).toMatchObject({ balanceMinor: 400_000n, freeMinor: 400_000n })
  })
})

it('the dashboard offers a payout request only if it would be accepted', async () => {
  const at = await shop()
  await sell(at, 100_000n, { ownMinor: 100_000n })
  const can = async () => (await earningsOf(at.store, at.owner)).body
  expect(await can()).toMatchObject({ canRequestForPayout: true, payoutsHeldUntil: null })
  const details = { account_holder: 'A', bank_name: '', account_number: '1', branch_code: '', upi_id: '', note: '' }
  await test.db
    .insertInto('store_payout_details')
    .values({ store_id: at.store.id, ...details })
    .execute()
  expect(await can()).toMatchObject({ canRequestForPayout: false, payoutsHeldUntil: expect.stringMatching(/^\d{4}-/) })
  expect(codeOf(await askPayout(at.store, at.owner))).toBe('PAYOUT_HELD')
})
