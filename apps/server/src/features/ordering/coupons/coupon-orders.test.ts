import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const PARALLEL = 100

beforeAll(async () => {
  await test.build.setting('limitOrdersPerCustomer', '1000')
  await test.build.setting('limitCouponTriesPerCustomer', '1000')
  await test.services.settings.reload()
})

type CouponColumns = NonNullable<Parameters<typeof test.build.coupon>[0]>
type Customer = { id: number; token: string }

/** Builds a store with one item of ₹200, and a coupon of ₹50 with the terms of the test. */
async function shop(row: CouponColumns = {}) {
  const store = await test.build.store()
  const item = await test.build.item({ store_id: store.id, price_minor: 20_000n })
  const coupon = await test.build.coupon(row)
  /**
   * Places an order. Places an order; if the busy server answers TEMPORARILY_AWAY, sends the order again with the same
   * key.
   */
  const place = async ({ token }: Customer) => {
    const key = randomUUID()
    for (;;) {
      const answer = await test.call(
        'place-order',
        { order: [{ id: item.id, quantity: 1 }], coupon: { code: coupon.code }, method: 'COD', delivery_type: 1 },
        { token, key },
      )
      if (codeOf(answer) !== 'TEMPORARILY_AWAY') return answer
    }
  }
  const change = (columns: Partial<Record<keyof CouponColumns, unknown>>) =>
    test.db
      .updateTable('coupons')
      .set(columns as object)
      .where('id', '=', coupon.id)
      .execute()
  return { store, coupon, place, change }
}

async function usesOf(couponId: number) {
  const { used_count } = await test.db
    .selectFrom('coupons')
    .select('used_count')
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  const rows = await test.db.selectFrom('coupon_uses').select('user_id').where('coupon_id', '=', couponId).execute()
  const orders = await test.db.selectFrom('orders').select('id').where('coupon_id', '=', couponId).execute()
  return { used: used_count, uses: rows.length, orders: orders.length }
}

/** Returns the distinct reasons of refused requests. */
function refusals(answers: TestAnswer[]) {
  return new Set(answers.map((answer) => codeOf(answer)).filter((code) => code))
}

describe('a coupon on orders', () => {
  it(`[U-14] [GAP-26] ${PARALLEL} parallel orders of different people use it as often as its limit allows`, async () => {
    const { coupon, place } = await shop({ max_count: 10 })
    const people = await Promise.all(Array.from({ length: PARALLEL }, () => test.build.customer()))
    const answers = await Promise.all(people.map(place))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(10)
    expect(refusals(answers)).toEqual(new Set(['COUPON_INVALID']))
    expect(await usesOf(coupon.id)).toEqual({ used: 10, uses: 10, orders: 10 })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it(`[GAP-26] ${PARALLEL} parallel orders of one customer use it as often as the limit for a customer allows`, async () => {
    const caps = [
      { row: { user_type: 'CUSTOM', max_count_per_user: 3 }, most: 3, code: 'COUPON_LIMIT_REACHED' },
      { row: { user_type: 'ONCE' }, most: 1, code: 'COUPON_USED_ONCE' },
      { row: { user_type: 'ONCENEW' }, most: 1, code: 'COUPON_FOR_NEW_CUSTOMERS' },
    ]
    for (const { row, most, code } of caps) {
      const { coupon, place } = await shop(row)
      const customer = await test.build.customer()
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => place(customer)))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(most)
      expect(refusals(answers)).toEqual(new Set([code]))
      expect(await usesOf(coupon.id)).toEqual({ used: most, uses: most, orders: most })
    }
  })

  it('[GAP-26] is checked again when the order is placed, because it can have become invalid', async () => {
    const { store, coupon, place, change } = await shop()
    const elsewhere = await test.build.store()
    const customer = await test.build.customer()
    const input = { coupon: coupon.code, restaurant_id: store.id, subtotal: '200.00' }
    const sound = { is_active: true, expires_at: null, min_subtotal_minor: null, max_count: null, user_type: 'ALL' }
    const onlyAt = (storeId: number) =>
      test.db.insertInto('coupon_stores').values({ coupon_id: coupon.id, store_id: storeId }).execute()
    const spoilt = [
      { to: { is_active: false }, code: 'COUPON_INVALID' },
      { to: { expires_at: new Date(Date.now() - 1000) }, code: 'COUPON_INVALID' },
      { to: { min_subtotal_minor: 20_001n }, code: 'COUPON_MINIMUM_NOT_MET' },
      { to: { discount_minor: 5_000n }, stores: [elsewhere.id], code: 'COUPON_INVALID' },
    ]
    for (const { to, stores = [], code } of spoilt) {
      expect((await test.call('apply-coupon', input, customer)).body).toMatchObject({ success: true })
      await change(to)
      for (const storeId of stores) await onlyAt(storeId)
      const before = await test.build.counts()
      expect(codeOf(await place(customer))).toBe(code)
      expect(await test.build.counts()).toEqual(before)
      await change(sound)
    }
    await onlyAt(store.id)
    expect((await place(customer)).body).toMatchObject({ success: true })
  })

  it('[GAP-26] [GAP-16] is returned by a cancelled order, once, and can be used again', async () => {
    const { coupon, place } = await shop({ user_type: 'ONCE', max_count: 1 })
    const customer = await test.build.customer()
    const answer = await place(customer)
    const order_id = (answer.body as { data: { id: number } }).data.id
    expect(codeOf(await place(customer))).toBe('COUPON_INVALID')
    await Promise.all(
      Array.from({ length: 20 }, () => test.call('cancel-order', { order_id }, { ...customer, key: randomUUID() })),
    )
    expect(await usesOf(coupon.id)).toEqual({ used: 0, uses: 0, orders: 1 })
    expect((await place(customer)).body).toMatchObject({ success: true })
    expect(await usesOf(coupon.id)).toEqual({ used: 1, uses: 1, orders: 2 })
  })
})
