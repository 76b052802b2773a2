import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { salon } = createSalons(test)

let of: TestSalon
let other: TestSalon
beforeAll(async () => {
  of = await salon()
  other = await salon()
})

type ReceptionCall = 'move' | 'arrive' | 'finish' | 'no-show' | 'cancel' | 'waive-share'
const ask = (call: ReceptionCall, number: string, input: object = {}, who: { token: string } = of.owner) =>
  test.call(
    `dashboard/bookings/${call}` as 'dashboard/bookings/move',
    { store_id: of.store.id, unique_visit_id: number, ...input } as never,
    who,
  )
const walkIn = (input: object = {}, who: { token: string } = of.owner) =>
  test.call(
    'dashboard/bookings/walk-in',
    { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(2), guest_name: 'Tara', ...input },
    who,
  )

const quote = (input: object) =>
  test.call(
    'dashboard/bookings/quote',
    { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(2), ...input },
    of.owner,
  )

async function booked(at: string, stylist = of.stylists[0]!) {
  const customer = await test.build.customer({ name: 'Asha Menon' })
  const wishes = [{ item_id: of.cut, stylist_id: stylist }]
  const held = await test.call('hold-visit', { store_id: of.store.id, services: wishes, starts_at: at }, customer)
  const number = held.body.visit.unique_visit_id
  const placed = await test.call(
    'place-order',
    { order: [], delivery_type: 4, unique_visit_id: number, method: 'COD' },
    customer,
  )
  if (!placed.body.success) throw new Error('not placed')
  return { customer, number, order: placed.body.data }
}

describe('the reception of a salon', () => {
  it('[V-15] shows the day by person with visits, hours and money; the kitchen role sees only its own column', async () => {
    const at = startIn(4)
    const { number } = await booked(at)
    const day = { store_id: of.store.id, date: at.slice(0, 10), days: 2 }
    const { body } = await test.call('dashboard/bookings/day', day, of.owner)
    expect(body).toMatchObject({ time_zone: 'Asia/Kolkata', step_minutes: 15, may_change: true, stylists: [{}, {}] })
    expect(body.days).toHaveLength(2)
    expect(body.days[0]!.stylists[0]!.windows).toHaveLength(1)
    expect(body.visits).toMatchObject([
      {
        unique_visit_id: number,
        customer: 'Asha Menon',
        is_first: true,
        order: { total: '400.00', paid: '0.00', at_store: '400.00' },
        terms: { deposit: '0.00', free_cancel_hours: 24, no_show_percent: 100 },
        kept: null,
        services: [{ name: 'Haircut', price: '400.00', segments: [{ stylist_id: of.stylists[0] }] }],
      },
    ])
    const person = await test.build.employee({ store: of.store, role: 'kitchen' })
    await test.db.updateTable('stylists').set({ user_id: person.id }).where('id', '=', of.stylists[1]!).execute()
    const own = (await test.call('dashboard/bookings/day', day, person)).body
    expect(own).toMatchObject({ may_change: false, visits: [], stylists: [{ id: of.stylists[1] }] })
    await test.db.updateTable('stylists').set({ user_id: null }).where('id', '=', of.stylists[1]!).execute()
    await test.db.updateTable('stylists').set({ user_id: person.id }).where('id', '=', of.stylists[0]!).execute()
    const theirs = (await test.call('dashboard/bookings/day', day, person)).body
    expect(theirs.visits).toMatchObject([
      { unique_visit_id: number, phone: null, order: null, terms: null, kept: null, services: [{ price: null }] },
    ])
    expect((await ask('move', number, { starts_at: startIn(4, 720) }, person)).status).toBe(403)
    expect(codeOf(await test.call('dashboard/bookings/day', { ...day, store_id: other.store.id }, of.owner))).toBe(
      'ORDER_NOT_YOURS',
    )
    expect((await test.call('dashboard/bookings/day', { store_id: of.store.id }, of.owner)).body.days).toHaveLength(1)
  })

  it('[V-15] moves a visit to another time and person, and the customer sees the change', async () => {
    const { number, customer } = await booked(startIn(5))
    const { body } = await ask('move', number, { starts_at: startIn(5, 660), stylist_ids: [of.stylists[1]] })
    expect(body.visit).toMatchObject({ starts_at: startIn(5, 660), services: [{ stylist: { id: of.stylists[1] } }] })
    const { body: news } = await test.call('get-user-notifications', {}, customer)
    expect(JSON.stringify(news)).toContain('has moved your visit')
    expect(codeOf(await ask('move', number, { starts_at: startIn(5, 660), stylist_ids: [other.stylists[0]] }))).toBe(
      'STYLIST_CANNOT',
    )
    expect(codeOf(await ask('move', number, { starts_at: startIn(5, 661) }))).toBe('SLOT_INVALID')
    await booked(startIn(5, 780), of.stylists[1])
    const taken = await ask('move', number, { starts_at: startIn(5, 780) })
    expect(codeOf(taken)).toBe('SLOT_TAKEN')
    expect(taken.body).toMatchObject({ next_starts: [startIn(5, 810), expect.any(String), expect.any(String)] })
  })

  it('[V-15] enters a guest without an account, whose visit ends without an order and without money in the ledger', async () => {
    const { body } = await walkIn({ starts_at: startIn(6), is_there: true, guest_phone: '+919876543210' })
    const number = body.visit.unique_visit_id
    expect(body.visit).toMatchObject({ status: 'arrived', customer: 'Tara', phone: '+919876543210', order: null })
    expect((await ask('finish', number)).body.visit.status).toBe('done')
    const later = (await walkIn({ starts_at: startIn(6, 720) })).body.visit.unique_visit_id
    expect((await ask('arrive', later)).body.visit.status).toBe('arrived')
    const gone = (await walkIn({ starts_at: startIn(6, 780) })).body.visit.unique_visit_id
    expect((await ask('cancel', gone)).body.visit.status).toBe('cancelled')
    expect(await checkLedger(test.db)).toEqual([])
  })

  it.each<[string, () => object, string]>([
    [
      'a taken time',
      () => ({ starts_at: startIn(7), services: [{ item_id: of.cut, stylist_id: of.stylists[0] }] }),
      'SLOT_TAKEN',
    ],
    ['a past time', () => ({ starts_at: startIn(-2) }), 'SLOT_INVALID'],
    [
      'a person of another salon',
      () => ({ services: [{ item_id: of.cut, stylist_id: other.stylists[0] }] }),
      'STYLIST_CANNOT',
    ],
    ['six services', () => ({ services: Array(6).fill({ item_id: of.cut }) }), 'TOO_MANY_SERVICES'],
    ['a product', () => ({ services: [{ item_id: of.shampoo }] }), 'ITEM_UNAVAILABLE'],
    ['an unknown add-on', () => ({ services: [{ item_id: of.cut, addons: [2_000_000_000] }] }), 'ADDON_INVALID'],
    ['another store', () => ({ store_id: other.store.id }), 'ORDER_NOT_YOURS'],
  ])('[V-15] refuses a guest at %s, and the quote does too', async (_what, input, code) => {
    if (code === 'SLOT_TAKEN') await booked(startIn(7))
    expect(codeOf(await quote(input()))).toBe(code)
    expect(codeOf(await walkIn(input()))).toBe(code)
  })

  it('[V-15] quotes the length and the total of a guest that the till shows, and keeps no time free', async () => {
    const services = [{ item_id: of.cut, stylist_id: of.stylists[1]! }, { item_id: of.cut }]
    const starts_at = startIn(9)
    const { body: quoted } = await quote({ services, starts_at })
    expect(quoted).toEqual({
      success: true,
      total: '800.00',
      ends_at: new Date(Date.parse(starts_at) + 60 * 60_000).toISOString(),
      minutes: 60,
      stylists: [of.stylists[1], expect.any(Number)],
    })
    const { body } = await walkIn({ services, starts_at, is_there: true })
    expect(body.visit.ends_at).toBe(quoted.ends_at)
    const at = { store_id: of.store.id, unique_visit_id: body.visit.unique_visit_id }
    expect((await test.call('dashboard/bookings/till', at, of.owner)).body.total).toBe(quoted.total)
  })

  it('[V-15] refuses visits of other salons, and steps that the state of the visit does not allow', async () => {
    const { number } = await booked(startIn(8))
    const foreign = await test.call(
      'dashboard/bookings/arrive',
      { store_id: other.store.id, unique_visit_id: number },
      other.owner,
    )
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'VISIT_UNKNOWN'])
    for (const call of ['move', 'arrive', 'finish', 'no-show', 'cancel', 'waive-share'] as const) {
      const unknown = await ask(call, 'V-NONE', call === 'move' ? { starts_at: startIn(8) } : {})
      expect([call, codeOf(unknown)]).toEqual([call, 'VISIT_UNKNOWN'])
      const notOurs = await test.call(
        `dashboard/bookings/${call}` as 'dashboard/bookings/move',
        { store_id: other.store.id, unique_visit_id: number, starts_at: startIn(8) } as never,
        of.owner,
      )
      expect([call, codeOf(notOurs)]).toEqual([call, 'ORDER_NOT_YOURS'])
    }
    await ask('cancel', number)
    for (const call of ['move', 'arrive', 'finish', 'no-show', 'cancel', 'waive-share'] as const)
      expect([call, codeOf(await ask(call, number, call === 'move' ? { starts_at: startIn(8, 700) } : {}))]).toEqual([
        call,
        'VISIT_CLOSED',
      ])
  })

  it('[V-15] staff get NOT_FOUND for a store that does not exist, and for a store that is not a salon', async () => {
    const staff = createStaff(test)
    const cookie = await staff.cookieWith('order_view', 'order_actions')
    const missing = { store_id: 2_000_000_000, unique_visit_id: 'V-NONE', starts_at: startIn(1) }
    for (const call of ['move', 'arrive', 'finish', 'no-show', 'cancel', 'waive-share', 'day'] as const)
      expect([
        call,
        codeOf(await staff.ask(`dashboard/bookings/${call}` as 'dashboard/bookings/arrive', missing, { cookie })),
      ]).toEqual([call, 'NOT_FOUND'])
    const guest = { ...missing, services: [{ item_id: of.cut }], guest_name: 'Tara' }
    const shop = await test.build.store()
    for (const call of ['dashboard/bookings/walk-in', 'dashboard/bookings/quote'] as const) {
      expect(codeOf(await staff.ask(call, guest, { cookie }))).toBe('NOT_FOUND')
      expect(codeOf(await staff.ask(call, { ...guest, store_id: shop.id }, { cookie }))).toBe('STORE_UNKNOWN')
    }
    expect(codeOf(await staff.ask('dashboard/bookings/day', { store_id: shop.id }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[V-15] refuses a guest whose visit is longer than a day', async () => {
    const item = await test.build.item({ store_id: of.store.id, name: 'Day', price_minor: 1_000n })
    const { addons } = await test.build.addons({ item, name: 'More', options: [{ name: 'An hour', price_minor: 0n }] })
    const segments = JSON.stringify([{ minutes: 1440, needsStylist: false, resourceKind: null }])
    await test.db.insertInto('services').values({ item_id: item.id, store_id: of.store.id, segments }).execute()
    await test.db.insertInto('addon_minutes').values({ addon_id: addons[0]!.id, minutes: 60 }).execute()
    const services = [{ item_id: item.id, addons: [addons[0]!.id] }]
    expect(codeOf(await walkIn({ services }))).toBe('SERVICE_TOO_LONG')
    expect(codeOf(await quote({ services }))).toBe('SERVICE_TOO_LONG')
  })

  it('visits do not appear on the board of orders, and no scheduler moves them', async () => {
    const { order } = await booked(startIn(9))
    const { body } = await test.call('store-owner/get-orders', { store_id: of.store.id }, of.owner)
    expect(JSON.stringify(body)).not.toContain(order.unique_order_id)
    const confirm = await test.call(
      'store-owner/confirm-scheduled-order',
      { store_id: of.store.id, order_id: order.id },
      of.owner,
    )
    expect(confirm.body).toMatchObject({ success: false, error: { code: 'ORDER_OF_VISIT' } })
    const { status } = await test.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(10)
  })
})
