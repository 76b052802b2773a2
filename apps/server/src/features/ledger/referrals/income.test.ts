import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeBalance } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'
import { runJobs } from '#test/run-jobs.ts'
import { fundWallet } from '#test/wallet.ts'
import { creditDueCommissions, watchCommissions } from './credit-commissions.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
let deliveries: ReturnType<typeof createDeliveries>
let dashboard: ReturnType<typeof createDashboard>
beforeAll(() => {
  people = createPeople(test)
  deliveries = createDeliveries(test)
  dashboard = createDashboard(test)
})
beforeEach(() =>
  people.set({
    enableReferAndEarn: 'true',
    referralBonusType: 'registration',
    limitOrdersPerCustomer: '1000',
    commissionHoldingDays: '0',
    commissionCapPerson: '10000000',
    commissionCapPair: '10000000',
    commissionCapDay: '100000000',
    walletAdjustmentApprovalAmount: '5000',
    staffDailyAmount: '10000',
  }),
)

type Store = { id: number }
type Owner = { id: number; token: string }
type Line = { quantity: number; price_minor: bigint }

/** Creates a store with its owner, and a friend whom one customer referred and who uses the code of another. */
async function town(storeRow: Record<string, unknown> = {}) {
  const store = await test.build.store({ commission_basis_points: 2_000, ...storeRow })
  const owner = await test.build.owner({ stores: [store] })
  const referrer = await test.build.customer({ address: { latitude: 12.9101 } })
  const sharer = await test.build.customer({ address: { latitude: 12.9102 } })
  const friend = await test.build.customer({ referred_by: referrer.id, address: { latitude: 12.9103 } })
  return { store, owner, referrer, sharer, friend }
}

/** Places an order that is paid in cash at the counter; only the store marks it as completed. */
async function collect({ store, owner, friend, sharer }: Awaited<ReturnType<typeof town>>, line: Partial<Line> = {}) {
  const item = await test.build.item({ store_id: store.id, price_minor: line.price_minor ?? 10_000_000n })
  const placed = await test.call(
    'place-order',
    {
      order: [{ id: item.id, quantity: line.quantity ?? 1 }],
      coupon: { code: (await codeOfCustomer(sharer.id)) as string },
      method: 'COD',
      delivery_type: 2,
    },
    { ...friend, key: crypto.randomUUID() },
  )
  expect(placed.body).toMatchObject({ success: true })
  const order_id = (placed.body as { data: { id: number } }).data.id
  await completeAtStore(store, owner, order_id)
  return order_id
}

async function codeOfCustomer(id: number): Promise<string> {
  const row = await test.db.selectFrom('users').select('referral_code').where('id', '=', id).executeTakeFirstOrThrow()
  return row.referral_code
}

async function completeAtStore(store: Store, owner: Owner, order_id: number): Promise<void> {
  const own = { store_id: store.id, order_id }
  for (const step of ['accept-order', 'mark-selfpickup-order-ready', 'mark-selfpickup-order-completed'] as const)
    expect((await test.call(`store-owner/${step}`, own, owner)).status).toBe(200)
}

const due = (storeId: number) => storeBalance(test.db, storeId, 'INR')
const rowsOf = (orderId: number) =>
  test.db
    .selectFrom('commissions')
    .select(['user_id', 'amount_minor', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const moneyOf = (...accounts: { id: number }[]) => Promise.all(accounts.map(({ id }) => deliveries.ownMoney(id)))
const ledgerOfOrders = async () =>
  (await checkLedger(test.db)).filter(
    ({ check }) => !['orderSubtotals', 'orderDiscounts', 'clearing', 'orderPayments'].includes(check),
  )

describe('cash that a store takes at its counter', () => {
  it('makes the store owe its commission to the platform, which is deducted from its later balance', async () => {
    const place = await town()
    await collect(place, { price_minor: 294_000n })
    expect(await due(place.store.id)).toBe(-58_800n)
    const earnings = () => test.call('store-owner/get-earnings', { store_id: place.store.id }, place.owner)
    expect((await earnings()).body).toMatchObject({
      balanceBeforeCommission: '0.00',
      balanceAfterCommission: '-588.00',
      canRequestForPayout: false,
    })
    const asked = await test.call('store-owner/send-payout-request', { store_id: place.store.id }, place.owner)
    expect(codeOf(asked)).toBe('PAYOUT_TOO_LOW')

    await fundWallet(test.db, place.friend.id, { ownMinor: 294_000n })
    const item = await test.build.item({ store_id: place.store.id, price_minor: 294_000n })
    const paid = await test.call(
      'place-order',
      { order: [{ id: item.id, quantity: 1 }], method: 'WALLET', delivery_type: 2 },
      place.friend,
    )
    await completeAtStore(place.store, place.owner, (paid.body as { data: { id: number } }).data.id)
    // The order from the wallet brings the store 2,940, less the store commission of 588 on each of the two orders.
    expect(await due(place.store.id)).toBe(294_000n - 2n * 58_800n)
    expect((await earnings()).body).toMatchObject({
      balanceBeforeCommission: '2940.00',
      balanceAfterCommission: '1764.00',
    })
    await test.call('store-owner/send-payout-request', { store_id: place.store.id }, place.owner)
    const payout = await test.db
      .selectFrom('store_payouts')
      .select(['gross_minor', 'commission_minor', 'amount_minor'])
      .where('store_id', '=', place.store.id)
      .executeTakeFirstOrThrow()
    expect(payout).toEqual({ gross_minor: 294_000n, commission_minor: 117_600n, amount_minor: 176_400n })
    expect(await due(place.store.id)).toBe(0n)
    expect(await ledgerOfOrders()).toEqual([])
  })

  it('pays friends nothing while the store owes, however many sales it reports', async () => {
    const place = await town()
    const ids = []
    for (let times = 0; times < 3; times++) ids.push(await collect(place, { quantity: 9 }))
    await runJobs(test, jobs)
    await creditDueCommissions(test.services)
    expect(await moneyOf(place.referrer, place.sharer)).toEqual([0n, 0n])
    // The store owes 20 % commission on three orders of 9,00,000 each.
    expect(await due(place.store.id)).toBe(-3n * 18_000_000n)
    for (const id of ids) expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['held', 'held'])
    expect(await ledgerOfOrders()).toEqual([])
  })

  it('pays friends their share after the store has paid its debt, and less than it paid', async () => {
    const place = await town()
    await collect(place, { price_minor: 100_000n })
    await creditDueCommissions(test.services)
    expect(await moneyOf(place.referrer, place.sharer)).toEqual([0n, 0n])
    const clerk = await dashboard.clerk('store_payouts_manage')
    const record = (amount: string | undefined) =>
      dashboard.ask(
        'dashboard/store-settlements/record',
        { store_id: place.store.id, amount, reference: 'UTR 1' },
        clerk,
      )
    expect(codeOf(await record('200.01'))).toBe('SETTLEMENT_TOO_HIGH')
    expect((await record('199.99')).body).toMatchObject({ data: { state: 'booked', store: { id: place.store.id } } })
    await creditDueCommissions(test.services)
    expect(await moneyOf(place.referrer, place.sharer)).toEqual([0n, 0n])
    expect((await record(undefined)).body).toMatchObject({ data: { state: 'booked', amount: '0.01' } })
    expect(codeOf(await record(undefined))).toBe('SETTLEMENT_TOO_HIGH')
    await Promise.all([1, 2, 3].map(() => creditDueCommissions(test.services)))
    expect(await moneyOf(place.referrer, place.sharer)).toEqual([5_000n, 5_000n])
    expect(await due(place.store.id)).toBe(0n)
    expect(await ledgerOfOrders()).toEqual([])
  })

  it('pays no bonus on orders, because a store could invent a first order', async () => {
    await people.set({ referralBonusType: 'order', minimumSuccessfulReferralOrderAmount: '100' })
    const place = await town()
    await collect(place, { price_minor: 100_000n })
    expect([await deliveries.promotion(place.friend.id), await deliveries.promotion(place.referrer.id)]).toEqual([
      0n,
      0n,
    ])
    await deliveries.deliver(place.friend, 20_000n)
    expect(await deliveries.promotion(place.friend.id)).toBe(20_000n)
  })
})

describe('the commission of friends from an order', () => {
  it('is at most the platform’s income from it, for both together, in proportion', async () => {
    const { referrer, sharer, friend } = await town()
    const store = await test.build.store({ commission_basis_points: 500 })
    const rider = await test.build.rider({ stores: [store], commission_basis_points: 0 })
    const order = await test.build.order({
      user_id: friend.id,
      store_id: store.id,
      rider_id: rider.id,
      status: 4,
      shared_by: sharer.id,
      lines: [{ name: 'Dosa', quantity: 1, unit_price_minor: 100_001n }],
    })
    await deliveries.handOver({ order, rider })
    // Both commissions together are 5 % of 1,000.01: 50.00, rounded down.
    expect(await moneyOf(referrer, sharer)).toEqual([2_500n, 2_500n])
  })

  it.each([
    ['a store without commission', 0, 500],
    ['a rider who earns all of it', 500, 1_000],
  ])('is zero if the platform earned nothing: %s', async (_what, storePoints, riderPoints) => {
    const { referrer, sharer, friend } = await town()
    const store = await test.build.store({ commission_basis_points: storePoints })
    const rider = await test.build.rider({ stores: [store], commission_basis_points: riderPoints })
    await people.set({ enableDeliveryGuyEarning: 'true', deliveryGuyCommissionFrom: 'FULLORDER' })
    const order = await test.build.order({
      user_id: friend.id,
      store_id: store.id,
      rider_id: rider.id,
      status: 4,
      shared_by: sharer.id,
    })
    await deliveries.handOver({ order, rider })
    expect(await rowsOf(order.id)).toEqual([])
    expect(await moneyOf(referrer, sharer)).toEqual([0n, 0n])
  })

  it('above the income is refused by the database', async () => {
    const { referrer, friend, store } = await town()
    const order = await test.build.order({
      user_id: friend.id,
      store_id: store.id,
      status: 1,
      platform_income_minor: 1_000n,
    })
    const row = { order_id: order.id, user_id: referrer.id, currency: 'INR', status: 'held', due_at: new Date() }
    await test.db
      .insertInto('commissions')
      .values({ ...row, kind: 'referral', amount_minor: 600n })
      .execute()
    const second = { ...row, kind: 'share', user_id: friend.id, amount_minor: 401n }
    await expect(test.db.insertInto('commissions').values(second).execute()).rejects.toThrow('more than its income')
  })

  it('is held by default, and held longer while only staff have confirmed the payment', async () => {
    await people.set({ commissionHoldingDays: '7' })
    const { referrer, friend } = await town()
    const order = await deliveries.deliver(friend, 100_000n)
    await deliveries.handInCash()
    expect(await rowsOf(order.id)).toMatchObject([{ status: 'held' }])
    await test.db
      .updateTable('commissions')
      .set({ due_at: new Date(0) })
      .where('order_id', '=', order.id)
      .execute()
    await test.db.updateTable('orders').set({ payment_approved_at: new Date() }).where('id', '=', order.id).execute()
    await creditDueCommissions(test.services)
    expect(await moneyOf(referrer)).toEqual([0n])
    await test.db.updateTable('orders').set({ payment_approved_at: null }).where('id', '=', order.id).execute()
    await creditDueCommissions(test.services)
    expect(await moneyOf(referrer)).toEqual([5_000n])
  })
})

describe('the people of a store', () => {
  type Town = Awaited<ReturnType<typeof town>>
  const link = (from: Town, one: 'referrer' | 'sharer' | 'friend') => from[one]
  const ties: [string, (place: Town, account: { id: number; token: string }) => Promise<unknown>][] = [
    [
      'a member of the store',
      ({ store }, { id }) =>
        test.db.insertInto('store_members').values({ store_id: store.id, user_id: id, role: 'owner' }).execute(),
    ],
    [
      'the mailbox of its owner',
      async ({ owner }, { id }) => {
        const { email } = await test.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', owner.id)
          .executeTakeFirstOrThrow()
        await test.db
          .updateTable('users')
          .set({ email: email!.replace('@', '+me@') })
          .where('id', '=', id)
          .execute()
      },
    ],
    [
      'the address of its owner',
      ({ owner }, { id }) =>
        test.db
          .insertInto('addresses')
          .values(
            [owner.id, id].map((user_id) => ({
              user_id,
              address: 'Hill View',
              latitude: 12.97001,
              longitude: 77.59999,
            })),
          )
          .execute(),
    ],
    [
      'the browser of its owner',
      async ({ owner }, account) => {
        const hash = Buffer.alloc(32, account.id % 251)
        await test.db
          .insertInto('known_devices')
          .values([owner.id, account.id].map((user_id) => ({ user_id, device_hash: hash })))
          .execute()
      },
    ],
    [
      'the browser in which its owner signed in, without push messages',
      async ({ owner }, account) => {
        const client = `device:counter-${account.id}`
        const both = [owner.id, account.id].map((user_id) => ({ user_id, client }))
        await test.db.insertInto('known_clients').values(both).execute()
      },
    ],
    [
      'the phone of the store',
      async ({ store }, { id }) => {
        const { phone } = await test.db
          .selectFrom('users')
          .select('phone')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const written = `0${phone!.slice(3, 8)} ${phone!.slice(8)}`
        await test.db.updateTable('stores').set({ phone: written }).where('id', '=', store.id).execute()
      },
    ],
    [
      'an owner who is paid into the same account',
      async ({ store }, { id }) => {
        const other = await test.build.store()
        await test.db.insertInto('store_members').values({ store_id: other.id, user_id: id, role: 'owner' }).execute()
        const account = `0012${store.id}9`
        await test.db
          .insertInto('store_payout_details')
          .values([
            { store_id: store.id, account_number: account },
            { store_id: other.id, account_number: `0012 ${store.id}-9` },
          ])
          .execute()
      },
    ],
  ]

  it.each(
    ties.flatMap(([what, tie]) => (['referrer', 'sharer', 'friend'] as const).map((one) => [what, one, tie] as const)),
  )('earn no commission from its orders: %s, as %s', async (_what, one, tie) => {
    const place = await town()
    await tie(place, link(place, one))
    const rider = await test.build.rider({ stores: [place.store] })
    const order = await test.build.order({
      user_id: place.friend.id,
      store_id: place.store.id,
      rider_id: rider.id,
      status: 4,
      shared_by: place.sharer.id,
      lines: [{ name: 'Dosa', quantity: 1, unit_price_minor: 100_000n }],
    })
    expect((await deliveries.handOver({ order, rider })).status).toBe(200)
    const earned = (await rowsOf(order.id)).map(({ user_id }) => user_id)
    expect(earned).toEqual(one === 'friend' ? [] : [one === 'referrer' ? place.sharer.id : place.referrer.id])
  })

  it('cannot have promotion credit that they spent there paid out', async () => {
    const place = await town()
    await test.db
      .insertInto('store_members')
      .values({ store_id: place.store.id, user_id: place.friend.id, role: 'owner' })
      .execute()
    await fundWallet(test.db, place.friend.id, { ownMinor: 10_000n, promotionMinor: 20_000n })
    const item = await test.build.item({ store_id: place.store.id, price_minor: 30_000n })
    const placed = await test.call(
      'place-order',
      { order: [{ id: item.id, quantity: 1 }], method: 'WALLET', delivery_type: 2 },
      place.friend,
    )
    await completeAtStore(place.store, place.owner, (placed.body as { data: { id: number } }).data.id)
    expect(await due(place.store.id)).toBe(8_000n)
    expect(await ledgerOfOrders()).toEqual([])
  })
})

describe('a commission above a cap', () => {
  const waiting = () =>
    test.db
      .selectFrom('money_proposals')
      .select(['id', 'user_id', 'reason', 'amount_minor', 'state', 'proposed_by'])
      .where('kind', '=', 'commission')
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
  beforeEach(async () => {
    await test.db
      .updateTable('commissions')
      .set({ created_at: new Date(0) })
      .execute()
  })

  it.each([
    ['commissionCapPerson', 'cap_person'],
    ['commissionCapPair', 'cap_pair'],
    ['commissionCapDay', 'cap_day'],
  ] as const)('waits for an approval: %s', async (key, reason) => {
    await people.set({ [key]: '60' })
    const { store, referrer, friend } = await town()
    const rider = await test.build.rider({ stores: [store] })
    const sell = async () => {
      const order = await test.build.order({
        user_id: friend.id,
        store_id: store.id,
        rider_id: rider.id,
        status: 4,
        lines: [{ name: 'Dosa', quantity: 1, unit_price_minor: 100_000n }],
      })
      return { order, rider }
    }
    const before = (await waiting()).length
    const sold = await Promise.all([1, 2, 3, 4].map(sell))
    await Promise.all(sold.map(deliveries.handOver))
    expect(await moneyOf(referrer)).toEqual([5_000n])
    const asked = (await waiting()).slice(before)
    expect(asked).toHaveLength(3)
    for (const request of asked)
      expect(request).toMatchObject({ user_id: referrer.id, reason, amount_minor: 5_000n, proposed_by: null })
    await runJobs(test, jobs)
    await creditDueCommissions(test.services)
    expect(await moneyOf(referrer)).toEqual([5_000n])
  })

  it('is approved once, by a person who did not cause it, and then credited; a refused one is forfeited', async () => {
    await people.set({ commissionCapPair: '0' })
    const place = await town()
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const rider = await test.build.rider({ stores: [place.store] })
        const order = await test.build.order({
          user_id: place.friend.id,
          store_id: place.store.id,
          rider_id: rider.id,
          status: 4,
          lines: [{ name: 'Dosa', quantity: 1, unit_price_minor: 100_000n }],
        })
        await deliveries.handOver({ order, rider })
        const { id } = await test.db
          .selectFrom('money_proposals')
          .select('id')
          .where('order_id', '=', order.id)
          .executeTakeFirstOrThrow()
        return { id, order }
      }),
    )
    const decide = (what: 'approve' | 'refuse', id: number, clerk: { token: string }) =>
      dashboard.ask(`dashboard/commission-approvals/${what}`, { id, ...(what === 'refuse' && { reason: 'no' }) }, clerk)
    for (const insider of [place.owner, place.referrer, place.friend]) {
      await test.db.insertInto('user_roles').values({ user_id: insider.id, role: 'staff' }).execute()
      await test.db
        .insertInto('staff_permissions')
        .values({ user_id: insider.id, permission: 'all_users_wallet' })
        .execute()
      const token = await test.build.token(insider.id, 'staff')
      expect(codeOf(await decide('approve', first!.id, { token }))).toBe('SECOND_PERSON_NEEDED')
    }
    const clerks = await Promise.all([1, 2, 3].map(() => dashboard.clerk('all_users_wallet')))
    const answers = await Promise.all(clerks.map((clerk) => decide('approve', first!.id, clerk)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await decide('refuse', second!.id, clerks[0]!)).status).toBe(200)
    await deliveries.handInCash()
    await creditDueCommissions(test.services)
    expect(await moneyOf(place.referrer)).toEqual([5_000n])
    expect(await rowsOf(second!.order.id)).toMatchObject([{ status: 'forfeited' }])
    expect(await ledgerOfOrders()).toEqual([])
  })
})

describe('an alarm on commissions', () => {
  it('is raised for a store whose orders pay out most of its commission, and closed when this ends', async () => {
    const { friend } = await town()
    await deliveries.deliver(friend, 100_000n)
    const alarms = () => test.db.selectFrom('alarms').select(['code', 'facts']).where('closed_at', 'is', null).execute()
    await test.db.deleteFrom('alarms').execute()
    await people.set({ commissionAlarmPercent: '99' })
    await watchCommissions(test.services)
    expect(await alarms()).toEqual([])
    await people.set({ commissionAlarmPercent: '20' })
    await watchCommissions(test.services)
    expect(await alarms()).toContainEqual({
      code: 'reward_ratio_high',
      facts: { store: 'Corner Kitchen', percent: '25' },
    })
    await people.set({ commissionAlarmPercent: '99' })
    await watchCommissions(test.services)
    expect(await alarms()).toEqual([])
  })
})

describe("a store's payment of what it owes", () => {
  it('above the limit waits for an approver; it is refused from a program, from the store’s people and above the debt', async () => {
    const place = await town()
    await collect(place, { price_minor: 5_000_000n })
    expect(await due(place.store.id)).toBe(-1_000_000n)
    const [farah, gopal] = [
      await dashboard.clerk('store_payouts_manage'),
      await dashboard.clerk('store_payouts_manage'),
    ]
    const record = (clerk: { token: string }, amount?: string) =>
      dashboard.ask(
        'dashboard/store-settlements/record',
        { store_id: place.store.id, amount, reference: 'UTR 7' },
        clerk,
      )
    await test.db.insertInto('user_roles').values({ user_id: place.owner.id, role: 'staff' }).execute()
    await test.db
      .insertInto('staff_permissions')
      .values({ user_id: place.owner.id, permission: 'store_payouts_manage' })
      .execute()
    const insider = { token: await test.build.token(place.owner.id, 'staff') }
    expect(codeOf(await record(insider))).toBe('SECOND_PERSON_NEEDED')
    const asked = await record(farah)
    expect(asked.body).toMatchObject({ data: { state: 'waiting', amount: '10000.00' } })
    expect(await due(place.store.id)).toBe(-1_000_000n)
    const { id } = asked.body.data
    const approve = (clerk: { token: string }) => dashboard.ask('dashboard/store-settlements/approve', { id }, clerk)
    expect(codeOf(await approve(farah))).toBe('SECOND_PERSON_NEEDED')
    expect(codeOf(await approve(insider))).toBe('SECOND_PERSON_NEEDED')
    expect((await approve(gopal)).body).toMatchObject({ data: { state: 'booked' } })
    expect(await due(place.store.id)).toBe(0n)
    expect(await ledgerOfOrders()).toEqual([])
  })
})
