import type { Permission } from '@nukkad/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { addIssue } from '#features/payments/issues/add-issue.ts'
import { createDashboard } from '#test/adjustments.ts'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp()
const dashboard = createDashboard(test)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

beforeEach(async () => {
  await test.db.updateTable('orders').set({ status: 5 }).where('id', '>', 0).execute()
})

const read = async ({ token }: { token: string }) => (await test.call('dashboard/needs-you', {}, { token })).body
const readWith = async (...permissions: Permission[]) => read(await dashboard.clerk(...permissions))

async function place(row: Record<string, unknown> = {}, storeRow: Record<string, unknown> = {}) {
  const store = await test.build.store(storeRow)
  const customer = await test.build.customer()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, ...row })
  return { store, customer, order }
}

/** The columns of an order for a visit that is paid at the salon. */
const ofVisit = { delivery_type: 4, payable_minor: 0n, at_store_minor: 10_000n }

describe('late orders', () => {
  it('late orders are past their promised time, most delayed first, with the phone number to call', async () => {
    const rider = await test.build.rider()
    const slow = await place({ status: 2, promised_at: minutesAgo(12) }, { name: 'Sagar', phone: '+918041234567' })
    const carried = await place({ status: 4, rider_id: rider.id, promised_at: minutesAgo(40) })
    const silent = await place({ status: 2, promised_at: minutesAgo(5) }, { phone: null })
    await place({ status: 2, promised_at: minutesAgo(-5) })
    // Neither of these two orders is late: one waits for its customer to collect it, the other for its payment.
    await place({ status: 7, delivery_type: 2, promised_at: minutesAgo(30) })
    await place({ status: 8, payment_mode: 'RAZORPAY', promised_at: minutesAgo(30) })
    // The order of a visit is not late here, because the diary shows the times of visits.
    await place({ status: 2, ...ofVisit, promised_at: minutesAgo(30) })
    const { late } = await readWith('order_view')
    expect(late!.count).toBe(3)
    expect(late!.orders).toMatchObject([
      { id: carried.order.id, contact: { role: 'rider', name: 'Ravi Kumar', phone: rider.phone } },
      { id: slow.order.id, store: 'Sagar', contact: { role: 'store', name: 'Sagar', phone: '+918041234567' } },
      { id: silent.order.id, contact: null },
    ])
  })

  it('late orders are counted beyond the five in the list, and a scheduled order is late after its own time', async () => {
    for (let minutes = 2; minutes < 8; minutes++) await place({ status: 2, scheduled_for: minutesAgo(minutes) })
    const { late } = await readWith('order_view')
    expect([late!.count, late!.orders.length]).toEqual([6, 5])
  })

  it('[GAP-75] the late orders of an owner are those of their own stores, without the store’s own number', async () => {
    const own = await place({ status: 2, promised_at: minutesAgo(12) }, { phone: '+918041234567' })
    await place({ status: 2, promised_at: minutesAgo(40) })
    const { late } = await read(await test.build.owner({ stores: [own.store] }))
    expect(late).toMatchObject({ count: 1, orders: [{ id: own.order.id, contact: null }] })
    expect(await read(await test.build.owner())).toEqual({
      success: true,
      late: { count: 0, orders: [] },
      waiting: [],
    })
  })
})

/** Creates one waiting item of each kind, except those that the other tests create. */
const waitFor = {
  new_orders: () => place({ status: 1 }),
  stores: () => test.build.store({ is_accepted: false }),
  payment_issues: () =>
    inTransaction(test.db, (tx) =>
      addIssue(tx, { kind: 'notice', provider: 'razorpay', providerRef: crypto.randomUUID(), reason: 'unknown' }),
    ),
  disputes: () =>
    test.db
      .insertInto('payment_disputes')
      .values({ dispute_id: crypto.randomUUID(), provider: 'razorpay', status: 'open' })
      .execute(),
  payouts: async () => {
    const store = await test.build.store()
    const { id } = await test.build.owner({ stores: [store] })
    const amounts = { gross_minor: 1000n, commission_minor: 100n, amount_minor: 900n, currency: 'INR' }
    await test.db
      .insertInto('store_payouts')
      .values({ store_id: store.id, requested_by: id, ...amounts })
      .execute()
  },
  full_riders: async () => {
    const rider = await test.build.rider({ cash_limit_minor: 5000n })
    await inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        kind: 'test_cash',
        source: { type: 'test', id: crypto.randomUUID() },
        currency: 'INR',
        description: { key: 'deliveryCollectionText' },
        postings: [
          { account: { kind: 'rider_cash', userId: rider.id }, amountMinor: -5000n },
          { account: { kind: 'adjustments' }, amountMinor: 5000n },
        ],
      }),
    )
  },
  cases: async () => {
    const { order, customer } = await place({ status: 5 })
    const about = { order_id: order.id, user_id: customer.id }
    await test.db
      .insertInto('order_cases')
      .values({ ...about, problem: 'late' })
      .execute()
  },
  reviews: () => review(),
  data_requests: async () => {
    const { id } = await test.build.customer()
    const due_at = minutesAgo(-60)
    await test.db.insertInto('data_requests').values({ user_id: id, kind: 'export', due_at }).execute()
  },
}

async function review(row: Record<string, unknown> = {}) {
  const { order, store, customer } = await place({ status: 5 })
  const about = { order_id: order.id, store_id: store.id, user_id: customer.id }
  await test.db
    .insertInto('reviews')
    .values({ ...about, rating_store: 2, ...row })
    .execute()
  return store
}

const permissionsOf: Record<keyof typeof waitFor, Permission[]> = {
  new_orders: ['order_view'],
  stores: ['stores_view', 'approve_stores'],
  payment_issues: ['order_view', 'order_actions'],
  disputes: ['order_view'],
  payouts: ['store_payouts_manage'],
  full_riders: ['delivery_collection_manage'],
  cases: ['order_view', 'order_actions'],
  reviews: ['stores_view', 'stores_edit'],
  data_requests: ['all_users_view'],
}

describe('open tasks', () => {
  it.each(Object.keys(waitFor) as (keyof typeof waitFor)[])(
    '%s: counted for people who may handle it',
    async (need) => {
      const countFor = async (...permissions: Permission[]) =>
        (await readWith(...permissions)).waiting.find((row) => row.need === need)?.count ?? 0
      const permissions = permissionsOf[need]
      const before = await countFor(...permissions)
      await waitFor[need]()
      expect(await countFor(...permissions)).toBe(before + 1)
      for (const lacking of permissions) {
        const others = permissions.filter((permission) => permission !== lacking)
        expect(await countFor(...others, 'coupons_manage')).toBe(0)
      }
    },
  )

  it('tasks are listed with the most urgent first, and with the time since when the oldest waits', async () => {
    const { store, customer } = await place({ status: 10, placed_at: minutesAgo(30) })
    await test.build.order({ status: 1, user_id: customer.id, store_id: store.id })
    const own = await read(await test.build.owner({ stores: [store] }))
    expect(own.waiting).toMatchObject([{ need: 'new_orders', count: 2 }])
    expect(Date.now() - Date.parse(own.waiting[0]!.since!)).toBeGreaterThanOrEqual(30 * 60_000)
    await waitFor.stores()
    await waitFor.disputes()
    const { waiting } = await readWith('stores_view', 'approve_stores', 'order_view')
    expect(waiting.map(({ need }) => need)).toEqual(['new_orders', 'disputes', 'stores'])
  })

  it('contain no visit, which its booking confirms', async () => {
    const { store } = await place({ status: 10, ...ofVisit })
    const owner = await test.build.owner({ stores: [store] })
    expect((await read(owner)).waiting).toEqual([])
    const { body } = await test.call('dashboard/home', {}, owner)
    expect(body.open_orders).toEqual({ all: 0, new: 0 })
  })

  it.each([
    ['has three stars', { rating_store: 3 }],
    ['is hidden', { is_shown: false }],
    ['is older than 30 days', { created_at: minutesAgo(31 * 24 * 60) }],
  ])('contain no review that %s', async (_what, row) => {
    const store = await review(row)
    expect((await read(await test.build.owner({ stores: [store] }))).waiting).toEqual([])
  })

  it('contain no review that has a reply', async () => {
    const store = await review()
    const owner = await test.build.owner({ stores: [store] })
    const reply = { reply: 'Sorry', replied_by: owner.id, replied_at: new Date() }
    await test.db.updateTable('reviews').set(reply).where('store_id', '=', store.id).execute()
    expect((await read(owner)).waiting).toEqual([])
  })

  it('[GAP-75] an owner has the new orders and low ratings of their own stores, and no tasks of the shop', async () => {
    for (const make of Object.values(waitFor)) await make()
    const { store } = await place({ status: 1 })
    const other = await review()
    const own = await read(await test.build.owner({ stores: [store] }))
    expect(own.waiting).toMatchObject([{ need: 'new_orders', count: 1 }])
    const rated = await read(await test.build.owner({ stores: [other] }))
    expect(rated.waiting).toMatchObject([{ need: 'reviews', count: 1 }])
  })

  it('contain no orders for people who may not see them', async () => {
    await place({ status: 2, promised_at: minutesAgo(12) })
    expect(await readWith('coupons_manage')).toEqual({ success: true, late: null, waiting: [] })
  })
})
