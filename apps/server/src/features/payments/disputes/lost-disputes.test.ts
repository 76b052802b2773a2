import { beforeEach, describe, expect, it } from 'vitest'
import { creditDueCommissions } from '#features/ledger/referrals/credit-commissions.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createCard, useTill } from '#test/payments.ts'
import { createDeliveries } from '#test/referrals.ts'

const test = useTestApp()
const till = useTill(test)
const card = createCard(test)
const dashboard = createDashboard(test)
const deliveries = createDeliveries(test)
beforeEach(async () => {
  await createPeople(test).set({ minPayout: '0', limitOrdersPerCustomer: '100000', limitPaymentsPerCustomer: '100000' })
  await dashboard.set({ paymentHoldDays: '7', storesBearLostDisputes: 'true', commissionHoldingDays: '7' })
  await dashboard.set({ staffDailyAmount: '1000000', walletAdjustmentApprovalAmount: '1000000' })
})

async function shop() {
  const store = await test.build.store({ commission_basis_points: 2_000 })
  return { store, owner: await test.build.owner({ stores: [store] }) }
}
type Shop = Awaited<ReturnType<typeof shop>>
type Customer = { id: number; token: string }

async function place({ store }: Shop, by: Customer, priceMinor: bigint, method: string): Promise<number> {
  const item = await test.build.item({ store_id: store.id, price_minor: priceMinor })
  const cart = { order: [{ id: item.id, quantity: 1 }], method, delivery_type: 2 as const }
  const { body } = await test.call('place-order', cart, { ...by, key: crypto.randomUUID() })
  expect(body).toMatchObject({ success: true })
  return (body as unknown as { data: { id: number } }).data.id
}
async function collect({ store, owner }: Shop, order_id: number): Promise<void> {
  for (const step of ['accept-order', 'mark-selfpickup-order-ready', 'mark-selfpickup-order-completed'] as const)
    expect((await test.call(`store-owner/${step}`, { store_id: store.id, order_id }, owner)).status).toBe(200)
}
/** Sells an order of 1,000 that is paid by card and picked up: 800 for the store, 200 for the platform. */
async function sellByCard(at: Shop, { by, minor = 100_000n }: { by?: Customer; minor?: bigint } = {}) {
  const customer = by ?? (await test.build.customer())
  const orderId = await place(at, customer, minor, 'RAZORPAY')
  const payment = await card.pay({ userId: customer.id, orderId, amountMinor: minor })
  await collect(at, orderId)
  return { customer, orderId, payment }
}
/** Sells an order that is paid from a wallet that a card payment filled. */
async function sellByWallet(at: Shop, { filled, minor }: { filled: bigint; minor: bigint }) {
  const customer = await test.build.customer()
  const payment = await card.pay({ userId: customer.id, amountMinor: filled })
  const orderId = await place(at, customer, minor, 'WALLET')
  await collect(at, orderId)
  return { customer, orderId, payment }
}

const fundsOf = ({ store }: Shop) => storeFunds(test.db, store.id, 'INR')
const earningsOf = async ({ store, owner }: Shop) =>
  (await test.call('store-owner/get-earnings', { store_id: store.id }, owner)).body
const askPayout = ({ store, owner }: Shop) =>
  test.call('store-owner/send-payout-request', { store_id: store.id }, owner)
const numberOf = async (id: number) =>
  (await test.db.selectFrom('orders').select('unique_order_id').where('id', '=', id).executeTakeFirstOrThrow())
    .unique_order_id
const ownMoney = async ({ id }: Customer) => (await dashboard.wallet(id)).own
const faults = async () =>
  (await checkLedger(test.db)).filter(({ check }) => !['orderDiscounts', 'clearing'].includes(check))
/** Returns the platform's dispute loss, in minor units. */
async function platformLoss(): Promise<bigint> {
  const { total } = await test.db
    .selectFrom('ledger_accounts as a')
    .innerJoin('postings as p', 'p.account_id', 'a.id')
    .select((eb) => eb.fn.sum<bigint>('p.amount_minor').as('total'))
    .where('a.kind', '=', 'dispute_loss')
    .where('a.currency', '=', 'INR')
    .executeTakeFirstOrThrow()
  return -BigInt(total ?? 0)
}

describe('the share of an order that a card paid', () => {
  it('is held for the days after the payment, and paid out after that', async () => {
    const at = await shop()
    const { payment } = await sellByCard(at)
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n, daysMinor: 80_000n, freeMinor: 0n })
    expect(await earningsOf(at)).toMatchObject({
      heldRecent: '800.00',
      heldDisputed: '0.00',
      availableForPayout: '0.00',
      canRequestForPayout: false,
      disputes: [],
    })
    expect(codeOf(await askPayout(at))).toBe('PAYOUT_TOO_LOW')
    await card.letHoldEnd([payment])
    expect(await earningsOf(at)).toMatchObject({ heldRecent: '0.00', availableForPayout: '800.00' })
    expect((await askPayout(at)).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  it('is not held while the setting has no days, and no longer than sixty', async () => {
    await dashboard.set({ paymentHoldDays: '0' })
    const at = await shop()
    await sellByCard(at)
    expect(await fundsOf(at)).toMatchObject({ daysMinor: 0n, freeMinor: 80_000n })
    const admin = await test.build.user({}, 'admin')
    const save = (paymentHoldDays: string) =>
      test.build
        .token(admin.id, 'staff')
        .then((token) =>
          dashboard.ask('dashboard/settings/save', { edition: '9999999999', values: { paymentHoldDays } }, { token }),
        )
    expect(codeOf(await save('61'))).toBe('INVALID_INPUT')
    expect((await save('60')).status).toBe(200)
  })

  it('is held while a dispute is open, however old the payment; the store sees which order', async () => {
    const at = await shop()
    const { payment, orderId } = await sellByCard(at)
    await sellByCard(at, { minor: 50_000n }).then((other) => card.letHoldEnd([payment, other.payment]))
    await card.rule(payment, { status: 'open' })
    expect(await earningsOf(at)).toMatchObject({
      heldDisputed: '800.00',
      heldRecent: '0.00',
      availableForPayout: '400.00',
      disputes: [{ unique_order_id: await numberOf(orderId), status: 'open', amount: '800.00' }],
    })
    expect((await askPayout(at)).status).toBe(200)
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n, disputedMinor: 80_000n, freeMinor: 0n })
    await card.rule(payment, { status: 'won' })
    expect(await fundsOf(at)).toMatchObject({ disputedMinor: 0n, freeMinor: 80_000n })
    expect(await faults()).toEqual([])
  })

  it('does not cover promotion credit with its commission while it is held, nor after it is lost', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const { fundWallet } = await import('#test/wallet.ts')
    await fundWallet(test.db, customer.id, { promotionMinor: 20_000n })
    await collect(at, await place(at, customer, 20_000n, 'WALLET'))
    const { payment } = await sellByCard(at)
    expect(await fundsOf(at)).toMatchObject({ daysMinor: 80_000n, creditMinor: 16_000n, freeMinor: 0n })
    await card.rule(payment, { status: 'lost' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 16_000n, creditMinor: 16_000n, freeMinor: 0n })
    expect(await faults()).toEqual([])
  })
})

describe('a lost dispute', () => {
  it("takes the store's share while the platform bears its commission; if it is won after all, the money returns", async () => {
    const at = await shop()
    const before = await platformLoss()
    const { payment, orderId } = await sellByCard(at)
    await card.rule(payment, { status: 'lost' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n, daysMinor: 0n, disputedMinor: 0n, freeMinor: 0n })
    expect((await platformLoss()) - before).toBe(20_000n)
    expect((await earningsOf(at)).disputes).toMatchObject([
      { unique_order_id: await numberOf(orderId), status: 'lost', amount: '800.00' },
    ])
    expect(await faults()).toEqual([])
    await card.rule(payment, { status: 'won' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n })
    expect((await platformLoss()) - before).toBe(0n)
    expect((await earningsOf(at)).disputes).toEqual([])
    await card.rule(payment, { status: 'lost' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n })
    expect(await faults()).toEqual([])
  })

  it('over a part of the payment takes that part of the share, rounded up, and holds the rest', async () => {
    const at = await shop()
    const { payment } = await sellByCard(at)
    await card.rule(payment, { status: 'lost', amountMinor: 33_333n })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n - 26_667n, daysMinor: 53_334n })
    await card.rule(payment, { status: 'lost', amountMinor: 66_667n, disputeId: `second-${payment}` })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: -1n, daysMinor: 0n })
    expect(await faults()).toEqual([])
  })

  it('after the payout makes the store owe its share, which its next sales pay', async () => {
    const at = await shop()
    const { payment } = await sellByCard(at)
    await card.letHoldEnd([payment])
    expect((await askPayout(at)).status).toBe(200)
    await card.rule(payment, { status: 'lost' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: -80_000n })
    const { payment: next } = await sellByCard(at)
    await card.letHoldEnd([next])
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n, freeMinor: 0n })
    expect(await faults()).toEqual([])
  })

  it('before the delivery is borne at the delivery, and by no one if the order is cancelled', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const orderId = await place(at, customer, 100_000n, 'RAZORPAY')
    const payment = await card.pay({ userId: customer.id, orderId, amountMinor: 100_000n })
    await card.rule(payment, { status: 'lost' })
    await collect(at, orderId)
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n, freeMinor: 0n })
    const other = await place(at, customer, 100_000n, 'RAZORPAY')
    const lost = await card.pay({ userId: customer.id, orderId: other, amountMinor: 100_000n })
    await card.rule(lost, { status: 'lost' })
    expect((await test.call('cancel-order', { order_id: other }, customer)).status).toBe(200)
    expect([await ownMoney(customer), (await fundsOf(at)).balanceMinor]).toEqual([0n, 0n])
    expect(await faults()).toEqual([])
  })

  it('stays with the platform if stores bear none, and a share that was borne earlier is returned if the dispute is won', async () => {
    const at = await shop()
    const first = await sellByCard(at)
    await card.rule(first.payment, { status: 'lost' })
    await dashboard.set({ storesBearLostDisputes: 'false' })
    const second = await sellByCard(at)
    await card.rule(second.payment, { status: 'lost' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n, freeMinor: 80_000n })
    await card.rule(first.payment, { status: 'won' })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 160_000n })
    expect(await faults()).toEqual([])
  })

  it('after a partial refund by staff takes only the rest', async () => {
    const at = await shop()
    const { payment, orderId } = await sellByCard(at)
    const clerk = await dashboard.clerk('order_actions')
    const refund = { order_id: orderId, to: 'provider', amount: '400', reason: 'cold' }
    expect((await dashboard.ask('dashboard/refunds/propose', refund, clerk)).status).toBe(200)
    await card.rule(payment, { status: 'lost', amountMinor: 60_000n })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 32_000n })
    expect(codeOf(await dashboard.ask('dashboard/refunds/propose', refund, clerk))).toBe('REFUND_IMPOSSIBLE')
    expect(await faults()).toEqual([])
  })

  it('is borne once, for any number and order of parallel webhook events', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const orderId = await place(at, customer, 100_000n, 'RAZORPAY')
    const attempt = await till.start({ id: orderId, token: customer.token } as never)
    const act = (action: string, args: object) => till.simulator.act('razorpay', action, { ...args })
    const { payment } = (await act('pay', { order: attempt.providerRef })) as { payment: string }
    const url = `${till.url}/public/api/payment/razorpay/webhook`
    const tell = (kind: string) => act('deliver', { to: url, kind })
    await tell('payment.captured')
    for (const status of ['open', 'lost']) await act('dispute', { payment, status })
    await Promise.all([
      collect(at, orderId),
      ...Array.from({ length: 4 }, () => tell('payment.dispute.created')),
      ...Array.from({ length: 4 }, () => tell('payment.dispute.lost')),
      ...Array.from({ length: 8 }, () => card.rule(payment, { status: 'lost', disputeId: `again-${payment}` })),
    ])
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n, freeMinor: 0n })
    expect(await faults()).toEqual([])
    await act('dispute', { payment, status: 'won' })
    await Promise.all([
      ...Array.from({ length: 4 }, () => tell('payment.dispute.won')),
      ...Array.from({ length: 4 }, () => card.rule(payment, { status: 'won', disputeId: `again-${payment}` })),
      ...Array.from({ length: 4 }, () => card.rule(payment, { status: 'open', disputeId: `again-${payment}` })),
    ])
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 80_000n })
    expect(await faults()).toEqual([])
  })
})

describe('a wallet that a card payment filled', () => {
  it('holds the amount of orders paid from it, up to the amount of the top-up', async () => {
    const at = await shop()
    const { payment } = await sellByWallet(at, { filled: 100_000n, minor: 60_000n })
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 48_000n, daysMinor: 48_000n, freeMinor: 0n })
    await card.letHoldEnd([payment])
    expect(await fundsOf(at)).toMatchObject({ daysMinor: 0n, freeMinor: 48_000n })
    // Money that came into the wallet without a payment is not held.
    const { fundWallet } = await import('#test/wallet.ts')
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 40_000n })
    await card.pay({ userId: customer.id, amountMinor: 10_000n })
    await collect(at, await place(at, customer, 50_000n, 'WALLET'))
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 88_000n, daysMinor: 8_000n, freeMinor: 80_000n })
  })

  it('gives back its remaining money, and the stores bear their share of the spent part', async () => {
    const [first, second] = [await shop(), await shop()]
    const before = await platformLoss()
    const { customer, payment } = await sellByWallet(first, { filled: 100_000n, minor: 50_000n })
    await collect(second, await place(second, customer, 20_000n, 'WALLET'))
    await card.rule(payment, { status: 'open' })
    expect(await fundsOf(first)).toMatchObject({ daysMinor: 0n, disputedMinor: 40_000n })
    await card.rule(payment, { status: 'lost' })
    expect([
      await ownMoney(customer),
      (await fundsOf(first)).balanceMinor,
      (await fundsOf(second)).balanceMinor,
    ]).toEqual([0n, 0n, 0n])
    expect((await platformLoss()) - before).toBe(14_000n)
    expect(await faults()).toEqual([])
    await card.rule(payment, { status: 'won' })
    expect([
      await ownMoney(customer),
      (await fundsOf(first)).balanceMinor,
      (await fundsOf(second)).balanceMinor,
    ]).toEqual([30_000n, 40_000n, 16_000n])
    expect((await platformLoss()) - before).toBe(0n)
    expect(await faults()).toEqual([])
  })

  it('loses the money that a cancelled open order returns to it, and the store bears its share of a delivered one', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const payment = await card.pay({ userId: customer.id, amountMinor: 100_000n })
    const [kept, cancelled] = [
      await place(at, customer, 60_000n, 'WALLET'),
      await place(at, customer, 40_000n, 'WALLET'),
    ]
    await card.rule(payment, { status: 'lost' })
    expect((await test.call('cancel-order', { order_id: cancelled }, customer)).status).toBe(200)
    expect(await ownMoney(customer)).toBe(0n)
    await collect(at, kept)
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 0n, freeMinor: 0n })
    // The customer keeps money that they pay in after the loss was paid back.
    await card.pay({ userId: customer.id, amountMinor: 30_000n })
    await collect(at, await place(at, customer, 20_000n, 'WALLET'))
    expect([await ownMoney(customer), (await fundsOf(at)).balanceMinor]).toEqual([10_000n, 16_000n])
    expect(await faults()).toEqual([])
  })

  it('counts a payment of a cancelled order that was returned to the wallet as filling it', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const orderId = await place(at, customer, 100_000n, 'RAZORPAY')
    const payment = await card.pay({ userId: customer.id, orderId, amountMinor: 100_000n })
    expect((await test.call('cancel-order', { order_id: orderId }, customer)).status).toBe(200)
    expect(await ownMoney(customer)).toBe(100_000n)
    await collect(at, await place(at, customer, 70_000n, 'WALLET'))
    expect(await fundsOf(at)).toMatchObject({ daysMinor: 56_000n, freeMinor: 0n })
    await card.rule(payment, { status: 'lost' })
    expect([await ownMoney(customer), (await fundsOf(at)).balanceMinor]).toEqual([0n, 0n])
    expect(await faults()).toEqual([])
  })

  it('is charged once for lost top-ups whose events run in parallel with deliveries', async () => {
    const at = await shop()
    const customer = await test.build.customer()
    const payments = [
      await card.pay({ userId: customer.id, amountMinor: 50_000n }),
      await card.pay({ userId: customer.id, amountMinor: 50_000n }),
    ]
    const orders = [await place(at, customer, 40_000n, 'WALLET'), await place(at, customer, 40_000n, 'WALLET')]
    await Promise.all([
      ...orders.map((order) => collect(at, order)),
      ...payments.flatMap((payment) => Array.from({ length: 4 }, () => card.rule(payment, { status: 'lost' }))),
    ])
    expect([await ownMoney(customer), (await fundsOf(at)).balanceMinor]).toEqual([0n, 0n])
    expect(await faults()).toEqual([])
  })
})

describe('the referral commission of friends', () => {
  async function sellToFriend() {
    const at = await shop()
    const friend = await test.build.customer({ address: { latitude: 12.8 } })
    const by = await test.build.customer({ referred_by: friend.id })
    return { at, friend, by, ...(await sellByCard(at, { by })) }
  }
  const creditDue = async () => {
    await test.db
      .updateTable('commissions')
      .set({ due_at: new Date(0) })
      .where('status', '=', 'held')
      .execute()
    await creditDueCommissions(test.services)
  }

  it('waits while a bank may take the money, and is never credited after it is lost', async () => {
    const { friend, payment } = await sellToFriend()
    await creditDue()
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    await card.letHoldEnd([payment])
    await card.rule(payment, { status: 'open' })
    await creditDue()
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    await card.rule(payment, { status: 'lost' })
    await creditDue()
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    expect(await faults()).toEqual([])
  })

  it('waits even if the setting has no days', async () => {
    await dashboard.set({ commissionHoldingDays: '0' })
    const { friend, payment } = await sellToFriend()
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    await card.letHoldEnd([payment])
    await creditDue()
    expect(await deliveries.ownMoney(friend.id)).toBe(5_000n)
    expect(await faults()).toEqual([])
  })

  it('is taken back when the payment is lost later', async () => {
    const { friend, payment } = await sellToFriend()
    await card.letHoldEnd([payment])
    await creditDue()
    expect(await deliveries.ownMoney(friend.id)).toBe(5_000n)
    await card.rule(payment, { status: 'lost' })
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    expect(await faults()).toEqual([])
  })
})
