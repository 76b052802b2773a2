import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'

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
    referralBonusType: 'registration',
    signupBonusScope: 'all',
    sharedCouponDiscountPercent: '0',
    minimumSuccessfulReferralOrderAmount: '',
    referralRewardsPerMonth: '20',
    commissionHoldingDays: '0',
  }),
)

type Customer = { id: number; token: string }

describe('another customer’s own code in place of a coupon', () => {
  async function shop() {
    const store = await test.build.store({ commission_basis_points: 2_000 })
    const item = await test.build.item({ store_id: store.id, price_minor: 40_000n })
    const owner = await test.build.customer()
    const friend = await test.build.customer()
    const apply = (by: Customer, coupon = owner.referral_code) =>
      test.call('apply-coupon', { coupon, restaurant_id: store.id, subtotal: '400.00' }, by)
    const input = (code: string) => ({
      order: [{ id: item.id, quantity: 1 }],
      coupon: { code },
      method: 'COD' as const,
      delivery_type: 1 as const,
    })
    const place = (by: Customer, code = owner.referral_code) => test.call('place-order', input(code), by)
    const quote = (by: Customer, code = owner.referral_code) => test.call('quote', input(code), by)
    return { store, owner, friend, apply, place, quote }
  }

  const rowOf = (id: number) =>
    test.db
      .selectFrom('orders')
      .select(['shared_by', 'coupon_id', 'coupon_name', 'coupon_minor', 'total_minor', 'store_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  function placedId(answer: { body: unknown }): number {
    expect(answer.body).toMatchObject({ success: true })
    return (answer.body as { data: { id: number } }).data.id
  }

  it('[INT-04] is accepted from everyone else, saves nothing by default, and marks the order', async () => {
    const { owner, friend, apply, place } = await shop()
    const before = await test.build.counts()
    const { status, body } = await apply(friend, ` ${owner.referral_code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      id: 0,
      code: owner.referral_code,
      discount_type: 'PERCENTAGE',
      discount: '0.00',
      appliedAmount: '0.00',
      user_type: 'ALL',
    })
    expect(await test.build.counts()).toEqual(before)
    expect(await rowOf(placedId(await place(friend)))).toMatchObject({
      shared_by: owner.id,
      coupon_id: null,
      coupon_name: owner.referral_code,
      coupon_minor: 0n,
    })
  })

  it('[I-05] [INT-04] a friend’s order of 400 with the code, from cart to delivery, pays its owner 20', async () => {
    const { store, owner, friend, place } = await shop()
    const orderId = placedId(await place(friend))
    const rider = await test.build.rider({ stores: [store] })
    const seller = await test.build.owner({ stores: [store] })
    expect(
      (await test.call('store-owner/accept-order', { store_id: store.id, order_id: orderId }, seller)).status,
    ).toBe(200)
    for (const step of ['delivery/accept-to-deliver', 'delivery/pickedup-order'] as const)
      expect((await test.call(step, { order_id: orderId }, rider)).status).toBe(200)
    const { delivery_pin } = await test.db
      .selectFrom('orders')
      .select('delivery_pin')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect((await test.call('delivery/deliver-order', { order_id: orderId, delivery_pin }, rider)).status).toBe(200)
    expect(await people.walletOf(owner.id)).toEqual([
      { kind: 'wallet_own', key: 'walletTransactionCommission', amount: 2_000n },
    ])
  })

  it('[INT-04] [U-06] saves the percentage of the setting, rounded down, and is priced again when the order is placed', async () => {
    await people.set({ sharedCouponDiscountPercent: '12.55' })
    const { friend, apply, quote, place } = await shop()
    expect((await apply(friend)).body).toMatchObject({ discount: '12.55', appliedAmount: '50.20' })
    expect((await quote(friend)).body.lines).toContainEqual({ key: 'coupon', amount: '-50.20' })
    await people.set({ sharedCouponDiscountPercent: '10' })
    expect(await rowOf(placedId(await place(friend)))).toMatchObject({
      coupon_minor: 4_000n,
      shared_by: expect.any(Number),
    })
  })

  it('[INT-03] [INT-04] one’s own code and those of unknown, banned and deleted people are refused alike, in every call', async () => {
    const { store, owner, friend, apply, quote, place } = await shop()
    const banned = await test.build.customer({ is_active: false })
    const gone = await test.build.customer({ deleted_at: new Date() })
    const rider = await test.build.rider({ stores: [store] })
    const before = await test.build.counts()
    for (const [who, code] of [
      [owner, owner.referral_code],
      [friend, 'NOSUCH7'],
      [friend, banned.referral_code],
      [friend, gone.referral_code],
      [friend, rider.referral_code],
    ] as const) {
      for (const answer of [await apply(who, code), await quote(who, code), await place(who, code)]) {
        expect(answer.status).toBe(200)
        expect(codeOf(answer)).toBe('COUPON_INVALID')
        expect(answer.body).not.toHaveProperty('type')
      }
    }
    expect(await test.build.counts()).toEqual(before)
    await people.set({ enableReferAndEarn: 'false' })
    expect(codeOf(await apply(friend))).toBe('COUPON_INVALID')
  })

  it('[INT-04] tries count together with those of coupons, and a coupon takes precedence over an equal code', async () => {
    const { friend, apply, owner, place } = await shop()
    await test.build.coupon({ code: owner.referral_code, discount_minor: 1_000n })
    expect(await rowOf(placedId(await place(friend)))).toMatchObject({ shared_by: null, coupon_minor: 1_000n })
    for (let count = 0; count < 10; count++) expect((await apply(friend, `GUESS${count}`)).status).toBe(200)
    expect((await apply(friend)).status).toBe(429)
  })

  it('[INT-04] an order with the code can be cancelled and then earns nothing', async () => {
    const { owner, friend, place } = await shop()
    const orderId = placedId(await place(friend))
    expect((await test.call('cancel-order', { order_id: orderId }, friend)).body).toMatchObject({ success: true })
    expect(await people.walletOf(owner.id)).toEqual([])
  })
})

describe('bonus and reward on orders', () => {
  beforeEach(() => people.set({ referralBonusType: 'order', minimumSuccessfulReferralOrderAmount: '150' }))

  async function joined(refid?: string) {
    const { data, phone } = await people.joinByCode(refid ? { refid } : {})
    return { id: data.id, token: data.auth_token, phone, balance: data.wallet_balance }
  }

  it('[INT-01] [INT-02] [I-10] bonus and reward are paid by the first delivered order above the minimum, once', async () => {
    const referrer = await test.build.customer()
    const friend = await joined(referrer.referral_code)
    expect(friend.balance).toBe(0)
    await deliveries.deliver(friend, 14_999n)
    expect(await deliveries.promotion(friend.id)).toBe(0n)
    // The minimum applies to the subtotal after the coupon, without the tip.
    await deliveries.deliver(friend, 20_000n, { coupon_minor: 5_001n, tip_minor: 9_000n })
    expect(await deliveries.promotion(friend.id)).toBe(0n)
    await deliveries.deliver(friend, 15_000n)
    expect(await deliveries.promotion(friend.id)).toBe(20_000n)
    expect(await deliveries.promotion(referrer.id)).toBe(20_000n)
    await deliveries.deliver(friend, 90_000n)
    expect([await deliveries.promotion(friend.id), await deliveries.promotion(referrer.id)]).toEqual([20_000n, 20_000n])
  })

  it('[I-10] bonus and reward are paid once by orders that are delivered in parallel', async () => {
    const referrer = await test.build.customer()
    const friend = await joined(referrer.referral_code)
    const jobs = await Promise.all(Array.from({ length: 8 }, () => deliveries.carried(friend, 20_000n)))
    const answers = await Promise.all(jobs.map(deliveries.handOver))
    expect(answers.map(({ status }) => status)).toEqual(jobs.map(() => 200))
    expect([await deliveries.promotion(friend.id), await deliveries.promotion(referrer.id)]).toEqual([20_000n, 20_000n])
    expect(await deliveries.ownMoney(referrer.id)).toBe(8_000n)
  })

  it('[GAP-82] [I-10] a phone that has had its bonus gets no second one, and no referrer', async () => {
    const referrer = await test.build.customer()
    const first = await joined(referrer.referral_code)
    await deliveries.deliver(first, 20_000n)
    await deliveries.useBrowser(first, `https://fcm.googleapis.com/fcm/send/leaves-${first.id}`)
    expect((await test.call('delete-my-account', {}, first)).body).toMatchObject({ success: true })
    const devices = test.db.selectFrom('known_devices').select('user_id').where('user_id', '=', first.id)
    expect(await devices.execute()).toEqual([])
    await people.letCodesRest(31, first.phone)
    // The same person signs up a second time, under another account.
    const second = await joined()
    const { data } = await people.joinByCode({ phone: first.phone, refid: await codeOfUser(second.id) })
    await deliveries.deliver(data, 20_000n)
    expect(await deliveries.promotion(data.id)).toBe(0n)
    expect(await people.walletOf(second.id)).toEqual([])
    expect(await deliveries.promotion(referrer.id)).toBe(20_000n)
  })

  it('[INT-02] bonus and reward are paid to the customers of the scope; old customers, unproved phones and accounts by staff get none', async () => {
    await people.set({ signupBonusScope: 'referred' })
    const alone = await joined()
    await deliveries.deliver(alone, 20_000n)
    expect(await deliveries.promotion(alone.id)).toBe(0n)
    await people.set({ signupBonusScope: 'all' })
    await deliveries.deliver(alone, 20_000n)
    expect(await deliveries.promotion(alone.id)).toBe(0n)
    const newcomer = await joined()
    await deliveries.deliver(newcomer, 20_000n)
    expect(await deliveries.promotion(newcomer.id)).toBe(20_000n)
    const staff = await test.build.user({}, 'staff')
    for (const row of [{ phone_proved_at: null }, { created_by_staff_id: staff.id }, { phone: null }]) {
      const other = await test.build.customer(row)
      await deliveries.deliver(other, 20_000n)
      expect(await deliveries.promotion(other.id)).toBe(0n)
    }
  })

  it('rewards are paid a limited number of times a month to one referrer, also if friends order in parallel', async () => {
    await people.set({ referralRewardsPerMonth: '2' })
    const referrer = await test.build.customer()
    const friends = []
    for (let count = 0; count < 5; count++) friends.push(await joined(referrer.referral_code))
    const jobs = await Promise.all(friends.map((friend) => deliveries.carried(friend, 20_000n)))
    const answers = await Promise.all(jobs.map(deliveries.handOver))
    expect(answers.map(({ status }) => status)).toEqual(jobs.map(() => 200))
    expect(await deliveries.promotion(referrer.id)).toBe(40_000n)
    for (const friend of friends) expect(await deliveries.promotion(friend.id)).toBe(20_000n)
    expect(await deliveries.ownMoney(referrer.id)).toBe(5_000n)
  })

  it('pay the bonus but no reward if referrer and friend use one browser', async () => {
    const referrer = await test.build.customer()
    const friend = await joined(referrer.referral_code)
    const browser = `https://fcm.googleapis.com/fcm/send/order-${friend.id}`
    await deliveries.useBrowser(referrer, browser)
    await deliveries.useBrowser(friend, browser)
    await deliveries.deliver(friend, 20_000n)
    expect(await deliveries.promotion(friend.id)).toBe(20_000n)
    expect(await people.walletOf(referrer.id)).toEqual([])
  })
})

describe('referrers', () => {
  const referrerOf = async (userId: number) =>
    (await test.db.selectFrom('users').select('referred_by').where('id', '=', userId).executeTakeFirstOrThrow())
      .referred_by

  it('[GAP-68] another address of the same mailbox counts as the customer’s own code', async () => {
    const me = await people.joinByCode()
    const otp = await people.loginCode('+919800000001', me.email.replace('@', '+2@'))
    const answer = await test.call('login-with-otp', {
      phone: '+919800000001',
      otp,
      name: 'Nila Rao',
      email: me.email.replace('@', '+2@'),
      refid: me.data.user_coupon,
    })
    const { id } = (answer.body as { data: { id: number } }).data
    expect(await referrerOf(id)).toBeNull()
    expect(await people.walletOf(me.data.id)).toHaveLength(1)
  })

  it('referrers are set once and never form a ring, for any statement of the database', async () => {
    const first = await test.build.customer()
    const second = await test.build.customer({ referred_by: first.id })
    const third = await test.build.customer({ referred_by: second.id })
    const set = (userId: number, referredBy: number | null) =>
      test.db.updateTable('users').set({ referred_by: referredBy }).where('id', '=', userId).execute()
    await expect(set(first.id, third.id)).rejects.toThrow('set once')
    await expect(set(third.id, first.id)).rejects.toThrow('set once')
    await expect(test.build.customer({ id: third.id + 500_000, referred_by: third.id + 500_000 })).rejects.toThrow(
      'users__referrer_came_first',
    )
    await set(third.id, null)
    expect(await referrerOf(third.id)).toBeNull()
  })

  it('get-referred-users lists the friends and the income from their orders, without full names and phones', async () => {
    const me = await test.build.customer()
    expect((await test.call('get-referred-users', {}, me)).body).toEqual({
      success: true,
      available: true,
      list: [],
      referralCount: 0,
    })
    const early = await test.build.customer({ referred_by: me.id, name: 'Kiran Das', phone: '+919812345678' })
    const late = await test.build.customer({ referred_by: me.id, name: 'Meera' })
    const gone = await test.build.customer({ referred_by: me.id })
    await test.call('delete-my-account', {}, gone)
    const order = await deliveries.deliver(early, 40_000n)
    const stranger = await test.build.customer()
    await deliveries.deliver(late, 30_000n, { shared_by: stranger.id })
    const { body } = await test.call('get-referred-users', { user_id: stranger.id }, me)
    expect(body).toMatchObject({
      referralCount: 2,
      list: [
        { id: late.id, name: 'Meera', orders: [{ commission: '15.00' }] },
        { id: early.id, name: 'Kiran', phone: '•••• 5678', orders: [{ id: order.id, commission: '20.00' }] },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/98123|Das|example\.test/)
    expect((await test.call('get-referred-users', {}, stranger)).body).toMatchObject({ list: [] })
    expect((await test.call('get-referred-users')).status).toBe(401)
    await people.set({ enableReferAndEarn: 'false' })
    expect((await test.call('get-referred-users', {}, me)).body).toEqual({ success: false, available: false })
  })
})

async function codeOfUser(userId: number): Promise<string> {
  const row = await test.db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.referral_code
}
