import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { BusMessage } from '#http/bus.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const call: typeof harness.call = (...args) => harness.call(...args)

let passwordHash = ''
beforeAll(async () => {
  passwordHash = await slowHash('a long rider password')
})

async function setting(key: string, value: string) {
  await harness.build.setting(key, value)
  await harness.services.settings.reload()
}

/** Creates a store with a rider on duty, and an order of the store that still needs a rider. */
async function offer({ order = {}, rider = {} }: { order?: object; rider?: object } = {}) {
  const described = { description: 'South Indian', pincode: '560034', phone: '+918025550000' }
  const store = await harness.build.store({ ...described, commission_basis_points: 1_000 })
  const [ravi, customer] = await Promise.all([
    harness.build.rider({ stores: [store], ...rider }),
    harness.build.customer({ name: 'Asha Menon' }),
  ])
  const placed = await harness.build.order({
    user_id: customer.id,
    store_id: store.id,
    status: 2,
    delivery_charge_minor: 4000n,
    tip_minor: 2000n,
    actual_delivery_charge_minor: 4000n,
    order_comment: 'Ring twice',
    ...order,
  })
  return { store, ravi, customer, order: placed }
}

async function accepted(options: Parameters<typeof offer>[0] = {}) {
  const made = await offer(options)
  const answer = await call('delivery/accept-to-deliver', { order_id: made.order.id }, { token: made.ravi.token })
  expect(answer.body).toMatchObject({ orderstatus_id: 3 })
  return made
}

async function pickedUp(options: Parameters<typeof offer>[0] = {}) {
  const made = await accepted(options)
  const answer = await call('delivery/pickedup-order', { order_id: made.order.id }, { token: made.ravi.token })
  expect(answer.body).toMatchObject({ orderstatus_id: 4 })
  return made
}

async function orderRow(id: number) {
  return harness.db
    .selectFrom('orders')
    .select(['status', 'rider_id', 'pin_attempts', 'delivered_at', 'rider_commission_minor', 'rider_tip_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function events(orderId: number) {
  const rows = await harness.db
    .selectFrom('order_events')
    .select(['from_status', 'to_status', 'actor', 'actor_id', 'rider_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows
}

const ofRiders = [
  'delivery/logout',
  'delivery/update-user-info',
  'delivery/toggle-delivery-guy-status',
  'delivery/get-delivery-orders',
  'delivery/get-single-delivery-order',
  'delivery/accept-to-deliver',
  'delivery/pickedup-order',
  'delivery/deliver-order',
  'delivery/leave-at-door',
  'delivery/set-delivery-guy-gps-location',
  'delivery/get-completed-orders',
] as const

describe('who may call', () => {
  test.each(ofRiders)('[P-84][T-04] %s refuses guests and every other audience', async (name) => {
    const before = await harness.build.counts()
    const guest = await call(name, {})
    expect(guest.status).toBe(401)
    expect(guest.body).toMatchObject({ message: 'Token not provided', error: { code: 'SESSION_MISSING' } })
    const [customer, owner] = [await harness.build.customer(), await harness.build.owner()]
    for (const { token } of [customer, owner]) {
      const answer = await call(name, { order_id: 1 }, { token })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ success: false, error: { code: 'WRONG_AUDIENCE' } })
    }
    expect(await harness.build.counts()).toMatchObject({ orders: before.orders, order_events: before.order_events })
  })

  test('[P-84] the position of a rider is readable only with a customer session', async () => {
    expect((await call('delivery/get-delivery-guy-gps-location', { order_id: 1 })).status).toBe(401)
    const { ravi, order } = await accepted()
    const answer = await call('delivery/get-delivery-guy-gps-location', { order_id: order.id }, { token: ravi.token })
    expect(answer.body).toMatchObject({ error: { code: 'WRONG_AUDIENCE' } })
  })

  test('[T-04] a banned rider is refused from the next call on', async () => {
    const { ravi, order } = await offer()
    await harness.db.updateTable('users').set({ is_active: false }).where('id', '=', ravi.id).execute()
    const answer = await call('delivery/accept-to-deliver', { order_id: order.id }, { token: ravi.token })
    expect(answer.body).toMatchObject({ error: { code: 'ACCOUNT_BANNED' } })
    expect((await orderRow(order.id)).status).toBe(2)
  })

  test.each([
    ['delivery/get-single-delivery-order', { unique_order_id: "' or 1=1" }],
    ['delivery/get-single-delivery-order', {}],
    ['delivery/accept-to-deliver', { order_id: 'abc' }],
    ['delivery/accept-to-deliver', { order_id: [1] }],
    ['delivery/accept-to-deliver', { order_id: 2 ** 40 }],
    ['delivery/pickedup-order', { order_id: -1 }],
    ['delivery/deliver-order', { order_id: 1, delivery_pin: { $ne: '' } }],
    ['delivery/deliver-order', { order_id: 1, delivery_pin: '1'.repeat(13) }],
    ['delivery/set-delivery-guy-gps-location', { delivery_lat: 91, delivery_long: 77 }],
    ['delivery/set-delivery-guy-gps-location', { delivery_lat: 'NaN', delivery_long: 77 }],
    ['delivery/set-delivery-guy-gps-location', { delivery_lat: 12 }],
    ['delivery/toggle-delivery-guy-status', { toggle_status: 'yes' }],
    ['delivery/get-completed-orders', { page: 0 }],
  ] as const)('[P-84] %s refuses %j and changes nothing', async (name, input) => {
    const { ravi } = await offer()
    const before = await harness.build.counts()
    const answer = await call(name, input as never, { token: ravi.token })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, error: { code: 'INVALID_INPUT' } })
    expect(await harness.build.counts()).toEqual(before)
  })
})

describe('delivery/login', () => {
  test('[P-73][GAP-40] answers the rider with a token of their own audience', async () => {
    const { ravi } = await accepted({ rider: { user: { password_hash: passwordHash } } })
    const answer = await call('delivery/login', { email: ravi.email!, password: 'a long rider password' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: ravi.id,
        auth_token: expect.stringMatching(/^[\w-]{43}$/),
        name: 'Ravi Kumar',
        email: ravi.email,
        wallet_balance: 0,
        onGoingCount: 1,
        completedCount: 0,
        status: 1,
      },
    })
    const { auth_token: token } = (answer.body as { data: { auth_token: string } }).data
    expect((await call('delivery/get-delivery-orders', {}, { token })).status).toBe(200)
    expect((await call('get-orders', {}, { token })).status).toBe(401)
  })

  test('[P-73][GAP-40] customers, banned riders, wrong passwords and unknown accounts get the same answer', async () => {
    const rider = await harness.build.rider({ user: { password_hash: passwordHash } })
    const banned = await harness.build.rider({ user: { password_hash: passwordHash, is_active: false } })
    const customer = await harness.build.customer({ password_hash: passwordHash })
    const before = await harness.build.counts()
    const tries = [
      { email: customer.email!, password: 'a long rider password' },
      { email: banned.email!, password: 'a long rider password' },
      { email: rider.email!, password: 'another password' },
      { email: 'nobody@example.test', password: 'a long rider password' },
      { email: rider.email! },
      {},
    ]
    const answers = await Promise.all(tries.map((input) => call('delivery/login', input)))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, data: 'DONOTMATCH', error: { code: 'DONOTMATCH' } })
    }
    expect(await harness.build.counts()).toEqual(before)
  })

  test('[P-73] after five wrong passwords an IP address is refused, even with the right password', async () => {
    const rider = await harness.build.rider({ user: { password_hash: passwordHash } })
    const ip = '10.9.8.7'
    for (let count = 0; count < 5; count++)
      await call('delivery/login', { email: rider.email!, password: `wrong ${count}` }, { ip })
    const answer = await call('delivery/login', { email: rider.email!, password: 'a long rider password' }, { ip })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('[N-02] logout ends the session, takes the rider off duty and keeps their customer session', async () => {
    const { ravi } = await offer()
    const asCustomer = await harness.build.alsoCustomer(ravi.id)
    expect((await call('delivery/logout', {}, { token: ravi.token })).body).toEqual({ success: true })
    expect((await call('delivery/get-delivery-orders', {}, { token: ravi.token })).status).toBe(401)
    expect((await call('check-ban', {}, { token: asCustomer })).body).toEqual({ success: true })
    const row = await harness.db
      .selectFrom('riders')
      .select('is_on_duty')
      .where('user_id', '=', ravi.id)
      .executeTakeFirstOrThrow()
    expect(row.is_on_duty).toBe(false)
  })
})

describe('fields', () => {
  test('[N-14][GAP-44] rider, order, history and position have the agreed fields, ids as numbers and prices as texts', async () => {
    const { ravi, order, customer } = await pickedUp()
    const user = { id: expect.any(Number), auth_token: ravi.token, name: 'Ravi Kumar', email: expect.any(String) }
    const figures = { wallet_balance: expect.any(Number), onGoingCount: 1, completedCount: 0, status: 1 }
    const me = await call('delivery/update-user-info', {}, ravi)
    expect(me.body.data).toMatchObject({ ...user, ...figures })
    const shown = await call('delivery/get-single-delivery-order', { unique_order_id: order.unique_order_id }, ravi)
    expect(shown.body).toMatchObject({
      id: order.id,
      unique_order_id: order.unique_order_id,
      orderstatus_id: 4,
      payment_mode: 'COD',
      restaurant: { id: expect.any(Number), name: expect.any(String) },
      user: { id: customer.id },
      address: expect.any(String),
      location: expect.any(String),
      total: 160,
      payable: 160,
      commission: '7.00',
      tip_amount: '20.00',
      orderitems: [{ id: expect.any(Number), name: 'Masala Dosa', quantity: 1, price: '100.00' }],
    })
    const at = { delivery_lat: '12.94', delivery_long: '77.62', heading: 45 }
    expect((await call('delivery/set-delivery-guy-gps-location', at, ravi)).body).toBe(true)
    const seen = await call('delivery/get-delivery-guy-gps-location', { order_id: order.id }, customer)
    expect(seen.body).toMatchObject({ delivery_lat: '12.94', delivery_long: '77.62', heading: '45' })
    await call('delivery/deliver-order', { order_id: order.id, delivery_pin: '24681' }, ravi)
    const { body } = await call('delivery/get-completed-orders', {}, ravi)
    expect(body.data).toMatchObject([
      {
        id: expect.any(Number),
        order_id: order.id,
        is_complete: 1,
        created_at: expect.any(String),
        order: { id: order.id, unique_order_id: order.unique_order_id, orderstatus_id: 5, commission: '7.00' },
      },
    ])
  })
})

describe('offers', () => {
  test('[P-75][GAP-44][GAP-45] an offer shows everything except the customer and the exact address', async () => {
    const { ravi, order, store, customer } = await offer()
    const { body } = await call('delivery/get-delivery-orders', {}, { token: ravi.token })
    expect(body).toEqual({ new_orders: [expect.anything()], accepted_orders: [], pickedup_orders: [] })
    const [shown] = body.new_orders
    expect(shown).toMatchObject({
      id: order.id,
      unique_order_id: order.unique_order_id,
      orderstatus_id: 2,
      restaurant_id: store.id,
      address: 'Koramangala, Bengaluru',
      location: '{"lat":12.94,"lng":77.62}',
      order_comment: null,
      user: null,
      payment_mode: 'COD',
      payable: 160,
      total: 160,
      commission: '7.00',
      tip_amount: '20.00',
      orderitems: [{ name: 'Masala Dosa', quantity: 1, price: '100.00', order_item_addons: [] }],
      restaurant: { name: 'Corner Kitchen', description: 'South Indian', pincode: '560034', phone: null },
    })
    expect(Object.keys(shown!).filter((key) => ['delivery_pin', 'rating', 'transaction_id'].includes(key))).toEqual([])
    expect(JSON.stringify(body)).not.toContain(customer.phone!.slice(3))
    expect(JSON.stringify(body)).not.toMatch(/Lake Road|\b4B\b|\b24681\b|Asha/)
  })

  test('[GAP-45] only accepted delivery orders of own stores are offered, and only to a rider who may take more', async () => {
    const { ravi, store, order } = await offer()
    const customer = await harness.build.customer()
    const other = await harness.build.store()
    const row = { user_id: customer.id, store_id: store.id }
    for (const status of [1, 5, 6, 8, 9, 10, 11]) await harness.build.order({ ...row, status })
    await harness.build.order({ ...row, status: 2, delivery_type: 2 })
    await harness.build.order({ ...row, status: 2, store_id: other.id })
    const offered = async () =>
      (await call('delivery/get-delivery-orders', {}, { token: ravi.token })).body.new_orders.map(({ id }) => id)
    expect(await offered()).toEqual([order.id])

    const change = async (values: object) =>
      harness.db.updateTable('riders').set(values).where('user_id', '=', ravi.id).execute()
    await change({ is_on_duty: false })
    expect(await offered()).toEqual([])
    await change({ is_on_duty: true, max_open_orders: 1 })
    await harness.build.order({ ...row, status: 4, rider_id: ravi.id })
    expect(await offered()).toEqual([])
    await change({ max_open_orders: 2, cash_limit_minor: 5000n })
    expect(await offered()).toEqual([order.id])
    await holdCash(ravi.id, 5000n)
    expect(await offered()).toEqual([])
    await change({ cash_limit_minor: 5001n })
    expect(await offered()).toEqual([order.id])
    await change({ cash_limit_minor: 0n })
    expect(await offered()).toEqual([order.id])
  })

  test('[GAP-45] an owner of the store is not offered its orders as a rider', async () => {
    const { store, order } = await offer()
    const stranger = await harness.build.rider()
    await harness.db
      .insertInto('store_members')
      .values({ store_id: store.id, user_id: stranger.id, role: 'owner' })
      .execute()
    const { body } = await call('delivery/get-delivery-orders', {}, { token: stranger.token })
    expect(body.new_orders).toEqual([])
    const answer = await call('delivery/accept-to-deliver', { order_id: order.id }, { token: stranger.token })
    expect(answer.status).toBe(401)
  })

  test('[P-76][T-09] a rider can open an order that is offered to them or theirs; others’ orders and unknown numbers get the same answer', async () => {
    const { ravi, order, store } = await offer()
    const [sita, stranger] = await Promise.all([harness.build.rider({ stores: [store] }), harness.build.rider()])
    const open = (token: string, number = order.unique_order_id) =>
      call('delivery/get-single-delivery-order', { unique_order_id: number }, { token })

    expect((await open(ravi.token)).body).toMatchObject({ id: order.id, orderstatus_id: 2, user: null })
    expect((await open(sita.token)).body).toMatchObject({ id: order.id, user: null })
    await call('delivery/accept-to-deliver', { order_id: order.id }, { token: ravi.token })
    expect((await open(ravi.token)).body).toMatchObject({ orderstatus_id: 3, user: { name: 'Asha Menon' } })

    const refused = await Promise.all([open(sita.token), open(stranger.token), open(ravi.token, 'OD-UNKNOWN')])
    for (const { status, body } of refused) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ success: false, error: { code: 'ORDER_NOT_YOURS' } })
    }
    expect(new Set(refused.map(({ body }) => (body as unknown as { message: string }).message)).size).toBe(1)
  })
})

describe('contact of the customer', () => {
  test('[T-09] is shown from acceptance until an hour after delivery; then only the area is shown', async () => {
    const { ravi, order, customer } = await pickedUp()
    const look = async () =>
      (
        await call(
          'delivery/get-single-delivery-order',
          { unique_order_id: order.unique_order_id },
          { token: ravi.token },
        )
      ).body
    const full = {
      address: '4B, 12 Lake Road, Koramangala, Bengaluru',
      user: { id: customer.id, name: 'Asha Menon', phone: customer.phone },
    }
    expect(await look()).toMatchObject(full)
    await call(
      'delivery/deliver-order',
      { order_id: order.id, delivery_pin: order.delivery_pin },
      { token: ravi.token },
    )
    expect(await look()).toMatchObject({ ...full, orderstatus_id: 5 })
    const jobs = async () => (await call('delivery/get-completed-orders', {}, { token: ravi.token })).body.data
    expect(await jobs()).toMatchObject([{ order: { address: full.address } }])

    const longAgo = new Date(Date.now() - 61 * 60_000)
    await harness.db.updateTable('orders').set({ delivered_at: longAgo }).where('id', '=', order.id).execute()
    expect(await look()).toMatchObject({
      address: 'Koramangala, Bengaluru',
      location: '{"lat":12.94,"lng":77.62}',
      user: null,
    })
    expect(await jobs()).toMatchObject([{ order: { address: 'Koramangala, Bengaluru' } }])
  })

  describe('settings', () => {
    afterEach(async () => {
      await harness.db.deleteFrom('settings').where('key', '!=', 'limitCallsPerMinute').execute()
      await harness.services.settings.reload()
    })

    test('[P-75] the operator may show the full address, notes and the phone of the store', async () => {
      await setting('showDeliveryFullAddressOnList', 'true')
      await setting('showPriceAndOrderCommentsDelivery', 'true')
      await setting('showStorePhoneDelivery', 'true')
      const { ravi, order } = await offer()
      const { body } = await call('delivery/get-delivery-orders', {}, { token: ravi.token })
      expect(body.new_orders).toMatchObject([
        {
          address: '4B, 12 Lake Road, Koramangala, Bengaluru',
          order_comment: null,
          user: null,
          restaurant: { phone: '+918025550000' },
        },
      ])
      const taken = await call('delivery/accept-to-deliver', { order_id: order.id }, { token: ravi.token })
      expect(taken.body).toMatchObject({ order_comment: 'Ring twice' })
    })

    test('[P-76] the operator may hide the customer until pickup', async () => {
      await setting('showUserInfoBeforePickup', 'false')
      const { ravi, order } = await offer()
      const token = ravi.token
      const taken = await call('delivery/accept-to-deliver', { order_id: order.id }, { token })
      expect(taken.body).toMatchObject({ user: null, address: '4B, 12 Lake Road, Koramangala, Bengaluru' })
      const carried = await call('delivery/pickedup-order', { order_id: order.id }, { token })
      expect(carried.body).toMatchObject({ user: { name: 'Asha Menon' } })
    })
  })
})

describe('accept', () => {
  test('[P-79][N-05][GAP-43] the order and its customer are shown to the rider; accepting it again answers the same', async () => {
    const { ravi, order, customer } = await offer()
    const input = { order_id: order.id, delivery_guy_id: 999_999, user_id: 1 }
    const first = await call('delivery/accept-to-deliver', input, { token: ravi.token })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      orderstatus_id: 3,
      address: '4B, 12 Lake Road, Koramangala, Bengaluru',
      user: { id: customer.id, name: 'Asha Menon', phone: customer.phone },
    })
    expect(first.body).not.toHaveProperty('already_accepted')
    const again = await call('delivery/accept-to-deliver', input, { token: ravi.token })
    expect(again.body).toEqual(first.body)
    expect(await orderRow(order.id)).toMatchObject({ status: 3, rider_id: ravi.id })
    expect(await events(order.id)).toEqual([
      { from_status: 2, to_status: 3, actor: 'rider', actor_id: ravi.id, rider_id: ravi.id },
    ])
  })

  test('[P-79][GAP-43] of many riders in parallel, one gets the order; the others learn only that it is taken', async () => {
    const { order, store } = await offer()
    const riders = await Promise.all(Array.from({ length: 8 }, () => harness.build.rider({ stores: [store] })))
    const answers = await Promise.all(
      riders.map(({ token }) => call('delivery/accept-to-deliver', { order_id: order.id }, { token })),
    )
    expect(answers.map(({ status }) => status)).toEqual(riders.map(() => 200))
    const winners = riders.filter((_, index) => !answers[index]!.body.already_accepted)
    expect(winners).toHaveLength(1)
    expect(await orderRow(order.id)).toMatchObject({ status: 3, rider_id: winners[0]!.id })
    for (const { body } of answers.filter((answer) => answer.body.already_accepted)) {
      expect(body).toMatchObject({ orderstatus_id: 3, user: null, address: 'Koramangala, Bengaluru' })
    }
    expect(await events(order.id)).toHaveLength(1)
  })

  test('[P-79][GAP-43] a rider who accepts five orders in parallel never exceeds the limit of three', async () => {
    const { ravi, order, store, customer } = await offer()
    const orders = [order]
    for (let count = 1; count < 5; count++)
      orders.push(await harness.build.order({ user_id: customer.id, store_id: store.id, status: 2 }))
    const answers = await Promise.all(
      orders.map(({ id }) => call('delivery/accept-to-deliver', { order_id: id }, { token: ravi.token })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const full = answers.filter(({ body }) => body.max_order)
    expect(full).toHaveLength(2)
    for (const { body } of full) expect(body).toMatchObject({ orderstatus_id: 2, user: null })
    const { body } = await call('delivery/get-delivery-orders', {}, { token: ravi.token })
    expect(body.accepted_orders).toHaveLength(3)
    expect(body.new_orders).toEqual([])
  })

  test('[P-79][T-09] is refused off duty, with too much cash, for other stores and for orders that are not offered', async () => {
    const { ravi, order, store, customer } = await offer()
    const take = (id: number, token = ravi.token) => call('delivery/accept-to-deliver', { order_id: id }, { token })
    const change = async (values: object) =>
      harness.db.updateTable('riders').set(values).where('user_id', '=', ravi.id).execute()

    await change({ is_on_duty: false })
    expect(await take(order.id)).toMatchObject({ status: 409, body: { error: { code: 'OFF_DUTY' } } })
    await change({ is_on_duty: true, cash_limit_minor: 100n })
    await holdCash(ravi.id, 100n)
    expect(await take(order.id)).toMatchObject({ status: 409, body: { error: { code: 'CASH_LIMIT_REACHED' } } })
    await change({ cash_limit_minor: 0n })

    const stranger = await harness.build.rider()
    const row = { user_id: customer.id, store_id: store.id }
    const notOffered = await Promise.all([
      ...[1, 5, 6, 8, 10, 11].map((status) => harness.build.order({ ...row, status })),
      harness.build.order({ ...row, status: 2, delivery_type: 2 }),
    ])
    const answers = await Promise.all([
      take(order.id, stranger.token),
      take(2_000_000_000),
      ...notOffered.map(({ id }) => take(id)),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, body: { success: false, error: { code: 'ORDER_NOT_YOURS' } } })
    }
    expect(await orderRow(order.id)).toMatchObject({ status: 2, rider_id: null })
    expect(await events(order.id)).toEqual([])
  })
})

describe('pick up and deliver', () => {
  test('[P-80][P-81][N-06][N-07] an accepted order is picked up, then delivered with the PIN; repeated calls change nothing', async () => {
    const { ravi, order } = await accepted()
    const [token, order_id] = [ravi.token, order.id]
    const carried = await call('delivery/pickedup-order', { order_id }, { token })
    expect(carried).toMatchObject({ status: 200, body: { orderstatus_id: 4 } })
    expect((await call('delivery/pickedup-order', { order_id }, { token })).body).toEqual(carried.body)

    const done = await call('delivery/deliver-order', { order_id, delivery_pin: Number(order.delivery_pin) }, { token })
    expect(done).toMatchObject({ status: 200, body: { orderstatus_id: 5, commission: '7.00', tip_amount: '20.00' } })
    expect(done.body).not.toHaveProperty('delivery_pin_error')
    for (const delivery_pin of [order.delivery_pin, '99999', null])
      expect((await call('delivery/deliver-order', { order_id, delivery_pin }, { token })).body).toEqual(done.body)

    expect(await orderRow(order_id)).toMatchObject({ status: 5, delivered_at: expect.any(Date) })
    expect((await events(order_id)).map(({ to_status }) => to_status)).toEqual([3, 4, 5])
  })

  test('[P-81] a delivery settles the order once, even if it is sent several times and in parallel', async () => {
    const { ravi, order } = await pickedUp()
    const input = { order_id: order.id, delivery_pin: order.delivery_pin }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('delivery/deliver-order', input, { token: ravi.token })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: 5 } })
    const transfers = await harness.db
      .selectFrom('transfers')
      .select('id')
      .where('kind', '=', 'order_settlement')
      .where('source_id', '=', String(order.id))
      .execute()
    expect(transfers).toHaveLength(1)
    const { body } = await call('delivery/update-user-info', {}, { token: ravi.token })
    expect(body.data).toMatchObject({ deliveryCollection: 160, wallet_balance: 27, totalEarnings: 27 })
  })

  test('[N-08][GAP-07] no step can be skipped', async () => {
    const { ravi, order } = await offer()
    const [token, order_id] = [ravi.token, order.id]
    const send = (name: 'delivery/pickedup-order' | 'delivery/deliver-order') =>
      call(name, { order_id, delivery_pin: order.delivery_pin }, { token })
    expect(await send('delivery/pickedup-order')).toMatchObject({ status: 401 })
    expect(await send('delivery/deliver-order')).toMatchObject({ status: 401 })
    expect((await orderRow(order_id)).status).toBe(2)
    await call('delivery/accept-to-deliver', { order_id }, { token })
    expect(await send('delivery/deliver-order')).toMatchObject({
      status: 409,
      body: { error: { code: 'TRANSITION_REFUSED' }, orderstatus_id: 3 },
    })
    await harness.db.updateTable('orders').set({ status: 6 }).where('id', '=', order_id).execute()
    expect(await send('delivery/pickedup-order')).toMatchObject({
      status: 409,
      body: { error: { code: 'TRANSITION_REFUSED' }, orderstatus_id: 6 },
    })
    expect((await events(order_id)).map(({ to_status }) => to_status)).toEqual([3])
  })

  test.each([
    ['delivery/pickedup-order', accepted, 'true'],
    ['delivery/deliver-order', pickedUp, 'true'],
    ['delivery/deliver-order', pickedUp, 'false'],
  ] as const)(
    '[T-09] %s of another rider’s order is refused and the order stays as it is',
    async (name, reach, needsPin) => {
      const { order, store } = await reach()
      const sita = await harness.build.rider({ stores: [store] })
      const before = await orderRow(order.id)
      await setting('enableDeliveryPin', needsPin)
      const pin = { delivery_pin: order.delivery_pin }
      const foreign = await call(name, { order_id: order.id, ...pin }, { token: sita.token })
      const unknown = await call(name, { order_id: 2_000_000_000, ...pin }, { token: sita.token })
      await setting('enableDeliveryPin', 'true')
      for (const answer of [foreign, unknown])
        expect(answer).toMatchObject({ status: 401, body: { success: false, error: { code: 'ORDER_NOT_YOURS' } } })
      expect(await orderRow(order.id)).toEqual(before)
    },
  )

  test('[P-81][GAP-43] a wrong PIN changes only the number of tries; after five, only staff can help', async () => {
    const { ravi, order } = await pickedUp()
    const send = (delivery_pin?: string) =>
      call('delivery/deliver-order', { order_id: order.id, delivery_pin }, { token: ravi.token })
    for (const missing of [undefined, ''])
      expect((await send(missing)).body).toMatchObject({ orderstatus_id: 4, delivery_pin_error: true })
    expect((await orderRow(order.id)).pin_attempts).toBe(0)
    for (let count = 1; count <= 5; count++) {
      expect(await send('11111')).toMatchObject({ status: 200, body: { orderstatus_id: 4, delivery_pin_error: true } })
      expect((await orderRow(order.id)).pin_attempts).toBe(count)
    }
    expect(await send(order.delivery_pin)).toMatchObject({
      status: 409,
      body: { success: false, error: { code: 'DELIVERY_PIN_LOCKED' } },
    })
    expect(await orderRow(order.id)).toMatchObject({ status: 4, pin_attempts: 5, delivered_at: null })
  })

  test('[P-81] a rider who guesses the PINs of many orders waits longer each time, and a warning is raised', async () => {
    const { ravi, order } = await pickedUp()
    const riderId = (await orderRow(order.id)).rider_id!
    const send = (delivery_pin: string) =>
      call('delivery/deliver-order', { order_id: order.id, delivery_pin }, { token: ravi.token })
    const moreTries = () =>
      harness.db.updateTable('orders').set({ pin_attempts: 0 }).where('id', '=', order.id).execute()
    for (let count = 0; count < 30; count++) {
      if (count % 5 === 0) await moreTries()
      expect((await send('11111')).body).toMatchObject({ delivery_pin_error: true })
    }
    await moreTries()
    const late = await send(order.delivery_pin)
    expect([late.status, codeOf(late)]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await orderRow(order.id)).status).toBe(4)
    const warned = await harness.db
      .selectFrom('guess_warnings')
      .select('user_id')
      .where('user_id', '=', riderId)
      .execute()
    expect(warned).toHaveLength(1)
    await harness.db
      .updateTable('secret_guesses')
      .set({ last_at: new Date(Date.now() - 3_600_000) })
      .where('subject', '=', `pins:${riderId}`)
      .execute()
    expect((await send(order.delivery_pin)).body).toMatchObject({ orderstatus_id: 5 })
  })

  test('[P-81] the right PIN at the fifth try still delivers the order', async () => {
    const { ravi, order } = await pickedUp()
    const send = (delivery_pin: string) =>
      call('delivery/deliver-order', { order_id: order.id, delivery_pin }, { token: ravi.token })
    for (let count = 0; count < 4; count++) await send('11111')
    expect((await send(order.delivery_pin)).body).toMatchObject({ orderstatus_id: 5 })
  })

  test('[P-81] twenty parallel guesses share five tries', async () => {
    const { ravi, order } = await pickedUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(
          'delivery/deliver-order',
          { order_id: order.id, delivery_pin: String(30_000 + index) },
          { token: ravi.token },
        ),
      ),
    )
    expect(answers.filter(({ body }) => body.delivery_pin_error)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
    expect(await orderRow(order.id)).toMatchObject({ status: 4, pin_attempts: 5 })
  })

  test('[GAP-43] no PIN is required if the setting is off', async () => {
    await setting('enableDeliveryPin', 'false')
    const { ravi, order } = await pickedUp()
    const answer = await call('delivery/deliver-order', { order_id: order.id }, { token: ravi.token })
    await setting('enableDeliveryPin', 'true')
    expect(answer.body).toMatchObject({ orderstatus_id: 5 })
    expect((await orderRow(order.id)).pin_attempts).toBe(0)
  })
})

describe('many parallel steps', () => {
  const steps = fc.array(
    fc.record({
      rider: fc.nat({ max: 1 }),
      order: fc.nat({ max: 3 }),
      step: fc.constantFrom('accept', 'accept', 'pickup', 'pickup', 'deliver', 'deliver', 'guess', 'toggle'),
    }),
    { minLength: 6, maxLength: 30 },
  )

  test('[N-08][GAP-07][T-09] for any parallel requests of two riders, orders advance one step at a time and belong to one rider', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), async (sent, together) => {
        const { store, customer, ravi, order } = await offer({ rider: { max_open_orders: 2 } })
        const riders = [ravi, await harness.build.rider({ stores: [store], max_open_orders: 2 })]
        const orders = [order]
        while (orders.length < 4)
          orders.push(await harness.build.order({ user_id: customer.id, store_id: store.id, status: 2 }))
        for (let start = 0; start < sent.length; start += together) {
          const batch = sent.slice(start, start + together)
          const answers = await Promise.all(
            batch.map((one) => take(one.step, riders[one.rider]!.token, orders[one.order]!)),
          )
          expect(answers.every(({ status }) => status < 500)).toBe(true)
          for (const { id } of riders) expect(await openJobs(id)).toBeLessThanOrEqual(2)
        }
        for (const { id } of orders) await expectStraightHistory(id)
      }),
      { seed: 20_261_121, numRuns: 12 },
    )
  })

  function take(step: string, token: string, { id: order_id, delivery_pin }: { id: number; delivery_pin: string }) {
    if (step === 'toggle') return call('delivery/toggle-delivery-guy-status', { toggle_status: true }, { token })
    if (step === 'accept') return call('delivery/accept-to-deliver', { order_id }, { token })
    if (step === 'pickup') return call('delivery/pickedup-order', { order_id }, { token })
    const pin = step === 'guess' ? '11111' : delivery_pin
    return call('delivery/deliver-order', { order_id, delivery_pin: pin }, { token })
  }

  async function openJobs(riderId: number): Promise<number> {
    const rows = await harness.db
      .selectFrom('orders')
      .select('id')
      .where('rider_id', '=', riderId)
      .where('status', 'in', [3, 4])
      .execute()
    return rows.length
  }

  /**
   * Expects that the order went through the states 2, 3, 4 and 5 up to its current one, and that its rider made each of
   * these moves. A delivered order must have exactly one settlement.
   */
  async function expectStraightHistory(orderId: number) {
    const [row, history] = [await orderRow(orderId), await events(orderId)]
    expect(history.map(({ to_status }) => to_status)).toEqual([3, 4, 5].filter((status) => status <= row.status))
    expect(new Set(history.map(({ actor_id }) => actor_id))).toEqual(new Set(row.status > 2 ? [row.rider_id] : []))
    const settlements = await harness.db
      .selectFrom('transfers')
      .select('id')
      .where('kind', '=', 'order_settlement')
      .where('source_id', '=', String(orderId))
      .execute()
    expect(settlements).toHaveLength(row.status === 5 ? 1 : 0)
    expect(row.rider_commission_minor !== null).toBe(row.status === 5)
  }
})

describe('figures', () => {
  test('[P-74][N-13] show jobs, earnings, cash, ratings and seven days', async () => {
    const { ravi, order, store, customer } = await pickedUp()
    await call(
      'delivery/deliver-order',
      { order_id: order.id, delivery_pin: order.delivery_pin },
      { token: ravi.token },
    )
    const running = await harness.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 3,
      rider_id: ravi.id,
    })
    await harness.db
      .insertInto('reviews')
      .values([
        { ...reviewOf(order, ravi.id), rating_delivery: 4, review_delivery: 'Quick' },
        { ...reviewOf(running, ravi.id), rating_delivery: 5, review_delivery: null },
      ])
      .execute()
    const { status, body } = await call('delivery/update-user-info', { user_id: 1 }, { token: ravi.token })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        id: ravi.id,
        auth_token: ravi.token,
        name: 'Ravi Kumar',
        email: ravi.email,
        wallet_balance: 27,
        onGoingCount: 1,
        completedCount: 1,
        status: 1,
        orders: [
          {
            id: running.id,
            order_id: running.id,
            user_id: ravi.id,
            customer_id: customer.id,
            is_complete: 0,
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
            updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
            order: {
              id: running.id,
              orderstatus_id: 3,
              unique_order_id: running.unique_order_id,
              address: '4B, 12 Lake Road, Koramangala, Bengaluru',
              payment_mode: 'COD',
              payable: 100,
              commission: '5.00',
              tip_amount: null,
              restaurant: { name: 'Corner Kitchen' },
              currency: 'INR',
            },
          },
        ],
        earnings: [
          {
            id: expect.any(Number),
            type: 'deposit',
            amount: 2700,
            meta: { description: `Commission for order: ${order.unique_order_id}` },
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
          },
        ],
        totalEarnings: 27,
        deliveryCollection: 160,
        cashCollected: 160,
        cashHandedIn: 0,
        cashLimit: null,
        averageRating: '4.5',
        ratings: [
          { rating_delivery: 5, review_delivery: null },
          { rating_delivery: 4, review_delivery: 'Quick' },
        ],
      },
      chart: { chartData: expect.any(Array) },
    })
    const days = Array.from({ length: 7 }, (_, index) =>
      new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Asia/Kolkata' }).format(
        Date.now() - (6 - index) * 86_400_000,
      ),
    )
    expect(body.chart.chartData.map(({ x }) => x)).toEqual(days)
    expect(body.chart.chartData.map(({ y }) => y)).toEqual([0, 0, 0, 0, 0, 0, 27])
  })

  test('[P-82][N-11] the duty is switched, switched off, and unchanged by a call without a value', async () => {
    const { ravi } = await offer()
    const toggle = async (input: Record<string, unknown>) =>
      (await call('delivery/toggle-delivery-guy-status', input, { token: ravi.token })).body.data.status
    expect(await toggle({ toggle_status: true, force_offline: false })).toBe(0)
    expect(await toggle({ toggle_status: 'true' })).toBe(1)
    expect(await toggle({})).toBe(1)
    expect(await toggle({ toggle_status: true, force_offline: 'true' })).toBe(0)
    expect(await toggle({ toggle_status: true, force_offline: true })).toBe(0)
    const { body } = await call('delivery/update-user-info', {}, { token: ravi.token })
    expect(body.data.status).toBe(0)
  })

  test('[P-83][N-12][GAP-41] six delivered orders are one page of five and one of one, newest first', async () => {
    const { ravi, store, customer } = await offer()
    const ids: number[] = []
    for (let minutes = 6; minutes > 0; minutes--) {
      const delivered_at = new Date(Date.now() - minutes * 60_000)
      const row = { user_id: customer.id, store_id: store.id, status: 5, rider_id: ravi.id, delivered_at }
      ids.unshift((await harness.build.order(row)).id)
    }
    await harness.build.order({ user_id: customer.id, store_id: store.id, status: 5 })
    const url = 'https://shop.test/public/api/delivery/get-completed-orders'
    const first = await call('delivery/get-completed-orders', {}, { token: ravi.token })
    expect(first.body).toMatchObject({
      current_page: 1,
      from: 1,
      to: 5,
      total: 6,
      per_page: 5,
      last_page: 2,
      path: url,
      first_page_url: `${url}?page=1`,
      last_page_url: `${url}?page=2`,
      prev_page_url: null,
      next_page_url: `${url}?page=2`,
    })
    const second = await call('delivery/get-completed-orders', {}, { token: ravi.token, path: '?page=2' })
    expect(second.body).toMatchObject({ from: 6, to: 6, next_page_url: null, prev_page_url: `${url}?page=1` })
    const seen = [...first.body.data, ...second.body.data]
    expect(seen.map(({ order_id }) => order_id)).toEqual(ids)
    expect(seen.every(({ is_complete, user_id }) => is_complete === 1 && user_id === ravi.id)).toBe(true)
    const beyond = await call('delivery/get-completed-orders', { page: 3 }, { token: ravi.token })
    expect(beyond.body).toMatchObject({ data: [], from: null, to: null, total: 6 })
  })
})

describe('positions', () => {
  let heard: BusMessage[]
  beforeEach(() => {
    heard = []
  })

  test('[P-77][P-78][N-09][N-10][GAP-42] a reported position reaches the customers of the rider’s trips, and the rider can read it', async () => {
    const { ravi, order, customer } = await accepted()
    const elsewhere = await offer()
    const leave = [customer, elsewhere.customer].map(({ id }) =>
      harness.services.bus.subscribe(`user:${id}`, (message) => {
        if (message.event.type === 'rider-position') heard.push(message)
      }),
    )
    const read = (token = customer.token, order_id = order.id) =>
      call('delivery/get-delivery-guy-gps-location', { order_id }, { token })
    expect((await read()).body).toMatchObject({ delivery_lat: null, delivery_long: null, heading: null, status: 1 })

    const report = { delivery_lat: '12.9361', delivery_long: 77.6255, heading: '182.5', user_id: elsewhere.ravi.id }
    expect((await call('delivery/set-delivery-guy-gps-location', report, { token: ravi.token })).body).toBe(true)
    await vi.waitFor(() => expect(heard).toHaveLength(1), 5000)
    for (const stop of leave) stop()
    expect(heard).toEqual([
      {
        event: {
          type: 'rider-position',
          order_id: order.id,
          latitude: 12.9361,
          longitude: 77.6255,
          heading: 182.5,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      },
    ])
    expect((await read()).body).toEqual({
      name: 'Ravi Kumar',
      photo: null,
      description: null,
      vehicle_number: 'KA 05 MJ 2210',
      delivery_lat: '12.9361',
      delivery_long: '77.6255',
      heading: '182.5',
      positioned_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status: 1,
    })
  })

  test('[P-78][GAP-42] only the customer of the order reads the position, from acceptance to delivery', async () => {
    const { ravi, order, customer } = await offer()
    const read = (token = customer.token, order_id = order.id) =>
      call('delivery/get-delivery-guy-gps-location', { order_id }, { token })
    const report = () =>
      call('delivery/set-delivery-guy-gps-location', { delivery_lat: 12.9, delivery_long: 77.6 }, { token: ravi.token })

    await report()
    expect((await read()).body).toBeNull()
    await call('delivery/accept-to-deliver', { order_id: order.id }, { token: ravi.token })
    // Customers must not see where the rider was before the rider took their order.
    expect((await read()).body).toMatchObject({ delivery_lat: null })
    await report()
    await call('delivery/pickedup-order', { order_id: order.id }, { token: ravi.token })
    expect((await read()).body).toMatchObject({ delivery_lat: '12.9' })

    const other = await harness.build.customer()
    for (const answer of [await read(other.token), await read(customer.token, 2_000_000_000)])
      expect(answer).toMatchObject({ status: 404, body: { success: false, error: { code: 'NOT_FOUND' } } })

    const pin = { order_id: order.id, delivery_pin: order.delivery_pin }
    await call('delivery/deliver-order', pin, { token: ravi.token })
    expect((await read()).body).toBeNull()
    await report()
    const trips = await harness.db.selectFrom('rider_positions').select('id').where('order_id', '=', order.id).execute()
    expect(trips).toHaveLength(1)
  })

  test('[P-77] at most thirty reports a minute are accepted, parallel or not', async () => {
    const { ravi } = await accepted()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        call(
          'delivery/set-delivery-guy-gps-location',
          { delivery_lat: 12.9, delivery_long: 77.6 },
          { token: ravi.token },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test.each(['north', '', null, 1e9])('[P-77] an invalid heading (%s) is left out', async (heading) => {
    const { ravi } = await accepted()
    const report = { delivery_lat: 12.9, delivery_long: 77.6, heading }
    expect((await call('delivery/set-delivery-guy-gps-location', report, { token: ravi.token })).body).toBe(true)
    const row = await harness.db
      .selectFrom('riders')
      .select(['latitude', 'heading'])
      .where('user_id', '=', ravi.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ latitude: 12.9, heading: null })
  })
})

/** Gives a rider cash in hand, as a delivery paid in cash does. */
async function holdCash(riderId: number, amountMinor: bigint) {
  await inTransaction(harness.db, (tx) =>
    postTransfer(tx, {
      kind: 'test_cash',
      source: { type: 'test', id: crypto.randomUUID() },
      currency: 'INR',
      description: { key: 'deliveryCollectionText' },
      postings: [
        { account: { kind: 'rider_cash', userId: riderId }, amountMinor: -amountMinor },
        { account: { kind: 'adjustments' }, amountMinor },
      ],
    }),
  )
}

function reviewOf(order: { id: number; user_id: number; store_id: number }, riderId: number) {
  return { order_id: order.id, user_id: order.user_id, store_id: order.store_id, rider_id: riderId, rating_store: 5 }
}
