import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)

/** Builds and signs in a member of staff who handles orders. */
async function clerk() {
  const staff = await member('order_view', 'order_actions', 'delivery_guys_view')
  return { ...staff, cookie: (await signIn(staff)).cookie }
}

async function place(row: Record<string, unknown> = {}) {
  const store = await test.build.store()
  const customer = await test.build.customer()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, ...row })
  return { store, customer, order }
}

const orderOf = (id: number) =>
  test.db
    .selectFrom('orders')
    .select(['status', 'rider_id', 'kept_own_minor', 'kept_promotion_minor', 'cancel_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const eventsOf = (id: number) =>
  test.db
    .selectFrom('order_events')
    .select(['kind', 'from_status', 'to_status', 'actor', 'actor_id', 'rider_id', 'reason'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

let keys = 0
const newKey = () => `order-admin-key-${String(++keys).padStart(6, '0')}`

describe('cancelling', () => {
  /**
   * Builds an order paid with own money and promotion credit, with units taken from stock and a use taken from a
   * coupon.
   */
  async function paidOrder(row: Record<string, unknown> = {}) {
    const customer = await test.build.customer()
    const store = await test.build.store()
    const coupon = await test.build.coupon({ used_count: 1, max_count: 1 })
    await fundWallet(test.db, customer.id, { ownMinor: 7_001n, promotionMinor: 3_000n })
    const order = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      payment_mode: 'WALLET',
      lines: [{ name: 'Masala Dosa', quantity: 1, unit_price_minor: 10_001n }],
      wallet_own_minor: 7_001n,
      wallet_promotion_minor: 3_000n,
      coupon_id: coupon.id,
      ...row,
    })
    await payOrder(test.db, order, { ownMinor: 7_001n, promotionMinor: 3_000n })
    const item = await test.build.item({ store_id: store.id, stock: 4 })
    await test.db.updateTable('order_lines').set({ item_id: item.id }).where('order_id', '=', order.id).execute()
    await test.db
      .insertInto('coupon_uses')
      .values({ coupon_id: coupon.id, user_id: customer.id, use_no: 1, order_id: order.id })
      .execute()
    const left = async () => ({
      wallet: await walletBalances(test.db, customer.id),
      stock: (await test.db.selectFrom('items').select('stock').where('id', '=', item.id).executeTakeFirst())?.stock,
      uses: (await test.db.selectFrom('coupons').select('used_count').where('id', '=', coupon.id).executeTakeFirst())
        ?.used_count,
    })
    return { order, customer, store, left }
  }

  const cancel = (cookie: string, order: { id: number }, refund: string, key = newKey()) =>
    ask(
      'dashboard/orders/cancel',
      { order_id: order.id, refund, reason: 'store flooded' },
      { cookie, headers: { 'idempotency-key': key } },
    )

  it.each([
    ['none', 0n, 0n, '0.00', '100.01'],
    ['half', 3_500n, 1_500n, '50.00', '50.01'],
    ['full', 7_001n, 3_000n, '100.01', '0.00'],
  ] as const)(
    '[U-19] [GAP-07] with %s refund, the wallet gets its part, the platform keeps the rest, and coupon and stock are free again',
    async (refund, ownMinor, promotionMinor, refunded, kept) => {
      const { cookie, id: staffId } = await clerk()
      const { order, left } = await paidOrder({ status: 2 })
      const answer = await cancel(cookie, order, refund)
      expect(answer).toMatchObject({ status: 200, body: { success: true, refunded, kept, currency: 'INR' } })
      expect(await left()).toEqual({ wallet: { ownMinor, promotionMinor }, stock: 5, uses: 0 })
      expect(await orderOf(order.id)).toMatchObject({
        status: 6,
        cancel_reason: 'store flooded',
        kept_own_minor: 7_001n - ownMinor,
        kept_promotion_minor: 3_000n - promotionMinor,
      })
      expect((await auditOf(staffId)).at(-1)).toMatchObject({
        action: 'order.cancelled',
        after: { status: 'cancelled', refund, refunded, kept },
        reason: 'store flooded',
      })
      expect(await checkLedger(test.db)).toEqual([])
    },
  )

  it.each([1, 2, 3, 4, 7, 8, 10, 11])('[GAP-07] an open order in status %i can be cancelled', async (status) => {
    const { cookie } = await clerk()
    const rider = [3, 4].includes(status) ? { rider_id: (await test.build.rider()).id } : {}
    const { order } = await place({ status, delivery_type: status === 7 ? 2 : 1, ...rider })
    expect(await cancel(cookie, order, 'half')).toMatchObject({
      status: 200,
      body: { refunded: '0.00', kept: '0.00' },
    })
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({ from_status: status, to_status: 6, actor: 'staff' })
  })

  it('[U-19] with eight parallel requests, with one key and with several, the money is refunded once', async () => {
    const { cookie } = await clerk()
    const { order, left } = await paidOrder({ status: 2 })
    const key = newKey()
    const answers = await Promise.all(
      [key, key, key, key, ...Array.from({ length: 4 }, newKey)].map((one) => cancel(cookie, order, 'full', one)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await left()).toEqual({ wallet: { ownMinor: 7_001n, promotionMinor: 3_000n }, stock: 5, uses: 0 })
    expect(await eventsOf(order.id)).toHaveLength(1)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] [GAP-07] in parallel with the customer’s cancel, the store’s accept and the rider’s delivery, one of them ends the order', async () => {
    const { cookie } = await clerk()
    for (let round = 0; round < 4; round++) {
      const fresh = await paidOrder({ status: 1 })
      const owner = await test.build.owner({ stores: [fresh.store] })
      await Promise.all([
        cancel(cookie, fresh.order, 'none'),
        test.call('cancel-order', { order_id: fresh.order.id }, { token: fresh.customer.token }),
        test.call(
          'store-owner/accept-order',
          { store_id: fresh.store.id, order_id: fresh.order.id },
          { token: owner.token },
        ),
      ])
      const ends = (await eventsOf(fresh.order.id)).filter(({ to_status }) => to_status === 6)
      expect(ends).toHaveLength(1)
      const carried = await paidOrder({ status: 4, rider_id: (await test.build.rider()).id })
      const { rider_id } = await orderOf(carried.order.id)
      const token = await test.build.token(rider_id!, 'delivery')
      await Promise.all([
        cancel(cookie, carried.order, 'half'),
        test.call('delivery/deliver-order', { order_id: carried.order.id }, { token }),
      ])
      expect(await eventsOf(carried.order.id)).toHaveLength(1)
    }
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('a delivery whose PIN is locked', () => {
  const close = (cookie: string, order: { id: number }) =>
    ask('dashboard/orders/close-delivery', { order_id: order.id, reason: 'customer called' }, { cookie })

  it('[U-19] is closed by staff with a reason, and its money is settled', async () => {
    const { cookie, id: staffId } = await clerk()
    const rider = await test.build.rider()
    const { order } = await place({ status: 4, rider_id: rider.id, pin_attempts: 5 })
    expect((await close(cookie, order)).status).toBe(200)
    expect(await eventsOf(order.id)).toMatchObject([
      { from_status: 4, to_status: 5, actor: 'staff', actor_id: staffId, reason: 'customer called' },
    ])
    expect((await auditOf(staffId)).at(-1)).toMatchObject({ action: 'delivery.closed' })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] an order whose PIN is not locked, one that is elsewhere and an unknown one are refused', async () => {
    const { cookie } = await clerk()
    const rider = await test.build.rider()
    const { order } = await place({ status: 4, rider_id: rider.id, pin_attempts: 4 })
    expect(codeOf(await close(cookie, order))).toBe('DELIVERY_NOT_LOCKED')
    expect(codeOf(await close(cookie, (await place({ status: 2 })).order))).toBe('TRANSITION_REFUSED')
    expect(codeOf(await close(cookie, { id: 2_000_000_000 }))).toBe('NOT_FOUND')
  })

  it('[U-19] closed by staff and delivered by the rider in parallel, is settled once', async () => {
    const { cookie } = await clerk()
    const rider = await test.build.rider()
    for (let round = 0; round < 5; round++) {
      const { order } = await place({ status: 4, rider_id: rider.id, pin_attempts: 5 })
      await Promise.all([
        close(cookie, order),
        test.call('delivery/deliver-order', { order_id: order.id }, { token: rider.token }),
      ])
      expect(await eventsOf(order.id)).toHaveLength(1)
    }
    expect(await checkLedger(test.db)).toEqual([])
  })
})
