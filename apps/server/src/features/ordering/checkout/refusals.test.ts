import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { ORDER_MAXIMUM_MINOR } from '@nukkad/rules/pricing.ts'
import { simulatedKeys } from '@nukkad/simulators/payments/all.ts'
import { expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { redeemCoupon } from '#features/ordering/coupons/redeem-coupon.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

/** Builds a customer near an open store, and a cart of one item of ₹100. */
async function cart({ store: storeRow = {} }: { store?: object } = {}) {
  const store = await test.build.store(storeRow)
  const item = await test.build.item({ store_id: store.id })
  const customer = await test.build.customer()
  return { store, item, customer, order: [{ id: item.id, quantity: 1 }] }
}

type Made = Awaited<ReturnType<typeof cart>>
type Problem = { code: ErrorCode; spoil: (made: Made) => Promise<object> | object }

async function coupon(made: Made, row: Parameters<typeof test.build.coupon>[0], uses = 0) {
  const { id, code } = await test.build.coupon(row)
  for (let use = 0; use < uses; use++) {
    const order = await test.build.order({ user_id: made.customer.id, store_id: made.store.id })
    await inTransaction(test.db, (tx) =>
      redeemCoupon(tx, { couponId: id, userId: made.customer.id, orderId: order.id }),
    )
  }
  return { coupon: { code } }
}

const problems: Problem[] = [
  { code: 'CART_EMPTY', spoil: () => ({ order: [] }) },
  { code: 'CART_TOO_LARGE', spoil: ({ order }) => ({ order: Array.from({ length: 51 }, () => order[0]) }) },
  { code: 'QUANTITY_INVALID', spoil: ({ item }) => ({ order: [{ id: item.id, quantity: 100 }] }) },
  { code: 'TIP_INVALID', spoil: () => ({ tipAmount: '-1' }) },
  { code: 'ITEM_UNAVAILABLE', spoil: () => ({ order: [{ id: 2_000_000, quantity: 1 }] }) },
  {
    code: 'ADDON_INVALID',
    spoil: ({ item }) => ({ order: [{ id: item.id, quantity: 1, selectedaddons: [{ addon_id: 7 }] }] }),
  },
  {
    code: 'MIXED_STORES',
    spoil: async ({ order }) => ({ order: [...order, ...(await cart()).order] }),
  },
  {
    code: 'STORE_UNKNOWN',
    spoil: async ({ store }) => {
      await test.db.updateTable('stores').set({ is_accepted: false }).where('id', '=', store.id).execute()
      return {}
    },
  },
  { code: 'COUPON_INVALID', spoil: () => ({ coupon: { code: 'NOSUCH' } }) },
  { code: 'COUPON_MINIMUM_NOT_MET', spoil: (made) => coupon(made, { min_subtotal_minor: 10_001n }) },
  { code: 'COUPON_USED_ONCE', spoil: (made) => coupon(made, { user_type: 'ONCE' }, 1) },
  { code: 'COUPON_FOR_NEW_CUSTOMERS', spoil: (made) => coupon(made, { user_type: 'ONCENEW' }, 1) },
  {
    code: 'COUPON_LIMIT_REACHED',
    spoil: (made) => coupon(made, { user_type: 'CUSTOM', max_count_per_user: 2 }, 2),
  },
]

it.each(problems)(
  '[GAP-12, GAP-13, GAP-26] quote and place-order refuse with the same code: $code',
  async ({ code, spoil }) => {
    const made = await cart()
    const input = { order: made.order, method: 'COD', delivery_type: 1, ...(await spoil(made)) }
    const before = await test.build.counts()
    const answers = [
      await test.call('quote', input as never, made.customer),
      await test.call('place-order', input as never, made.customer),
    ]
    for (const { body } of answers)
      expect(body).toMatchObject({ success: false, message: expect.any(String), error: { code } })
    expect(await test.build.counts()).toEqual(before)
  },
)

it('[GAP-13] an order above the maximum amount is quoted and not placed', async () => {
  const made = await cart()
  const gold = await test.build.item({ store_id: made.store.id, price_minor: ORDER_MAXIMUM_MINOR / 50n })
  const input = { order: [{ id: gold.id, quantity: 51 }], method: 'COD', delivery_type: 1 as const }
  expect((await test.call('quote', input, made.customer)).body).toMatchObject({ currency: 'INR' })
  expect((await test.call('place-order', input, made.customer)).body).toMatchObject({
    success: false,
    error: { code: 'ORDER_AMOUNT_OUT_OF_RANGE' },
  })
})

it('a customer reserves stock and coupons with at most three unpaid orders, also in parallel', async () => {
  const made = await cart()
  const { id: itemId } = await test.build.item({ store_id: made.store.id, stock: 50 })
  for (const [key, value] of Object.entries(simulatedKeys)) await test.build.setting(key, value)
  await test.services.settings.reload()
  const place = (customer: { token: string }, method: string, quantity: number) =>
    test.call('place-order', { order: [{ id: itemId, quantity }], method, delivery_type: 1 }, customer)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((quantity) => place(made.customer, 'RAZORPAY', quantity)))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(3)
  const refused = answers.filter((answer) => codeOf(answer) === 'TOO_MANY_REQUESTS')
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['900', '900'])
  // The customer can place further orders in three cases: cash orders await no payment, each customer has a separate
  // limit, and an ended order no longer counts.
  expect((await place(made.customer, 'COD', 6)).body).toMatchObject({ success: true })
  expect((await place(await test.build.customer(), 'RAZORPAY', 1)).body).toMatchObject({ success: true })
  const [first] = answers.flatMap(({ body }) => (body.success && 'data' in body ? [body.data.id] : []))
  await test.db.updateTable('orders').set({ released_at: new Date() }).where('id', '=', first!).execute()
  await test.db.deleteFrom('limit_counters').execute()
  expect((await place(made.customer, 'RAZORPAY', 7)).body).toMatchObject({ success: true })
  expect(codeOf(await place(made.customer, 'RAZORPAY', 8))).toBe('TOO_MANY_REQUESTS')
})
