import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { handOver } from '#features/ordering/orders/move-order.ts'
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
  test.db.selectFrom('orders').select(['status', 'rider_id']).where('id', '=', id).executeTakeFirstOrThrow()

const eventsOf = (id: number) =>
  test.db
    .selectFrom('order_events')
    .select(['kind', 'from_status', 'to_status', 'actor', 'actor_id', 'rider_id', 'reason'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

describe('the map of the board', () => {
  const ofStaff = async (id: number, cookie: string) =>
    (await ask('dashboard/orders/places', {}, { cookie })).body.orders.find((one) => one.id === id)
  const ofStore = async (id: number, token: string) =>
    (await test.call('dashboard/orders/places', {}, { token })).body.orders.find((one) => one.id === id)
  const carried = async () => {
    const rider = await test.build.rider({ latitude: 12.93, longitude: 77.62, positioned_at: new Date() })
    const placed = await place({ status: 4, rider_id: rider.id })
    await test.db
      .insertInto('rider_positions')
      .values({ order_id: placed.order.id, rider_id: rider.id, latitude: 12.93, longitude: 77.62 })
      .execute()
    return { rider, ...placed }
  }

  it('[U-19] shows the positions of store, customer and rider of each open order', async () => {
    const { cookie } = await clerk()
    const { order, rider } = await carried()
    const waiting = await place({ status: 2, rider_id: null })
    const pickup = await place({ delivery_type: 2 })
    const over = await place({ status: 5 })
    expect(await ofStaff(order.id, cookie)).toEqual({
      id: order.id,
      store: { latitude: 12.9352, longitude: 77.6245 },
      customer: { latitude: 12.9352, longitude: 77.6245 },
      rider: {
        id: rider.id,
        name: expect.any(String),
        at: { latitude: 12.93, longitude: 77.62 },
        positioned_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
    expect(await ofStaff(waiting.order.id, cookie)).toMatchObject({ rider: null })
    expect(await ofStaff(pickup.order.id, cookie)).toMatchObject({ customer: null })
    expect(await ofStaff(over.order.id, cookie)).toBeUndefined()
  })

  it('[U-19] shows a store no position from before the trip, which may be at home or at another door', async () => {
    const { cookie } = await clerk()
    const rider = await test.build.rider({ latitude: 12.93, longitude: 77.62, positioned_at: new Date() })
    const { order, store } = await place({ status: 3, rider_id: rider.id })
    const owner = await test.build.owner({ stores: [store] })
    expect(await ofStore(order.id, owner.token)).toMatchObject({ id: order.id, rider: null })
    expect(await ofStaff(order.id, cookie)).toMatchObject({ rider: { at: { latitude: 12.93 } } })
  })

  it('[U-19] shows riders to staff only with the permission to see them', async () => {
    const { cookie } = await signIn(await member('order_view'))
    const { order } = await carried()
    expect(await ofStaff(order.id, cookie)).toMatchObject({ customer: { latitude: 12.9352 }, rider: null })
  })

  it('[U-19] [GAP-75] shows people of a store its own orders, without customers if the shop hides them', async () => {
    const { order, store } = await carried()
    const other = await place()
    const { token } = await test.build.employee({ store, role: 'cashier' })
    expect(await ofStore(order.id, token)).toMatchObject({ customer: { latitude: 12.9352 } })
    expect(await ofStore(other.order.id, token)).toBeUndefined()
    await test.build.setting('hideCustomerDetailsFromStoreOwner', 'true')
    await test.services.settings.reload()
    const hidden = await ofStore(order.id, token)
    await test.build.setting('hideCustomerDetailsFromStoreOwner', 'false')
    await test.services.settings.reload()
    expect(hidden).toMatchObject({ customer: null, rider: { at: { latitude: 12.93 } } })
    const cook = await test.build.employee({ store, role: 'kitchen' })
    expect(codeOf(await test.call('dashboard/orders/places', {}, { token: cook.token }))).toBe('PERMISSION_MISSING')
  })
})

describe('the board', () => {
  it('[U-19] shows every open order with the details needed to act, and no finished order', async () => {
    const { cookie } = await clerk()
    const { order, store } = await place({ order_comment: 'no onions' })
    const over = await place({ status: 5 })
    const { body } = await ask('dashboard/orders/board', {}, { cookie })
    const shown = body.orders.find(({ id }) => id === order.id)
    expect(shown).toMatchObject({
      unique_order_id: order.unique_order_id,
      status: 'placed',
      store: { id: store.id, name: store.name },
      customer: 'Asha Menon',
      items: [{ name: 'Masala Dosa', quantity: 1 }],
      total: '100.00',
      comment: 'no onions',
      rider: null,
    })
    expect(body.orders.map(({ id }) => id)).not.toContain(over.order.id)
  })

  it('[U-19] shows after how many minutes an order is late, from the settings', async () => {
    const { cookie } = await clerk()
    const lateAfter = async () => (await ask('dashboard/orders/board', {}, { cookie })).body.late_after_minutes
    expect(await lateAfter()).toEqual({ rider: 10, store: 10 })
    await test.build.setting('restaurantAcceptTimeThreshold', '4')
    await test.build.setting('deliveryAcceptTimeThreshold', '45')
    await test.services.settings.reload()
    expect(await lateAfter()).toEqual({ rider: 45, store: 4 })
  })

  it('[GAP-75] an owner sees only orders of their stores, here and in the table', async () => {
    const { order, store } = await place()
    const other = await place()
    const { token } = await test.build.owner({ stores: [store] })
    const board = await test.call('dashboard/orders/board', {}, { token })
    expect(board.body.orders.map(({ id }) => id)).toEqual([order.id])
    const table = await test.call('dashboard/table', { table: 'orders' }, { token })
    expect(table.body.rows.map(({ id }) => id)).toEqual([order.id])
    const foreign = await test.call('dashboard/orders/show', { order_id: other.order.id }, { token })
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND'])
  })

  it('[U-19] shows the oldest 300 orders, and says if there are more', async () => {
    const { store, customer, order } = await place()
    const { token } = await test.build.owner({ stores: [store] })
    const board = async () => (await test.call('dashboard/orders/board', {}, { token })).body
    const add = async () => (await test.build.order({ user_id: customer.id, store_id: store.id })).id
    const ids = [order.id]
    while (ids.length < 300) ids.push(await add())
    expect((await board()).has_more).toBe(false)
    await add()
    const { has_more, orders: shown } = await board()
    expect([has_more, shown.map(({ id }) => id)]).toEqual([true, ids])
  })
})

describe('the order of a visit', () => {
  it('[U-19] is not among the open orders of the table, is listed by its type, and shows whether its deposit was paid', async () => {
    const { cookie } = await clerk()
    const visit = { status: 10, delivery_type: 4, payable_minor: 2_000n, at_store_minor: 8_000n }
    const { order, store } = await place({ ...visit, payment_mode: 'RAZORPAY', paid_online_minor: 2_000n })
    const read = async (filters: object) => {
      const asked = { table: 'orders', filters: { store: String(store.id), ...filters } } as const
      return (await ask('dashboard/table', asked, { cookie })).body.rows
    }
    expect(await read({ progress: 'live' })).toEqual([])
    expect(await read({ type: 'visit' })).toMatchObject([{ id: order.id, type: 'visit' }])
    const shown = async (id: number) => (await ask('dashboard/orders/show', { order_id: id }, { cookie })).body.order
    expect(await shown(order.id)).toMatchObject({ delivery_type: 4, is_paid: true })
    const cash = await place({ status: 2 })
    expect(await shown(cash.order.id)).toMatchObject({ is_paid: false })
    const collected = await place({ status: 5 })
    expect(await shown(collected.order.id)).toMatchObject({ is_paid: true })
  })
})

describe('the table of orders', () => {
  it('[U-19] finds by number, name and phone, and filters by each important column', async () => {
    const { cookie } = await clerk()
    const rider = await test.build.rider()
    const { order, store, customer } = await place({ status: 3, rider_id: rider.id })
    await place({ store_id: store.id, status: 5, delivery_type: 2, payment_mode: 'WALLET' })
    const read = async (query: object) =>
      (await ask('dashboard/table', { table: 'orders', ...query }, { cookie })).body.rows.map(({ id }) => id)
    for (const q of [order.unique_order_id.slice(-9).toLowerCase(), customer.phone!.slice(-9)])
      expect(await read({ q })).toEqual([order.id])
    const ofStore = { store: String(store.id) }
    for (const filters of [
      { status: 'assigned,picked_up' },
      { type: 'delivery' },
      { payment_mode: 'COD' },
      { rider: String(rider.id) },
      { customer: String(customer.id) },
    ])
      expect(await read({ filters: { ...ofStore, ...filters } })).toEqual([order.id])
    expect(await read({ filters: { ...ofStore, placed_at: '..2020-01-01' } })).toEqual([])
    const waiting = await place({ store_id: store.id, status: 7, promised_at: new Date(Date.now() - 3_600_000) })
    const late = await place({ store_id: store.id, status: 2, promised_at: new Date(Date.now() - 3_600_000) })
    // Late orders are also live orders, so 'live,late' lists the same as 'live'.
    for (const progress of ['live', 'live,late'])
      expect(await read({ filters: { ...ofStore, progress } })).toEqual([late.order.id, waiting.order.id, order.id])
    expect(await read({ filters: { ...ofStore, progress: 'late' } })).toEqual([late.order.id])
    const other = { table: 'orders', filters: { ...ofStore, progress: 'late,lost' } }
    expect((await ask('dashboard/table', other, { cookie })).body).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    const unknown = { table: 'orders', filters: { ...ofStore, status: 'assigned,lost' } }
    expect((await ask('dashboard/table', unknown, { cookie })).body).toMatchObject({
      error: { code: 'INVALID_INPUT', fields: { filters: expect.any(String) } },
    })
  })

  it('[GAP-75] an owner sees no phones there and cannot search by one', async () => {
    const { store, customer, order } = await place()
    const { token } = await test.build.owner({ stores: [store] })
    const read = async (q: string) =>
      (await test.call('dashboard/table', { table: 'orders', q }, { token })).body.rows as Record<string, unknown>[]
    expect(await read(customer.phone!.slice(-9))).toEqual([])
    expect(await read('Asha Menon')).toEqual([])
    expect(await read(order.unique_order_id)).toMatchObject([{ phone: null, address: null, customer: 'Asha Menon' }])
  })
})

describe('one order', () => {
  it('[U-19] shows lines with add-ons, the bill, people, every event, money and actions of staff', async () => {
    const { cookie, id: staffId } = await clerk()
    const rider = await test.build.rider()
    const { order } = await place({ status: 2, tip_minor: 2_000n, delivery_charge_minor: 3_000n })
    const line = await test.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    const { store_id } = await test.db
      .selectFrom('orders')
      .select('store_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('order_line_addons')
      .values({ order_line_id: line!.id, store_id, addon_category_name: 'Extras', name: 'Ghee', price_minor: 1_500n })
      .execute()
    await ask('dashboard/orders/assign-rider', { order_id: order.id, rider_id: rider.id }, { cookie })
    const { body } = await ask('dashboard/orders/show', { order_id: order.id }, { cookie })
    expect(body.order).toMatchObject({
      status: 'assigned',
      total: '150.00',
      lines: [
        {
          name: 'Masala Dosa',
          amount: '100.00',
          addons: [{ category: 'Extras', name: 'Ghee', price: '15.00' }],
        },
      ],
      bill: [
        { key: 'itemTotal', amount: '100.00' },
        { key: 'delivery', amount: '30.00' },
        { key: 'tip', amount: '20.00' },
        { key: 'total', amount: '150.00' },
        { key: 'payable', amount: '150.00' },
      ],
      rider: { id: rider.id, name: rider.name },
      events: [{ kind: 'order_assigned', from: 'accepted', to: 'assigned', by: 'staff', name: 'Farah Khan' }],
      money: { wallet_own: '0.00', online: '0.00', payments: [], refunds: [] },
      audit: [{ action: 'rider.assigned', who: 'Farah Khan' }],
    })
    expect((await auditOf(staffId)).at(-1)).toMatchObject({ object_id: String(order.id), after: { rider: rider.id } })
  })

  it('[U-19] shows the first hundred actions of staff of a long history', async () => {
    const { cookie, id: actor_id } = await clerk()
    const { order } = await place()
    const entry = {
      actor_id,
      action: 'legacy.note',
      object_type: 'order',
      object_id: String(order.id),
      request_id: 'r',
    }
    for (let count = 0; count < 102; count++) await test.db.insertInto('audit_entries').values(entry).execute()
    const { body } = await ask('dashboard/orders/show', { order_id: order.id }, { cookie })
    expect(body.order.audit).toHaveLength(100)
  })

  it('[GAP-75] an owner sees no wallet, payments or audit log, and no contact if customers are hidden', async () => {
    const { store, order, customer } = await place({ status: 2, wallet_own_minor: 2_000n, payment_mode: 'COD' })
    await fundWallet(test.db, customer.id, { ownMinor: 2_000n })
    await payOrder(test.db, order, { ownMinor: 2_000n })
    const { token } = await test.build.owner({ stores: [store] })
    const show = async () => (await test.call('dashboard/orders/show', { order_id: order.id }, { token })).body.order
    const seen = await show()
    expect(seen).toMatchObject({ money: null, audit: [], payable: '80.00', customer: { phone: customer.phone } })
    expect(seen.bill.map(({ key }) => key)).not.toContain('wallet')
    await test.build.setting('hideCustomerDetailsFromStoreOwner', 'true')
    await test.services.settings.reload()
    const hidden = await show()
    await test.build.setting('hideCustomerDetailsFromStoreOwner', 'false')
    await test.services.settings.reload()
    expect(hidden).toMatchObject({
      address: null,
      at: null,
      customer: { name: 'Asha Menon', phone: null, email: null },
    })
  })
})

describe('assigning a rider', () => {
  it('[U-19] lists riders on duty, first those of the store and then the nearest', async () => {
    const { cookie } = await clerk()
    const { store, order } = await place({ status: 2 })
    const far = await test.build.rider({ user: { name: 'Far' }, latitude: 13.2, longitude: 77.6 })
    const near = await test.build.rider({ user: { name: 'Near' }, latitude: 12.94, longitude: 77.6245 })
    const own = await test.build.rider({ user: { name: 'Own' }, stores: [store], max_open_orders: 1 })
    const off = await test.build.rider({ user: { name: 'Off' }, is_on_duty: false })
    await place({ status: 3, rider_id: own.id })
    const { body } = await ask('dashboard/orders/riders', { order_id: order.id }, { cookie })
    const shown = body.riders.filter(({ id }) => [far.id, near.id, own.id, off.id].includes(id))
    expect(shown.map(({ name }) => name)).toEqual(['Own', 'Near', 'Far'])
    expect(shown[0]).toMatchObject({ is_of_store: true, open_orders: 1, is_full: true, distance_km: null })
    expect(shown[1]).toMatchObject({ is_of_store: false, open_orders: 0, is_full: false, distance_km: 0.5 })
    expect(codeOf(await ask('dashboard/orders/riders', { order_id: 2_000_000_000 }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-19] [GAP-07] gives an accepted order to a rider, and one in progress to another; both riders and the history show it', async () => {
    const { cookie, id: staffId } = await clerk()
    const { order } = await place({ status: 2 })
    const [ravi, sunil] = [await test.build.rider(), await test.build.rider({ user: { name: 'Sunil' } })]
    const give = (rider: { id: number }) =>
      ask('dashboard/orders/assign-rider', { order_id: order.id, rider_id: rider.id }, { cookie })
    for (const rider of [ravi, ravi]) expect((await give(rider)).status).toBe(200)
    await test.call('delivery/pickedup-order', { order_id: order.id }, { token: ravi.token })
    expect((await give(sunil)).status).toBe(200)
    expect(await orderOf(order.id)).toMatchObject({ status: 4, rider_id: sunil.id })
    expect(await eventsOf(order.id)).toMatchObject([
      { kind: 'order_assigned', from_status: 2, to_status: 3, actor: 'staff', actor_id: staffId, rider_id: ravi.id },
      { kind: 'order_picked_up', from_status: 3, to_status: 4, rider_id: ravi.id },
      { kind: 'order_reassigned', from_status: 4, to_status: 4, actor: 'staff', rider_id: sunil.id },
    ])
    expect((await auditOf(staffId)).map(({ action }) => action)).toEqual([
      'dashboard.signed_in',
      'rider.assigned',
      'rider.reassigned',
    ])
    // The order belongs to the second rider now, and no longer to the first, so only the second rider's list has it.
    const jobs = async (token: string) =>
      (await test.call('delivery/get-delivery-orders', {}, { token })).body.pickedup_orders.map(({ id }) => id)
    expect([await jobs(ravi.token), await jobs(sunil.token)]).toEqual([[], [order.id]])
  })

  it('[U-19] [GAP-43] refuses a rider who is off duty or full, a person who is no rider, and an order without delivery', async () => {
    const { cookie } = await clerk()
    const give = async (order: { id: number }, rider: { id: number }) =>
      codeOf(await ask('dashboard/orders/assign-rider', { order_id: order.id, rider_id: rider.id }, { cookie }))
    const { order, customer } = await place({ status: 2 })
    const off = await test.build.rider({ is_on_duty: false })
    const full = await test.build.rider({ max_open_orders: 1 })
    const free = await test.build.rider()
    await place({ status: 4, rider_id: full.id })
    expect(await give(order, off)).toBe('RIDER_UNAVAILABLE')
    expect(await give(order, full)).toBe('RIDER_UNAVAILABLE')
    expect(await give(order, customer)).toBe('NOT_FOUND')
    expect(await give({ id: 2_000_000_000 }, free)).toBe('NOT_FOUND')
    for (const row of [{ status: 1 }, { status: 5 }, { status: 2, delivery_type: 2 }])
      expect(await give((await place(row)).order, free)).toBe('TRANSITION_REFUSED')
    expect(await eventsOf(order.id)).toEqual([])
  })

  it('[GAP-43] staff assign while the rider accepts another order: the rider never has more than allowed', async () => {
    const { cookie } = await clerk()
    for (let round = 0; round < 5; round++) {
      const first = await place({ status: 2 })
      const second = await test.build.order({ user_id: first.customer.id, store_id: first.store.id, status: 2 })
      const rider = await test.build.rider({ stores: [first.store], max_open_orders: 1 })
      await Promise.all([
        ask('dashboard/orders/assign-rider', { order_id: first.order.id, rider_id: rider.id }, { cookie }),
        test.call('delivery/accept-to-deliver', { order_id: second.id }, { token: rider.token }),
      ])
      const carried = await test.db.selectFrom('orders').select('id').where('rider_id', '=', rider.id).execute()
      expect(carried).toHaveLength(1)
    }
  })

  it('[GAP-43] an order that was delivered in the meantime stays with the rider who delivered it', async () => {
    const [first, second] = [await test.build.rider(), await test.build.rider()]
    const { order } = await place({ status: 5, rider_id: first.id })
    const staffId = (await test.build.user({}, 'staff')).id
    const give = (status: number) =>
      inTransaction(test.db, (tx) =>
        handOver(tx, { orderId: order.id, status, fromRiderId: first.id, toRiderId: second.id, staffId }),
      )
    expect(await give(4)).toBeUndefined()
    expect((await orderOf(order.id)).rider_id).toBe(first.id)
  })

  it('[GAP-43] staff assign an order to one rider while another accepts it: one of them gets it', async () => {
    const { cookie } = await clerk()
    for (let round = 0; round < 5; round++) {
      const { order, store } = await place({ status: 2 })
      const [given, quick] = [await test.build.rider(), await test.build.rider({ stores: [store] })]
      await Promise.all([
        ask('dashboard/orders/assign-rider', { order_id: order.id, rider_id: given.id }, { cookie }),
        test.call('delivery/accept-to-deliver', { order_id: order.id }, { token: quick.token }),
      ])
      const history = await eventsOf(order.id)
      const { rider_id } = await orderOf(order.id)
      // If the rider accepted before the assignment by staff, that assignment is a handover; otherwise staff made the
      // only assignment.
      expect(history.at(-1)!.rider_id).toBe(rider_id)
      expect(history.filter(({ from_status }) => from_status === 2)).toHaveLength(1)
    }
  })
})

describe('staff acting for a store', () => {
  it('[U-19] staff reject an order that is not accepted; the history and the audit log name them', async () => {
    const { cookie, id: staffId } = await clerk()
    const { order, store } = await place({ status: 10 })
    const sent = { store_id: store.id, order_id: order.id, cancel_reason: 'sold out' }
    expect((await ask('store-owner/cancel-order', sent, { cookie })).body.orderstatus_id).toBe(6)
    expect(await eventsOf(order.id)).toMatchObject([
      { from_status: 10, to_status: 6, actor: 'staff', actor_id: staffId, reason: 'sold out' },
    ])
    expect((await auditOf(staffId)).at(-1)).toMatchObject({ action: 'order.moved', after: { status: 'cancelled' } })
    const accepted = await place({ status: 2 })
    const other = { store_id: accepted.store.id, order_id: accepted.order.id }
    expect(codeOf(await ask('store-owner/cancel-order', other, { cookie }))).toBe('TRANSITION_REFUSED')
  })

  it('[GAP-07] staff start a confirmed scheduled order before its time, which its store cannot', async () => {
    const { cookie } = await clerk()
    const { order, store } = await place({ status: 11 })
    const { token } = await test.build.owner({ stores: [store] })
    const sent = { store_id: store.id, order_id: order.id, order_prep_time: 15 }
    const byStore = await test.call('store-owner/accept-order', sent, { token })
    expect(byStore.body).toMatchObject({ orderstatus_id: 11, already_action: true })
    expect((await ask('store-owner/accept-order', sent, { cookie })).body).toMatchObject({
      orderstatus_id: 2,
      prep_time: 15,
    })
  })
})

describe('cancelling', () => {
  it('[GAP-07] a finished order does not change, and an unknown one is not found', async () => {
    const { cookie } = await clerk()
    for (const status of [5, 6, 9]) {
      const { order } = await place({ status })
      expect(
        codeOf(await ask('dashboard/orders/cancel', { order_id: order.id, refund: 'full', reason: 'x' }, { cookie })),
      ).toBe('TRANSITION_REFUSED')
    }
    expect(
      codeOf(
        await ask('dashboard/orders/cancel', { order_id: 2_000_000_000, refund: 'full', reason: 'x' }, { cookie }),
      ),
    ).toBe('NOT_FOUND')
  })
})

describe('the map of riders', () => {
  it('[U-18] shows riders on duty, their last positions and their orders', async () => {
    const { cookie } = await clerk()
    const rider = await test.build.rider({ latitude: 12.93, longitude: 77.62, positioned_at: new Date() })
    const unseen = await test.build.rider()
    const off = await test.build.rider({ is_on_duty: false })
    const { order, store } = await place({ status: 4, rider_id: rider.id })
    const { body } = await ask('dashboard/riders-map', {}, { cookie })
    const of = (id: number) => body.riders.find((one) => one.id === id)
    expect(of(rider.id)).toMatchObject({
      at: { latitude: 12.93, longitude: 77.62 },
      orders: [{ id: order.id, status: 'picked_up', store: store.name, to: { latitude: 12.9352 } }],
    })
    expect(of(unseen.id)).toMatchObject({ at: null, positioned_at: null, orders: [] })
    expect(of(off.id)).toBeUndefined()
  })
})

describe('orders for callers', () => {
  it('[O-01] [O-04] each session in which staff act for a customer is listed with its orders', async () => {
    const { cookie, staff } = await createStaff(test).actFor(await test.build.customer({ name: 'Nalini Bose' }))
    const { body } = await ask(
      'dashboard/table',
      { table: 'callers', filters: { staff: String(staff.id) } },
      { cookie },
    )
    expect(body.rows).toMatchObject([{ staff: 'Farah Khan', customer: 'Nalini Bose', orders: 0 }])
  })
})
