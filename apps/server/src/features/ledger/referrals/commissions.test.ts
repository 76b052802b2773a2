import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'
import { runJobs } from '#test/run-jobs.ts'
import { fundWallet } from '#test/wallet.ts'
import { creditDueCommissions } from './credit-commissions.ts'
import { jobs } from './jobs.ts'
import { type RefundedShare, reverseCommissions } from './reverse-commissions.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
let deliveries: ReturnType<typeof createDeliveries>
beforeAll(() => {
  people = createPeople(test)
  deliveries = createDeliveries(test)
})
beforeEach(() =>
  people.set({
    enableReferAndEarn: 'true',
    referralCommissionPercent: '5',
    couponShareCommissionPercent: '5',
    commissionHoldingDays: '0',
  }),
)

/** Creates a customer and a friend whom they referred. */
async function pair() {
  const referrer = await test.build.customer()
  const friend = await test.build.customer({ referred_by: referrer.id })
  return { referrer, friend }
}

const refund = (order: { id: number }, refunded: RefundedShare) =>
  inTransaction(test.db, (tx) => reverseCommissions(tx, order, refunded))
const refundAll = (order: { id: number }) => refund(order, { refundedMinor: 1n, ofMinor: 1n })

/**
 * Lists only the differences of balances and commissions. Other checks of the ledger are left out, because they would
 * report rows that the orders of the test builder lack.
 */
async function moneyProblems() {
  const ofMoney = ['balances', 'currencies', 'transfers', 'commissions']
  return (await checkLedger(test.db)).filter(({ check }) => ofMoney.includes(check))
}

async function owed(userId: number): Promise<bigint> {
  const row = await test.db
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission_debt')
    .executeTakeFirst()
  return -(row?.balance_minor ?? 0n)
}

async function ban(userId: number): Promise<void> {
  await test.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
}

const commissionsOf = (orderId: number) =>
  test.db
    .selectFrom('commissions')
    .select(['user_id', 'kind', 'amount_minor', 'reversed_minor', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

describe('a commission', () => {
  it('[I-04] [GAP-68] is 5 % of a friend’s delivered order, as own money of the referrer', async () => {
    const { referrer, friend } = await pair()
    await deliveries.deliver(friend, 100_000n)
    expect(await people.walletOf(referrer.id)).toEqual([
      { kind: 'wallet_own', key: 'walletTransactionCommission', amount: 5_000n },
    ])
    const { body } = await test.call('get-wallet-transactions', {}, referrer)
    expect(body).toMatchObject({ balance: 50, transactions: [{ type: 'deposit', amount: 5_000 }] })
    expect(JSON.stringify(body)).not.toContain(friend.name)
    const held = await test.call('export-my-data', {}, referrer)
    expect(held.body.data.commissions).toMatchObject([{ kind: 'referral', amount: '50.00', status: 'credited' }])
  })

  it('[GAP-68] is calculated from the subtotal after coupon; a cancelled order pays none, and a refund takes it back', async () => {
    const { referrer, friend } = await pair()
    const columns = {
      coupon_minor: 10_000n,
      delivery_charge_minor: 4_000n,
      store_charge_minor: 700n,
      tax_minor: 900n,
      tip_minor: 2_000n,
    }
    const lines = [{ name: 'Masala Dosa', quantity: 1, unit_price_minor: 100_000n }]
    const order = await deliveries.deliver(friend, 0n, { ...columns, lines })
    expect(await deliveries.ownMoney(referrer.id)).toBe(4_500n)
    const store = await test.build.store()
    const cancelled = await test.build.order({ user_id: friend.id, store_id: store.id, status: 1 })
    expect((await test.call('cancel-order', { order_id: cancelled.id }, friend)).body).toMatchObject({ success: true })
    expect(await deliveries.ownMoney(referrer.id)).toBe(4_500n)
    await refundAll(order)
    expect(await deliveries.ownMoney(referrer.id)).toBe(0n)
    expect((await people.walletOf(referrer.id)).map(({ amount }) => amount)).toEqual([4_500n, -4_500n])
  })

  it('[GAP-82] is calculated from the part that was paid with own money', async () => {
    const { referrer, friend } = await pair()
    await fundWallet(test.db, friend.id, { ownMinor: 10_000n, promotionMinor: 25_000n })
    await deliveries.deliver(friend, 50_000n, { wallet_own_minor: 10_000n, wallet_promotion_minor: 20_000n })
    expect(await deliveries.ownMoney(referrer.id)).toBe(1_500n)
    await deliveries.deliver(friend, 5_000n, { wallet_promotion_minor: 5_000n })
    expect(await deliveries.ownMoney(referrer.id)).toBe(1_500n)
  })

  it('[I-05] [INT-03] is paid to the referrer and to the owner of the used code, once if they are one person', async () => {
    const { referrer, friend } = await pair()
    const sharer = await test.build.customer()
    const both = await deliveries.deliver(friend, 100_000n, { shared_by: sharer.id })
    expect(await deliveries.ownMoney(referrer.id)).toBe(5_000n)
    expect(await deliveries.ownMoney(sharer.id)).toBe(5_000n)
    expect(await commissionsOf(both.id)).toMatchObject([
      { user_id: referrer.id, kind: 'referral', amount_minor: 5_000n, status: 'credited' },
      { user_id: sharer.id, kind: 'share', amount_minor: 5_000n, status: 'credited' },
    ])
    await deliveries.deliver(friend, 100_000n, { shared_by: referrer.id })
    expect(await deliveries.ownMoney(referrer.id)).toBe(10_000n)
    await deliveries.deliver(await test.build.customer(), 40_000n, { shared_by: sharer.id })
    expect(await deliveries.ownMoney(sharer.id)).toBe(7_000n)
  })

  it('[U-06] [INT-03] follows the settings, and stops with the programme', async () => {
    const { referrer, friend } = await pair()
    await people.set({ referralCommissionPercent: '2.5', couponShareCommissionPercent: '10' })
    await deliveries.deliver(friend, 10_000n)
    expect(await deliveries.ownMoney(referrer.id)).toBe(250n)
    await deliveries.deliver(friend, 10_000n, { shared_by: referrer.id })
    expect(await deliveries.ownMoney(referrer.id)).toBe(1_250n)
    await people.set({ enableReferAndEarn: 'false' })
    await deliveries.deliver(friend, 10_000n, { shared_by: referrer.id })
    await people.set({ enableReferAndEarn: 'true', referralCommissionPercent: 'much' })
    await deliveries.deliver(friend, 10_000n)
    expect(await deliveries.ownMoney(referrer.id)).toBe(1_250n)
  })

  it('[INT-03] is not paid to banned or deleted accounts, nor to staff who ordered for the customer', async () => {
    for (const fate of [{ is_active: false }, { deleted_at: new Date() }]) {
      const { referrer, friend } = await pair()
      await test.db.updateTable('users').set(fate).where('id', '=', referrer.id).execute()
      const order = await deliveries.deliver(friend, 100_000n, { shared_by: referrer.id })
      expect(await commissionsOf(order.id)).toEqual([])
    }
    const { referrer, friend } = await pair()
    await deliveries.deliver(friend, 100_000n, { acting_staff_id: referrer.id })
    expect(await people.walletOf(referrer.id)).toEqual([])
  })

  it('[INT-03] is not paid to the same person under another account: the same mailbox or browser', async () => {
    const alias = await pair()
    const email = `one.${alias.referrer.id}@example.test`
    await test.db.updateTable('users').set({ email }).where('id', '=', alias.referrer.id).execute()
    await test.db
      .updateTable('users')
      .set({ email: email.replace('@', '+second@') })
      .where('id', '=', alias.friend.id)
      .execute()
    await deliveries.deliver(alias.friend, 100_000n)
    expect(await people.walletOf(alias.referrer.id)).toEqual([])

    const shared = await pair()
    const browser = `https://fcm.googleapis.com/fcm/send/${shared.friend.id}`
    await deliveries.useBrowser(shared.referrer, browser)
    expect((await test.call('logout', {}, shared.referrer)).status).toBe(200)
    await deliveries.useBrowser(shared.friend, browser)
    await deliveries.deliver(shared.friend, 100_000n)
    expect(await people.walletOf(shared.referrer.id)).toEqual([])
    await deliveries.deliver(await test.build.customer({ referred_by: shared.referrer.id }), 100_000n)
    expect(await deliveries.ownMoney(shared.referrer.id)).toBe(5_000n)
  })

  it('[I-10] is paid once, however often the delivery is reported', async () => {
    const { referrer, friend } = await pair()
    const job = await deliveries.carried(friend, 100_000n)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliveries.handOver(job)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await people.walletOf(referrer.id)).toHaveLength(1)
    expect(await deliveries.ownMoney(referrer.id)).toBe(5_000n)
  })

  it('[I-10] [I-11] orders of many friends delivered in parallel pay each their own', async () => {
    const referrer = await test.build.customer()
    const sharer = await test.build.customer({ referred_by: referrer.id })
    const jobs = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const friend = await test.build.customer({ referred_by: index % 2 ? referrer.id : sharer.id })
        return deliveries.carried(friend, 10_000n, { shared_by: index % 2 ? sharer.id : referrer.id })
      }),
    )
    const answers = await Promise.all(jobs.map(deliveries.handOver))
    expect(answers.map(({ status }) => status)).toEqual(jobs.map(() => 200))
    expect([await deliveries.ownMoney(referrer.id), await deliveries.ownMoney(sharer.id)]).toEqual([6_000n, 6_000n])
    expect(await moneyProblems()).toEqual([])
  })
})

describe('a refund', () => {
  it('[GAP-68] takes back the refunded part of the commission, exact to the paisa, and nothing twice', async () => {
    const { referrer, friend } = await pair()
    const order = await deliveries.deliver(friend, 100_000n)
    for (const times of [1, 2]) {
      await refund(order, { refundedMinor: 33_333n, ofMinor: 100_000n })
      expect(await deliveries.ownMoney(referrer.id), `time ${times}`).toBe(3_333n)
    }
    await refund(order, { refundedMinor: 20_000n, ofMinor: 100_000n })
    expect(await deliveries.ownMoney(referrer.id)).toBe(3_333n)
    await Promise.all(Array.from({ length: 8 }, () => refundAll(order)))
    expect(await deliveries.ownMoney(referrer.id)).toBe(0n)
    expect(await commissionsOf(order.id)).toMatchObject([{ amount_minor: 5_000n, reversed_minor: 5_000n }])
  })

  it('[GAP-68] takes back what is left of a spent commission; the rest is a debt that the next ones pay', async () => {
    const { referrer, friend } = await pair()
    const first = await deliveries.deliver(friend, 100_000n)
    await deliveries.carried(referrer, 4_000n, { wallet_own_minor: 4_000n })
    await refundAll(first)
    expect([await deliveries.ownMoney(referrer.id), await owed(referrer.id)]).toEqual([0n, 4_000n])
    await deliveries.deliver(friend, 50_000n)
    expect([await deliveries.ownMoney(referrer.id), await owed(referrer.id)]).toEqual([0n, 1_500n])
    await deliveries.deliver(friend, 50_000n)
    expect([await deliveries.ownMoney(referrer.id), await owed(referrer.id)]).toEqual([1_000n, 0n])
    expect(await moneyProblems()).toEqual([])
  })

  it('[GAP-68] in parallel with spending and new commissions, keeps the ledger correct', async () => {
    const { referrer, friend } = await pair()
    const orders = []
    for (let count = 0; count < 6; count++) orders.push(await deliveries.deliver(friend, 20_000n))
    const next = await Promise.all(Array.from({ length: 4 }, () => deliveries.carried(friend, 10_000n)))
    await Promise.all([
      ...orders.map(refundAll),
      ...next.map(deliveries.handOver),
      ...[1, 2, 3].map(() =>
        deliveries.carried(referrer, 1_500n, { wallet_own_minor: 1_500n }).catch((error) => {
          expect(error).toMatchObject({ code: 'WALLET_TOO_LOW' })
        }),
      ),
    ])
    const spent = (await people.walletOf(referrer.id))
      .filter(({ key }) => key === 'orderPaymentWalletComment')
      .reduce((total, { amount }) => total - amount, 0n)
    expect((await deliveries.ownMoney(referrer.id)) - (await owed(referrer.id))).toBe(2_000n - spent)
    expect(await moneyProblems()).toEqual([])
  })
})

describe('a holding time', () => {
  /** Ends the holding time of an order's commissions, and records that riders hand in their cash. */
  async function pass(orderId: number): Promise<void> {
    await deliveries.handInCash()
    await test.db
      .updateTable('commissions')
      .set({ due_at: new Date(0) })
      .where('order_id', '=', orderId)
      .execute()
  }

  it('[GAP-68] [I-10] delays a commission by its days; then the scheduler credits it once', async () => {
    await people.set({ commissionHoldingDays: '3' })
    const { referrer, friend } = await pair()
    const order = await deliveries.deliver(friend, 100_000n)
    await creditDueCommissions(test.services)
    expect(await commissionsOf(order.id)).toMatchObject([{ status: 'held' }])
    expect(await people.walletOf(referrer.id)).toEqual([])
    await pass(order.id)
    await Promise.all([1, 2, 3].map(() => creditDueCommissions(test.services)))
    expect(await people.walletOf(referrer.id)).toHaveLength(1)
    expect(await commissionsOf(order.id)).toMatchObject([{ status: 'credited' }])
    await refundAll(order)
    expect(await deliveries.ownMoney(referrer.id)).toBe(0n)
  })

  it('[GAP-68] a refund in the meantime reduces the commission; a banned person forfeits it', async () => {
    await people.set({ commissionHoldingDays: '1' })
    const { referrer, friend } = await pair()
    const part = await deliveries.deliver(friend, 100_000n)
    const whole = await deliveries.deliver(friend, 100_000n)
    await refund(part, { refundedMinor: 1n, ofMinor: 2n })
    await refundAll(whole)
    for (const { id } of [part, whole]) await pass(id)
    await runJobs(test, jobs)
    await creditDueCommissions(test.services)
    expect((await people.walletOf(referrer.id)).map(({ amount }) => amount)).toEqual([2_500n])

    const banned = await pair()
    const lost = await deliveries.deliver(banned.friend, 100_000n)
    await ban(banned.referrer.id)
    await pass(lost.id)
    await creditDueCommissions(test.services)
    expect(await commissionsOf(lost.id)).toMatchObject([{ status: 'forfeited' }])
    await refundAll(lost)
    expect(await people.walletOf(banned.referrer.id)).toEqual([])
    expect(await moneyProblems()).toEqual([])
  })
})
