import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

type Order = { id: number; unique_order_id: string }
let running = 0

async function orderOf(
  customerId: number,
  storeId: number,
  row: { status: number; rider_id?: number },
): Promise<Order> {
  return test.db
    .insertInto('orders')
    .values({
      unique_order_id: `OD-11-21-TEST-${++running}`,
      user_id: customerId,
      store_id: storeId,
      delivery_type: 1,
      payment_mode: 'COD',
      currency: 'INR',
      address: '12 Lake Road',
      location: '{}',
      subtotal_minor: 10_000n,
      total_minor: 10_000n,
      payable_minor: 10_000n,
      delivery_pin: '12345',
      ...row,
    })
    .returning(['id', 'unique_order_id'])
    .executeTakeFirstOrThrow()
}

describe('update-user-info', () => {
  let store: { id: number }
  beforeAll(async () => {
    store = await test.build.store()
  })

  it('[P-31] [I-11] answers the session object again, with the balance of the wallet', async () => {
    const customer = await test.build.customer({ avatar: 'user7', tax_number: '29ABCDE1234F1Z5' })
    const { status, body } = await test.call('update-user-info', { user_id: 1, unique_order_id: null }, customer)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: {
        id: customer.id,
        auth_token: customer.token,
        avatar: 'user7',
        tax_number: '29ABCDE1234F1Z5',
        wallet_balance: 0,
      },
      running_order: null,
      delivery_details: null,
    })
  })

  it('[G-20] contains the customer’s details, and avatar and tax number only if they exist', async () => {
    const customer = await test.build.customer({ avatar: null, tax_number: null })
    const { body } = await test.call('update-user-info', { unique_order_id: null }, customer)
    expect(body.data).toMatchObject({
      id: customer.id,
      name: expect.any(String),
      phone: expect.stringMatching(/^\+\d+$/),
      avatar: null,
      wallet_balance: 0,
      user_coupon: expect.stringMatching(/^\S+$/),
      auth_token: customer.token,
      tax_number: null,
    })
    const avatars = Array.from({ length: 10 }, (_, index) => `user${index + 1}`)
    for (const avatar of avatars) {
      await test.call('change-avatar', { avatar: avatar as 'user1' }, customer)
      const answer = await test.call('update-user-info', { unique_order_id: null }, customer)
      expect(answer.body.data.avatar).toBe(avatar)
    }
  })

  it.each([1, 2, 3, 4, 7, 8])('[P-31] [GAP-09] contains the customer’s order in status %i', async (status) => {
    const customer = await test.build.customer()
    const rider = await test.build.rider()
    const order = await orderOf(customer.id, store.id, { status, rider_id: rider.id })
    const { body } = await test.call('update-user-info', { unique_order_id: order.unique_order_id }, customer)
    expect(body.running_order).toMatchObject({ id: order.id, orderstatus_id: status, restaurant: { id: store.id } })
    expect(body.delivery_details === null).toBe(![3, 4].includes(status))
  })

  it.each([5, 6, 9, 10, 11])('[P-31] [GAP-09] does not contain an order in status %i', async (status) => {
    const customer = await test.build.customer()
    const order = await orderOf(customer.id, store.id, { status })
    const { body } = await test.call('update-user-info', { unique_order_id: order.unique_order_id }, customer)
    expect(body).toMatchObject({ running_order: null, delivery_details: null })
  })

  it('[P-31] contains the rider of the order with position and rating', async () => {
    const customer = await test.build.customer()
    const rider = await test.build.rider({ age: '29' })
    for (const rating_delivery of [5, 4, 5]) {
      const past = await orderOf(customer.id, store.id, { status: 5, rider_id: rider.id })
      await test.db
        .insertInto('reviews')
        .values({
          order_id: past.id,
          user_id: customer.id,
          store_id: store.id,
          rider_id: rider.id,
          rating_store: 1,
          rating_delivery,
        })
        .execute()
    }
    const order = await orderOf(customer.id, store.id, { status: 4, rider_id: rider.id })
    const at = new Date('2026-01-05T10:00:00Z')
    await test.db
      .insertInto('rider_positions')
      .values({ order_id: order.id, rider_id: rider.id, latitude: 12.94, longitude: 77.62, heading: 90, at })
      .execute()
    const { body } = await test.call('update-user-info', { unique_order_id: order.unique_order_id }, customer)
    expect(body.delivery_details).toEqual({
      name: 'Ravi Kumar',
      age: '29',
      photo: null,
      description: null,
      vehicle_number: 'KA 05 MJ 2210',
      delivery_lat: '12.94',
      delivery_long: '77.62',
      heading: '90',
      positioned_at: '2026-01-05T10:00:00.000Z',
      status: 1,
      phone: rider.phone,
      rating: '4.7',
    })
  })

  it('[P-31] [P-78] never contains a position from before the trip, or of an earlier rider of the order', async () => {
    const customer = await test.build.customer()
    const rider = await test.build.rider({ latitude: 12.9, longitude: 77.5, heading: 10, positioned_at: new Date() })
    const earlier = await test.build.rider()
    const order = await orderOf(customer.id, store.id, { status: 3, rider_id: rider.id })
    const otherTrip = await orderOf((await test.build.customer()).id, store.id, { status: 4, rider_id: rider.id })
    const at = { latitude: 12.91, longitude: 77.51 }
    await test.db
      .insertInto('rider_positions')
      .values([
        { order_id: otherTrip.id, rider_id: rider.id, ...at },
        { order_id: order.id, rider_id: earlier.id, ...at },
      ])
      .execute()
    const { body } = await test.call('update-user-info', { unique_order_id: order.unique_order_id }, customer)
    expect(body.delivery_details).toMatchObject({
      name: 'Ravi Kumar',
      delivery_lat: null,
      delivery_long: null,
      heading: null,
      positioned_at: null,
    })
  })

  it('[P-31] [T-08] does not contain another customer’s order', async () => {
    const owner = await test.build.customer()
    const stranger = await test.build.customer()
    const order = await orderOf(owner.id, store.id, { status: 1 })
    const { body } = await test.call(
      'update-user-info',
      { unique_order_id: order.unique_order_id, user_id: owner.id },
      stranger,
    )
    expect(body).toMatchObject({ data: { id: stranger.id }, running_order: null })
  })

  it('queries the database at most three times after the session', async () => {
    const customer = await test.build.customer()
    const rider = await test.build.rider()
    const order = await orderOf(customer.id, store.id, { status: 3, rider_id: rider.id })
    // Counts statements as connections: outside a transaction, each statement takes a separate connection from the
    // pool.
    let statements = 0
    const count = () => void statements++
    test.pool.on('acquire', count)
    const { body } = await test.call('update-user-info', { unique_order_id: order.unique_order_id }, customer)
    test.pool.off('acquire', count)
    expect(body.running_order).not.toBeNull()
    expect(statements).toBeGreaterThan(1)
    expect(statements).toBeLessThanOrEqual(1 + 3)
  })
})

describe('the account', () => {
  it('[P-87] [GAP-49] [H-17] after logout the token is invalid', async () => {
    const customer = await test.build.customer()
    expect((await test.call('logout', { push_token: null }, customer)).body).toEqual({ success: true })
    const after = await test.call('update-user-info', {}, customer)
    expect({ status: after.status, code: codeOf(after) }).toEqual({ status: 401, code: 'SESSION_REVOKED' })
  })

  it('[P-33] [H-19] [T-11] [GAP-73] a ban takes effect at the next call; check-ban reports it, and logout still works', async () => {
    const customer = await test.build.customer()
    expect((await test.call('check-ban', {}, customer)).body).toEqual({ success: true })
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute()
    expect((await test.call('check-ban', {}, customer)).body).toEqual({ success: false })
    expect(codeOf(await test.call('update-user-info', {}, customer))).toBe('ACCOUNT_BANNED')
    expect((await test.call('logout', {}, customer)).body).toEqual({ success: true })
  })

  it('[P-32] [R-23] accepts one of ten avatars and nothing else', async () => {
    const customer = await test.build.customer()
    for (let number = 1; number <= 10; number++)
      expect((await test.call('change-avatar', { avatar: `user${number}` }, customer)).body).toEqual({ success: true })
    for (const avatar of ['user0', 'user11', 'user1 ', '../user1', ''])
      expect(await test.call('change-avatar', { avatar }, customer)).toMatchObject({
        status: 200,
        body: { success: false },
      })
    expect((await test.call('update-user-info', {}, customer)).body.data.avatar).toBe('user10')
    for (const avatar of [1, null, undefined, ['user1']])
      expect((await test.call('change-avatar', { avatar } as never, customer)).status).toBe(400)
  })

  it('[P-34] [GAP-27] accepts a tax number of 1 to 50 characters, and trims it', async () => {
    const customer = await test.build.customer()
    expect((await test.call('update-tax-number', { tax_number: ` ${'9'.repeat(50)} ` }, customer)).body).toEqual({
      success: true,
    })
    for (const tax_number of ['9'.repeat(51), '   ', '', 5, null])
      expect(codeOf(await test.call('update-tax-number', { tax_number } as never, customer))).toBe('INVALID_INPUT')
    expect((await test.call('update-user-info', {}, customer)).body.data.tax_number).toBe('9'.repeat(50))
  })

  it('staff who act for a customer cannot change avatar or tax number', async () => {
    const staff = await test.build.user({}, 'admin')
    const customer = await test.build.customer()
    await test.db
      .updateTable('sessions')
      .set({ acting_staff_id: staff.id })
      .where('user_id', '=', customer.id)
      .execute()
    expect(codeOf(await test.call('change-avatar', { avatar: 'user1' }, customer))).toBe('PERMISSION_MISSING')
    expect(codeOf(await test.call('update-tax-number', { tax_number: '1' }, customer))).toBe('PERMISSION_MISSING')
  })

  it('[T-02] [INT-28] [GAP-75] requires a customer session', async () => {
    const rider = await test.build.rider()
    const input = { avatar: 'user1', tax_number: '1' }
    for (const name of ['logout', 'check-ban', 'update-user-info', 'change-avatar', 'update-tax-number'] as const) {
      const guest = await test.call(name, input as never)
      expect(guest.status).toBe(401)
      expect(guest.body).toMatchObject({ message: 'Token not provided' })
      expect(codeOf(await test.call(name, input as never, rider))).toBe('WRONG_AUDIENCE')
      expect((await test.call(name, input as never, { token: 'abc' })).status).toBe(401)
    }
  })
})
