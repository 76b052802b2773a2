import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { creditDueCommissions } from '#features/ledger/referrals/credit-commissions.ts'
import { lockDueCommission } from '#features/ledger/referrals/queries.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'

const test = useTestApp()
const deliveries = createDeliveries(test)
const dashboard = createDashboard(test)
beforeEach(async () => {
  await createPeople(test).set({ minPayout: '0' })
  await dashboard.set({ staffDailyAmount: '1000000', walletAdjustmentApprovalAmount: '1000000' })
})

async function shop() {
  const store = await test.build.store({ commission_basis_points: 2_000 })
  return { store, owner: await test.build.owner({ stores: [store] }) }
}
type Shop = Awaited<ReturnType<typeof shop>>
type Rider = Awaited<ReturnType<typeof test.build.rider>>

/** Creates a delivery by this rider that is paid in cash, optionally for a customer whom a friend referred. */
async function sell({ store }: Shop, rider: Rider, minor: bigint, referred_by: number | null = null) {
  const customer = await test.build.customer({ referred_by })
  const job = await deliveries.carried(customer, minor, { store_id: store.id, rider_id: rider.id })
  expect((await deliveries.handOver({ order: job.order, rider })).status).toBe(200)
}
/** Sells a cash order to a customer whom a friend referred. The friend's commission is held for its holding time. */
async function heldCommission() {
  await createPeople(test).set({ commissionHoldingDays: '7' })
  const at = await shop()
  const rider = await test.build.rider({ stores: [at.store] })
  const friend = await test.build.customer({ address: { latitude: 12.8 } })
  await sell(at, rider, 100_000n, friend.id)
  return { at, rider, friend }
}
const letDaysPass = () =>
  test.db
    .updateTable('commissions')
    .set({ due_at: new Date('2020-01-01') })
    .execute()
const fundsOf = ({ store }: Shop) => storeFunds(test.db, store.id, 'INR')
const askPayout = ({ store, owner }: Shop) =>
  test.call('store-owner/send-payout-request', { store_id: store.id }, owner)
async function handIn(rider: Rider, amount: string) {
  const clerk = await dashboard.clerk('delivery_collection_manage')
  const answer = await dashboard.ask('dashboard/delivery-collections/collect', { rider_id: rider.id, amount }, clerk)
  expect(answer.status).toBe(200)
}
const commissionsOf = ({ id }: { id: number }) =>
  test.db.selectFrom('commissions').select(['id', 'status']).where('user_id', '=', id).execute()
const problems = async () =>
  (await checkLedger(test.db)).filter(({ check }) => !['orderDiscounts', 'clearing'].includes(check))

describe('cash that a rider reports but has not handed in', () => {
  it('is paid out to no store before the rider hands it in', async () => {
    const at = await shop()
    const rider = await test.build.rider({ stores: [at.store] })
    await sell(at, rider, 90_000_000n)
    expect(await fundsOf(at)).toMatchObject({ balanceMinor: 72_000_000n, unseenMinor: 72_000_000n, freeMinor: 0n })
    expect(codeOf(await askPayout(at))).toBe('PAYOUT_TOO_LOW')
    // The rider hands in only a part of the cash of an order, which does not release the held money of the order.
    await handIn(rider, '450000')
    expect(await fundsOf(at)).toMatchObject({ freeMinor: 0n })
    await handIn(rider, '450000')
    expect(await fundsOf(at)).toMatchObject({ unseenMinor: 0n, freeMinor: 72_000_000n })
    expect((await askPayout(at)).status).toBe(200)
    expect(await problems()).toEqual([])
  })

  it('is handed in for the oldest orders first, of any store', async () => {
    const [first, second] = [await shop(), await shop()]
    const rider = await test.build.rider({ stores: [first.store, second.store] })
    const other = await test.build.rider({ stores: [first.store] })
    await sell(first, rider, 100_000n)
    await sell(second, rider, 200_000n)
    await sell(first, rider, 300_000n)
    await sell(first, other, 50_000n)
    expect((await fundsOf(first)).unseenMinor).toBe(360_000n)
    await handIn(rider, '3000')
    expect(await fundsOf(first)).toMatchObject({ unseenMinor: 280_000n, freeMinor: 80_000n })
    expect(await fundsOf(second)).toMatchObject({ unseenMinor: 0n, freeMinor: 160_000n })
    await handIn(other, '500')
    expect(await fundsOf(first)).toMatchObject({ unseenMinor: 240_000n, freeMinor: 120_000n })
    expect(await problems()).toEqual([])
  })

  it('pays a commission that was held for days only after the cash is handed in', async () => {
    const { rider, friend } = await heldCommission()
    await letDaysPass()
    await creditDueCommissions(test.services)
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    await handIn(rider, '1000')
    await creditDueCommissions(test.services)
    expect(await deliveries.ownMoney(friend.id)).toBe(5_000n)
    expect(await problems()).toEqual([])
  })
})

describe('a commission that was held for days', () => {
  it.each(['earner', 'buyer'])('is forfeited if its %s joins the store in the meantime', async (which) => {
    const { at, rider, friend } = await heldCommission()
    await handIn(rider, '1000')
    const { id: buyer } = await test.db
      .selectFrom('users')
      .select('id')
      .where('referred_by', '=', friend.id)
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('store_members')
      .values({ store_id: at.store.id, user_id: which === 'earner' ? friend.id : buyer, role: 'owner' })
      .execute()
    await letDaysPass()
    await creditDueCommissions(test.services)
    expect(await deliveries.ownMoney(friend.id)).toBe(0n)
    expect(await commissionsOf(friend)).toMatchObject([{ status: 'forfeited' }])
    expect(await problems()).toEqual([])
  })

  it('waits again if the cash of its order is not handed in, also if the list was made before', async () => {
    const { at, rider, friend } = await heldCommission()
    await letDaysPass()
    const { id } = (await commissionsOf(friend))[0]!
    expect(await inTransaction(test.db, (tx) => lockDueCommission(tx, id))).toBeUndefined()
    await handIn(rider, '1000')
    expect(await inTransaction(test.db, (tx) => lockDueCommission(tx, id))).toMatchObject({ store_id: at.store.id })
  })
})
