import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { createBuilders } from '#test/builders.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { redeemCoupon } from './redeem-coupon.ts'

const test = useTestApp()
const yesterday = new Date(Date.now() - 86_400_000)

type CouponColumns = NonNullable<Parameters<typeof test.build.coupon>[0]>

/** Applies a coupon with these terms to a cart of ₹300.00. */
async function apply(
  row: CouponColumns,
  { subtotal = '300.00' as string | number, couponStores = [] as number[] } = {},
) {
  const customer = await test.build.customer()
  const store = await test.build.store()
  const coupon = await test.build.coupon(row)
  for (const store_id of couponStores)
    await test.db.insertInto('coupon_stores').values({ coupon_id: coupon.id, store_id }).execute()
  return test.call('apply-coupon', { coupon: coupon.code, restaurant_id: store.id, subtotal }, customer)
}

async function orderOf(userId: number, columns: { status?: number; released_at?: Date } = {}) {
  const store = await test.build.store()
  return test.build.order({ user_id: userId, store_id: store.id, ...columns })
}

async function use(couponId: number, userId: number): Promise<void> {
  const order = await orderOf(userId)
  await inTransaction(test.db, (tx) => redeemCoupon(tx, { couponId, userId, orderId: order.id }))
}

/** Returns a function that holds each calling function back until `most` of them have arrived. */
function barrier(most: number): () => Promise<void> {
  let arrived = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    arrived += 1
    if (arrived === most) resolve()
    return promise
  }
}

describe('apply-coupon with a code', () => {
  it('[P-20] [U-14] answers the coupon and the saved amount, and uses nothing yet', async () => {
    const customer = await test.build.customer()
    const store = await test.build.store()
    const coupon = await test.build.coupon({
      name: 'Ten percent',
      description: 'Ten percent off, up to Rs.50',
      discount_type: 'PERCENTAGE',
      discount_basis_points: 1_000,
      max_discount_minor: 5_000n,
      min_subtotal_minor: 10_000n,
      max_count: 7,
      expires_at: new Date('2099-01-31T18:30:00Z'),
    })
    const input = { coupon: ` ${coupon.code} `, restaurant_id: String(store.id), subtotal: 300 }
    const { status, body } = await test.call('apply-coupon', input, customer)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      id: coupon.id,
      name: 'Ten percent',
      description: 'Ten percent off, up to Rs.50',
      code: coupon.code,
      discount_type: 'PERCENTAGE',
      discount: '10.00',
      expiry_date: '2099-02-01 00:00:00',
      is_active: 1,
      count: 0,
      max_count: 7,
      min_subtotal: '100.00',
      max_discount: '50.00',
      subtotal_message: null,
      user_type: 'ALL',
      max_count_per_user: null,
      appliedAmount: '30.00',
    })
    const capped = await test.call('apply-coupon', { ...input, subtotal: '999.99' }, customer)
    expect(capped.body).toMatchObject({ appliedAmount: '50.00', count: 0 })
  })

  it('[P-20] saves no more than the subtotal', async () => {
    expect((await apply({ discount_minor: 5_000n }, { subtotal: '20.00' })).body).toMatchObject({
      success: true,
      discount: '50.00',
      appliedAmount: '20.00',
    })
  })

  it('[GAP-26] refuses unknown, inactive, expired, used-up coupons and those of other stores without a type', async () => {
    const elsewhere = await test.build.store()
    const answers = [
      await apply({ is_active: false }),
      await apply({ expires_at: yesterday }),
      await apply({ max_count: 1, used_count: 1 }),
      await apply({}, { couponStores: [elsewhere.id] }),
      await apply({ currency: 'USD' }),
    ]
    const customer = await test.build.customer()
    const coupon = await test.build.coupon({ code: 'Exact' })
    for (const wanted of [
      { coupon: 'NOSUCHCODE', restaurant_id: elsewhere.id },
      { coupon: coupon.code, restaurant_id: 2_000_000_000 },
    ])
      answers.push(await test.call('apply-coupon', { ...wanted, subtotal: 300 }, customer))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, error: { code: 'COUPON_INVALID' } })
      expect(body).not.toHaveProperty('type')
    }
  })

  it('ignores case, and of two codes that differ in case finds only the one that was typed', async () => {
    const customer = await test.build.customer()
    const store = await test.build.store()
    const name = `Save${randomInt(1e9)}`
    const coupon = await test.build.coupon({ code: name })
    const typed = async (code: string) => {
      const { body } = await test.call(
        'apply-coupon',
        { coupon: code, restaurant_id: store.id, subtotal: 300 },
        customer,
      )
      return 'code' in body ? body.code : body
    }
    for (const code of [name, name.toUpperCase(), ` ${name.toLowerCase()} `])
      expect(await typed(code)).toBe(coupon.code)
    const twin = await test.build.coupon({ code: name.toLowerCase() })
    expect(await typed(name)).toBe(coupon.code)
    expect(await typed(name.toLowerCase())).toBe(twin.code)
    expect(await typed(name.toUpperCase())).toBe(coupon.code)
  })

  it('[GAP-26] answers the message of the coupon if the subtotal is too low', async () => {
    const row = { min_subtotal_minor: 30_001n, subtotal_message: 'Spend a little more' }
    expect((await apply(row)).body).toMatchObject({
      success: false,
      type: 'MINSUBTOTAL',
      message: 'Spend a little more',
    })
    expect((await apply(row, { subtotal: '300.01' })).body).toMatchObject({ success: true })
  })

  it('[GAP-26] refuses a second use, an existing customer and one at their limit, each with its type', async () => {
    const customer = await test.build.customer()
    const store = await test.build.store()
    const typeOf = async (row: CouponColumns, uses: number) => {
      const coupon = await test.build.coupon(row)
      for (let count = 0; count < uses; count++) await use(coupon.id, customer.id)
      const input = { coupon: coupon.code, restaurant_id: store.id, subtotal: 300 }
      const { body } = await test.call('apply-coupon', input, customer)
      return 'type' in body ? body.type : body.success
    }
    expect(await typeOf({ user_type: 'ONCENEW' }, 0)).toBe(true)
    expect(await typeOf({ user_type: 'ONCE' }, 0)).toBe(true)
    expect(await typeOf({ user_type: 'ONCE' }, 1)).toBe('ALREADYUSEDONCE')
    expect(await typeOf({ user_type: 'ONCENEW' }, 0)).toBe('FORNEWUSER')
    expect(await typeOf({ user_type: 'CUSTOM', max_count_per_user: 2 }, 1)).toBe(true)
    expect(await typeOf({ user_type: 'CUSTOM', max_count_per_user: 2 }, 2)).toBe('MAXLIMITREACHEDPERUSER')
  })

  it('[GAP-26] ignores cancelled and unpaid orders when it looks for a first order', async () => {
    const customer = await test.build.customer()
    for (const ended of [{ status: 6 }, { status: 9, released_at: new Date() }]) await orderOf(customer.id, ended)
    const store = await test.build.store()
    const coupon = await test.build.coupon({ user_type: 'ONCENEW' })
    const input = { coupon: coupon.code, restaurant_id: store.id, subtotal: 300 }
    expect((await test.call('apply-coupon', input, customer)).body.success).toBe(true)
  })

  it('[T-02] [P-20] answers 401 without a session, and refuses other audiences', async () => {
    const guest = await test.call('apply-coupon', { coupon: 'ANY', restaurant_id: 1, subtotal: 1 })
    expect(guest.status).toBe(401)
    expect(guest.body).toMatchObject({ message: 'Token not provided' })
    const rider = await test.build.rider()
    expect(codeOf(await test.call('apply-coupon', { coupon: 'ANY' }, rider))).toBe('WRONG_AUDIENCE')
  })

  it('answers 400 to an invalid code, store or amount, and changes nothing', async () => {
    const customer = await test.build.customer()
    const { id: restaurant_id } = await test.build.store()
    const { code: coupon } = await test.build.coupon()
    const before = await test.build.counts()
    for (const input of [
      { coupon, subtotal: 300 },
      { coupon, restaurant_id },
      { coupon, restaurant_id, subtotal: '1e3' },
      { coupon, restaurant_id, subtotal: '-5' },
      { coupon, restaurant_id, subtotal: 'NaN' },
      { coupon, restaurant_id: 'x', subtotal: 300 },
      { coupon: { code: coupon }, restaurant_id, subtotal: 300 },
      { coupon: 'A'.repeat(65), restaurant_id, subtotal: 300 },
    ])
      expect((await test.call('apply-coupon', input as never, customer)).status).toBe(400)
    expect(await test.build.counts()).toEqual(before)
  })
})

describe('guessing codes', () => {
  const guess = (token: string, ip?: string) =>
    test.call('apply-coupon', { coupon: 'GUESS', restaurant_id: 1, subtotal: 1 }, { token, ...(ip && { ip }) })

  it('blocks a customer after ten tries a minute, but not others or the list without a code', async () => {
    const customer = await test.build.customer()
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(customer.token)))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
    const refused = await guess(customer.token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await test.call('apply-coupon', {}, customer)).status).toBe(200)
    expect((await guess((await test.build.customer()).token)).status).toBe(200)
  })

  it('blocks an IP address after thirty tries, for any customer', async () => {
    const ip = `10.9.${randomInt(256)}.${randomInt(256)}`
    const customers = await Promise.all(Array.from({ length: 4 }, () => test.build.customer()))
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => guess(customers[index % customers.length]!.token, ip)),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
  })
})

describe('apply-coupon without a code', () => {
  it('[P-21] [INT-09] lists the coupons that this customer can use, with any user_id, and applies nothing', async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    const store = await test.build.store()
    const other = await test.build.store()
    const [plain, big, once, ended, elsewhere] = [
      await test.build.coupon(),
      await test.build.coupon({ min_subtotal_minor: 99_900n }),
      await test.build.coupon({ user_type: 'ONCE' }),
      await test.build.coupon({ expires_at: yesterday }),
      await test.build.coupon(),
    ]
    await test.db.insertInto('coupon_stores').values({ coupon_id: elsewhere.id, store_id: other.id }).execute()
    await use(once.id, customer.id)
    const before = await test.build.counts()
    const listed = async (input: Record<string, unknown>) => {
      const { body } = await test.call('apply-coupon', input, customer)
      if (!('coupons' in body)) throw new Error('no list')
      const all = [plain, big, once, ended, elsewhere]
      return body.coupons.filter(({ id }) => all.some((coupon) => coupon.id === id)).map(({ id }) => id)
    }
    expect(await listed({ user_id: stranger.id })).toEqual([elsewhere.id, big.id, plain.id])
    expect(await listed({ restaurant_id: store.id, coupon: '' })).toEqual([big.id, plain.id])
    expect(await listed({ restaurant_id: 2_000_000_000 })).toEqual([])
    expect(await test.build.counts()).toEqual(before)
  })

  it('shows what each coupon saves on a cart or what is missing for it, best first, also to a guest', async () => {
    const store = await test.build.store({ currency: 'JPY' })
    const yen = { currency: 'JPY', discount_minor: 50n }
    const rows = [
      await test.build.coupon({ ...yen, code: `FLAT${store.id}` }),
      await test.build.coupon({ ...yen, code: `FAR${store.id}`, min_subtotal_minor: 900n }),
      await test.build.coupon({ ...yen, code: `NEAR${store.id}`, min_subtotal_minor: 400n }),
      await test.build.coupon({
        currency: 'JPY',
        code: `PART${store.id}`,
        discount_type: 'PERCENTAGE',
        discount_minor: null,
        discount_basis_points: 5000,
        max_discount_minor: 120n,
        user_type: 'ONCE',
      }),
    ]
    const expected = [
      [`PART${store.id}`, '120', null],
      [`FLAT${store.id}`, '50', null],
      [`NEAR${store.id}`, null, '100'],
      [`FAR${store.id}`, null, '600'],
    ]
    const cart = { restaurant_id: store.id, subtotal: '300' }
    const guest = await test.call('get-store-coupons', cart)
    expect(guest.body.coupons.map(({ code, saves, missing }) => [code, saves, missing])).toEqual(expected)
    const customer = await test.build.customer()
    await use(rows[3]!.id, customer.id)
    const { body } = await test.call('apply-coupon', cart, customer)
    if (!('coupons' in body)) throw new Error('no list')
    expect(body.coupons.map(({ code, saves, missing }) => [code, saves, missing])).toEqual(expected.slice(1))
    const unpriced = await test.call('get-store-coupons', { restaurant_id: store.id })
    expect(unpriced.body.coupons.map(({ saves, missing }) => [saves, missing])).toEqual(Array(4).fill([null, null]))
  })

  it('refuses an invalid subtotal, and lists nothing for an unknown store', async () => {
    const store = await test.build.store()
    const bad = await test.call('get-store-coupons', { restaurant_id: store.id, subtotal: 'lots' })
    expect(bad.status).toBe(400)
    const unknown = await test.call('get-store-coupons', { restaurant_id: 2_000_000_000, subtotal: '300' })
    expect(unknown.body).toEqual({ success: true, coupons: [] })
  })

  it('[INT-09] [T-02] answers 401 without a session', async () => {
    expect((await test.call('apply-coupon', { user_id: 1 })).status).toBe(401)
  })
})

describe('using coupons up', () => {
  const race = async (couponId: number, userIds: readonly number[]) => {
    const orders = await Promise.all(userIds.map((userId) => orderOf(userId)))
    const outcomes = await Promise.allSettled(
      orders.map((order) =>
        inTransaction(test.db, (tx) => redeemCoupon(tx, { couponId, userId: order.user_id, orderId: order.id })),
      ),
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    const uses = await test.db
      .selectFrom('coupon_uses')
      .select(['user_id', 'use_no'])
      .where('coupon_id', '=', couponId)
      .orderBy('use_no')
      .execute()
    const { used_count } = await test.db
      .selectFrom('coupons')
      .select('used_count')
      .where('id', '=', couponId)
      .executeTakeFirstOrThrow()
    expect(used_count).toBe(uses.length)
    return { uses, refusals }
  }

  it('[U-14] gives the last use to one of 30 parallel orders', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => test.build.user()))
    const coupon = await test.build.coupon({ max_count: 3, used_count: 0 })
    for (const { id } of people.slice(0, 2)) await use(coupon.id, id)
    const { uses, refusals } = await race(
      coupon.id,
      people.map(({ id }) => id),
    )
    expect(uses).toHaveLength(3)
    expect(refusals).toEqual(Array.from({ length: 29 }, () => 'COUPON_INVALID'))
  })

  it('[GAP-26] limits the uses of one customer in parallel orders', async () => {
    const { id } = await test.build.user()
    const twelve = Array.from({ length: 12 }, () => id)
    const once = await race((await test.build.coupon({ user_type: 'ONCE' })).id, twelve)
    expect(once.uses).toHaveLength(1)
    expect(new Set(once.refusals)).toEqual(new Set(['COUPON_USED_ONCE']))
    const thrice = await race((await test.build.coupon({ user_type: 'CUSTOM', max_count_per_user: 3 })).id, twelve)
    expect(thrice.uses.map(({ use_no }) => use_no)).toEqual([1, 2, 3])
    expect(new Set(thrice.refusals)).toEqual(new Set(['COUPON_LIMIT_REACHED']))
    const any = await race((await test.build.coupon()).id, twelve)
    expect(any.uses.map(({ use_no }) => use_no)).toEqual(twelve.map((_, index) => index + 1))
  })

  it('[GAP-26] refuses a first-order coupon for a second order', async () => {
    const { id } = await test.build.user()
    const coupon = await test.build.coupon({ user_type: 'ONCENEW' })
    await use(coupon.id, id)
    await expect(use(coupon.id, id)).rejects.toMatchObject({ code: 'COUPON_FOR_NEW_CUSTOMERS' })
  })

  it('[GAP-26] of two parallel first orders with different first-order coupons, one is placed', async () => {
    const store = await test.build.store()
    for (let round = 0; round < 20; round++) {
      const { id: userId } = await test.build.user()
      const coupons = [
        await test.build.coupon({ user_type: 'ONCENEW' }),
        await test.build.coupon({ user_type: 'ONCENEW' }),
      ]
      const bothAreWritten = barrier(coupons.length)
      const outcomes = await Promise.allSettled(
        coupons.map(({ id: couponId }) =>
          inTransaction(test.db, async (tx) => {
            const { id: orderId } = await createBuilders(tx).order({ user_id: userId, store_id: store.id })
            await bothAreWritten()
            await redeemCoupon(tx, { couponId, userId, orderId })
          }),
        ),
      )
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
      expect(refused).toEqual(['COUPON_FOR_NEW_CUSTOMERS'])
      const orders = await test.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute()
      expect(orders).toHaveLength(1)
    }
  })

  it('[GAP-26] [GAP-07] an order whose payment failed counts as the first while it can still be paid', async () => {
    const customer = await test.build.customer()
    const failed = await orderOf(customer.id, { status: 9 })
    const { code, id } = await test.build.coupon({ user_type: 'ONCENEW' })
    const input = { coupon: code, restaurant_id: failed.store_id, subtotal: 300 }
    expect((await test.call('apply-coupon', input, customer)).body).toMatchObject({ type: 'FORNEWUSER' })
    await expect(use(id, customer.id)).rejects.toMatchObject({ code: 'COUPON_FOR_NEW_CUSTOMERS' })
  })

  it('does not use a coupon that expired in the meantime, and rolls the count back with the order', async () => {
    const { id } = await test.build.user()
    const ended = await test.build.coupon({ expires_at: yesterday })
    await expect(use(ended.id, id)).rejects.toMatchObject({ code: 'COUPON_INVALID' })
    const coupon = await test.build.coupon()
    const order = await orderOf(id)
    const undone = inTransaction(test.db, async (tx) => {
      await redeemCoupon(tx, { couponId: coupon.id, userId: id, orderId: order.id })
      throw new Error('the order failed')
    })
    await expect(undone).rejects.toThrow('the order failed')
    expect((await race(coupon.id, [])).uses).toEqual([])
  })
})
