import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { insertPastVisit } from '#test/past-visits.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const { cookieWith, ask } = createStaff(test)

async function hidePhones(isHidden: boolean): Promise<void> {
  await test.build.setting('hideCustomerDetailsFromStoreOwner', String(isHidden))
  await test.services.settings.reload()
}
const DELIVERED = 5

type Who = { token: string }
let of: TestSalon
let other: TestSalon
let asha: Who & { id: number }
let meera: Who & { id: number }
let stranger: Who & { id: number }
let booked = ''
const day = (date: string, at: { store: { id: number } } = of) => ({
  from: `${date}T10:00+05:30`,
  to: `${date}T11:00+05:30`,
  storeId: at.store.id,
})

beforeAll(async () => {
  of = await salon()
  other = await salon()
  asha = await test.build.customer({ name: 'Asha Menon', phone: '+919811112222' })
  meera = await test.build.customer({ name: 'Meera Rao', phone: '+919833334444' })
  stranger = await test.build.customer({ name: 'Zubeida Khan' })
  const [nila, mina] = of.stylists as [number, number]
  await insertPastVisit(test, { ...day('2026-03-01'), stylist: nila, userId: asha.id })
  await insertPastVisit(test, { ...day('2026-03-08'), stylist: mina, userId: asha.id, status: 'no_show' })
  await insertPastVisit(test, { ...day('2026-03-15'), userId: asha.id, priceMinor: 12_345, currency: 'KWD' })
  await insertPastVisit(test, { ...day('2026-03-09'), stylist: nila })
  await insertPastVisit(test, { ...day('2026-04-01', other), userId: asha.id, priceMinor: 77_700 })
  await insertPastVisit(test, { ...day('2026-04-02', other), userId: stranger.id })
  const order = { store_id: of.store.id, status: DELIVERED, delivered_at: new Date('2026-03-20T10:00Z') }
  const shampoo = { name: 'Shampoo', quantity: 2, unit_price_minor: 25_000n }
  await test.build.order({ ...order, user_id: asha.id, refunded_own_minor: 10_000n, lines: [shampoo] })
  await test.build.order({
    ...order,
    user_id: asha.id,
    store_id: other.store.id,
    lines: [{ ...shampoo, name: 'Comb' }],
  })
  await test.build.order({ ...order, user_id: meera.id, status: 6, lines: [shampoo] })
  const start = { starts_at: startIn(3), services: [{ item_id: of.colour, stylist_id: mina }] }
  const held = await test.call('hold-visit', { store_id: of.store.id, ...start }, asha)
  booked = held.body.visit.unique_visit_id
  const visit = { order: [], delivery_type: 4 as const, unique_visit_id: booked, method: 'COD' }
  expect((await test.call('place-order', visit, asha)).status).toBe(200)
})

const list = (query: object = {}, who: Who = of.owner) =>
  test.call('dashboard/table', { table: 'salon_customers', ...query } as never, who)
const namesIn = async (query: object = {}, who?: Who) => (await list(query, who)).body.rows.map(({ name }) => name)
const card = (customerId: number, who: Who = of.owner, storeId = of.store.id) =>
  test.call('dashboard/bookings/customer', { store_id: storeId, customer_id: customerId }, who)

describe('the list of the customers of a salon', () => {
  it('[V-31] has visits, no-shows, last and next visit and the money spent at this salon alone', async () => {
    expect((await list()).body).toMatchObject({
      total: 2,
      rows: [
        {
          id: asha.id,
          name: 'Asha Menon',
          visits: 2,
          no_shows: 1,
          last_visit_at: new Date(day('2026-03-15').from).toISOString(),
          next_visit_at: startIn(3),
          // The total counts a visit without an order for 400.00 and goods for 500.00 of which 100.00 was refunded, but
          // no amounts in another currency.
          spent: '800.00',
          currency: 'INR',
          store_id: of.store.id,
        },
        { id: meera.id, visits: 0, no_shows: 0, last_visit_at: null, next_visit_at: null, spent: '0.00' },
      ],
    })
    expect(await namesIn({}, other.owner)).toEqual(['Zubeida Khan', 'Asha Menon'])
  })

  it('[V-31] is sorted, paged and searched by name and by phone', async () => {
    expect(await namesIn({ sort: 'name' })).toEqual(['Asha Menon', 'Meera Rao'])
    expect(await namesIn({ sort: '-name' })).toEqual(['Meera Rao', 'Asha Menon'])
    expect(await namesIn({ sort: 'last_visit_at' })).toEqual(['Asha Menon', 'Meera Rao'])
    expect(await namesIn({ sort: '-spent', page: 2, per_page: 25 })).toEqual([])
    expect(await namesIn({ q: 'asha' })).toEqual(['Asha Menon'])
    expect(await namesIn({ q: '98333' })).toEqual(['Meera Rao'])
    expect(codeOf(await list({ sort: 'phone' }))).toBe('INVALID_INPUT')
  })

  it('[V-31] shows no phone to the people of the salon, and searches none that the setting hides', async () => {
    const phones = (await list()).body.rows.map(({ phone }) => phone)
    expect(phones).toEqual([null, null])
    await hidePhones(true)
    expect(await namesIn({ q: '98333' })).toEqual([])
    expect(await namesIn({ q: 'meera' })).toEqual(['Meera Rao'])
    await hidePhones(false)
    const cookie = await cookieWith('order_view')
    const query = { table: 'salon_customers', q: '98333', filters: { store: String(of.store.id) } }
    const { body } = await ask('dashboard/table', query, { cookie })
    expect(body.rows).toMatchObject([{ name: 'Meera Rao', phone: '+919833334444' }])
  })

  it("[V-31] is closed to the kitchen, to staff without the permission, and for another's salon", async () => {
    const cashier = await test.build.employee({ store: of.store, role: 'cashier' })
    expect(await namesIn({}, cashier)).toEqual(['Asha Menon', 'Meera Rao'])
    const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
    expect(codeOf(await list({}, kitchen))).toBe('PERMISSION_MISSING')
    expect(
      codeOf(
        await ask('dashboard/table', { table: 'salon_customers' }, { cookie: await cookieWith('coupons_manage') }),
      ),
    ).toBe('PERMISSION_MISSING')
    expect(await namesIn({ filters: { store: String(other.store.id) } })).toEqual([])
  })

  it('[V-31] leaves out guests, holds without an order, and the customers of stores that are no salons', async () => {
    const shop = await test.build.store()
    const owner = await test.build.owner({ stores: [shop] })
    await test.build.order({ user_id: asha.id, store_id: shop.id, status: DELIVERED })
    expect(await namesIn({}, owner)).toEqual([])
    const holder = await test.build.customer({ name: 'Holder' })
    const wish = { services: [{ item_id: of.cut }], starts_at: startIn(4) }
    await test.call('hold-visit', { store_id: of.store.id, ...wish }, holder)
    expect(await namesIn()).toEqual(['Asha Menon', 'Meera Rao'])
    expect(codeOf(await card(holder.id))).toBe('NOT_FOUND')
  })
})

describe('the card of a customer', () => {
  it('[V-31] has past and coming visits, goods and totals of this salon alone', async () => {
    const { body } = await card(asha.id)
    expect(body).toMatchObject({
      currency: 'INR',
      time_zone: 'Asia/Kolkata',
      customer: { id: asha.id, name: 'Asha Menon', phone: '+919811112222', is_deleted: false },
      visits: 2,
      no_shows: 1,
      next_visit_at: startIn(3),
      spent: '800.00',
    })
    expect(body.coming).toEqual([
      {
        unique_visit_id: booked,
        status: 'booked',
        starts_at: startIn(3),
        ends_at: startIn(3, 10 * 60 + 85),
        price: '1000.00',
        currency: 'INR',
        services: [{ name: 'Colour', stylist: 'Nila 2', addons: [], price: '1000.00' }],
      },
    ])
    expect(body.past).toMatchObject([
      { status: 'done', price: '12.345', currency: 'KWD', services: [{ stylist: null }] },
      { status: 'no_show', services: [{ name: 'Haircut', stylist: 'Nila 2' }] },
      { status: 'done', price: '400.00', services: [{ name: 'Haircut', stylist: 'Nila 1', price: '400.00' }] },
    ])
    expect(body.goods).toEqual([
      { name: 'Shampoo', quantity: 2, price: '500.00', currency: 'INR', sold_at: '2026-03-20T10:00:00.000Z' },
    ])
    expect((await card(asha.id, other.owner, other.store.id)).body).toMatchObject({
      visits: 1,
      spent: '1277.00',
      coming: [],
      past: [{ price: '777.00' }],
      goods: [{ name: 'Comb' }],
    })
  })

  it('[V-31] shows the phone as the setting says, and always to staff', async () => {
    await hidePhones(true)
    expect((await card(asha.id)).body.customer.phone).toBeNull()
    const cookie = await cookieWith('order_view')
    const input = { store_id: of.store.id, customer_id: asha.id }
    expect((await ask('dashboard/bookings/customer', input, { cookie })).body.customer.phone).toBe('+919811112222')
    await hidePhones(false)
  })

  it("[V-31] is refused for a stranger, another's salon, an unknown customer, the kitchen and staff without the right", async () => {
    expect(codeOf(await card(stranger.id))).toBe('NOT_FOUND')
    expect(codeOf(await card(2_000_000_000))).toBe('NOT_FOUND')
    expect(codeOf(await card(asha.id, of.owner, other.store.id))).toBe('ORDER_NOT_YOURS')
    const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
    expect(codeOf(await card(asha.id, kitchen))).toBe('PERMISSION_MISSING')
    const input = { store_id: of.store.id, customer_id: asha.id }
    const cookie = await cookieWith('coupons_manage')
    expect(codeOf(await ask('dashboard/bookings/customer', input, { cookie }))).toBe('PERMISSION_MISSING')
  })

  it('[V-31] the card of a deleted account keeps the visits, without name and phone', async () => {
    const gone = await test.build.customer({ name: 'Gone', phone: '+919855556666' })
    await insertPastVisit(test, { ...day('2026-02-01'), userId: gone.id })
    await sql`update users set name = '—', phone = null, email = null, deleted_at = now() where id = ${gone.id}`.execute(
      test.db,
    )
    expect((await card(gone.id)).body).toMatchObject({
      customer: { name: '—', phone: null, is_deleted: true },
      visits: 1,
    })
    expect(await namesIn({ q: 'gone' })).toEqual([])
    const start = { services: [{ item_id: of.cut }], starts_at: startIn(5), guest_name: 'Gone', customer_id: gone.id }
    expect(codeOf(await test.call('dashboard/bookings/walk-in', { store_id: of.store.id, ...start }, of.owner))).toBe(
      'NOT_FOUND',
    )
  })
})

describe('a visit that the salon enters for a customer', () => {
  const enter = (customerId: number, input: object = {}, who: Who = of.owner) =>
    test.call(
      'dashboard/bookings/walk-in',
      {
        store_id: of.store.id,
        services: [{ item_id: of.cut }],
        starts_at: startIn(6),
        guest_name: 'Typed',
        customer_id: customerId,
        ...input,
      },
      who,
    )

  it('[V-31] is theirs: on their phone, on their card, and in the money that they spent', async () => {
    // The rows that this file inserts have no postings, which the ledger check reports.
    const before = await checkLedger(test.db)
    const { body } = await enter(meera.id)
    expect(body.visit).toMatchObject({ status: 'booked', customer: 'Meera Rao', order: null, is_first: true })
    const number = body.visit.unique_visit_id
    const own = (await test.call('my-visits', {}, meera)).body.visits
    expect(own).toMatchObject([{ unique_visit_id: number, order: null, can_cancel: true }])
    expect(JSON.stringify((await test.call('get-user-notifications', {}, meera)).body)).toContain('expects you on')
    expect((await card(meera.id)).body).toMatchObject({ coming: [{ unique_visit_id: number }], past: [] })
    const about = { store_id: of.store.id, unique_visit_id: number }
    await test.call('dashboard/bookings/arrive', about, of.owner)
    const goods = [{ item_id: of.shampoo, quantity: 1 }]
    expect((await test.call('dashboard/bookings/finish', { ...about, goods }, of.owner)).status).toBe(200)
    expect((await card(meera.id)).body).toMatchObject({
      visits: 1,
      spent: '650.00',
      coming: [],
      past: [{ unique_visit_id: number, status: 'done' }],
      goods: [{ name: 'Shampoo', quantity: 1, price: '250.00' }],
    })
    expect(await checkLedger(test.db)).toEqual(before)
  })

  it('[V-31] is refused for a stranger, and at a time at which the customer has another visit', async () => {
    expect(codeOf(await enter(stranger.id))).toBe('NOT_FOUND')
    expect(codeOf(await enter(2_000_000_000))).toBe('NOT_FOUND')
    const taken = await enter(asha.id, { starts_at: startIn(3), services: [{ item_id: of.cut }] })
    expect(codeOf(taken)).toBe('SLOT_TAKEN')
    expect(taken.body).toMatchObject({
      next_starts: [startIn(3, 10 * 60 + 90), expect.any(String), expect.any(String)],
    })
  })

  it('[V-31] can be cancelled by its customer, without money', async () => {
    const number = (await enter(meera.id, { starts_at: startIn(7) })).body.visit.unique_visit_id
    const { body } = await test.call('cancel-visit', { unique_visit_id: number }, meera)
    expect(body).toMatchObject({ refunded: '0.00', kept: '0.00', visit: { status: 'cancelled' } })
  })

  it('[V-31] a visit that the salon cancels promises no refund, because nothing was paid', async () => {
    const customer = await test.build.customer({ name: 'Kavya' })
    await insertPastVisit(test, { ...day('2026-01-05'), userId: customer.id })
    const number = (await enter(customer.id, { starts_at: startIn(8) })).body.visit.unique_visit_id
    const about = { store_id: of.store.id, unique_visit_id: number, reason: 'Ill' }
    expect((await test.call('dashboard/bookings/cancel', about, of.owner)).status).toBe(200)
    const notifications = JSON.stringify((await test.call('get-user-notifications', {}, customer)).body)
    expect(notifications).toContain('is cancelled.')
    expect(notifications).not.toContain('refund')
  })

  it('[V-31] keeps its account: the deletion waits until the visit is over or cancelled', async () => {
    const customer = await test.build.customer({ name: 'Lakshmi' })
    await insertPastVisit(test, { ...day('2026-01-06'), userId: customer.id })
    const number = (await enter(customer.id, { starts_at: startIn(9) })).body.visit.unique_visit_id
    const remove = async () => codeOf(await test.call('delete-my-account', {}, customer))
    expect(await remove()).toBe('ACCOUNT_HAS_ORDERS')
    await test.call('cancel-visit', { unique_visit_id: number }, customer)
    expect(await remove()).toBeUndefined()
  })

  it('[V-31] is planned around what its customer holds in the app', async () => {
    const customer = await test.build.customer({ name: 'Nandini' })
    await insertPastVisit(test, { ...day('2026-01-07'), userId: customer.id })
    const start = { starts_at: startIn(10), services: [{ item_id: of.cut }] }
    expect((await test.call('hold-visit', { store_id: of.store.id, ...start }, customer)).status).toBe(200)
    const taken = await enter(customer.id, start)
    expect(codeOf(taken)).toBe('SLOT_TAKEN')
    const next = startIn(10, 630)
    expect(taken.body).toMatchObject({ next_starts: [next, expect.any(String), expect.any(String)] })
    expect(codeOf(await enter(customer.id, { ...start, starts_at: next }))).toBeUndefined()
  })

  it('[V-31] needs no name, while the visit of a guest does', async () => {
    expect(codeOf(await enter(meera.id, { starts_at: startIn(11), guest_name: undefined }))).toBeUndefined()
    const guest = await enter(0, { starts_at: startIn(11), guest_name: undefined, customer_id: undefined })
    expect(guest.body).toMatchObject({ error: { code: 'INVALID_INPUT', fields: { guest_name: expect.any(String) } } })
  })
})

describe('the goods and the money of a visit with an order', () => {
  it('[V-31] leave out its services and the tip of a rider', async () => {
    const customer = await test.build.customer({ name: 'Usha' })
    const start = { starts_at: startIn(12), services: [{ item_id: of.cut }] }
    const held = await test.call('hold-visit', { store_id: of.store.id, ...start }, customer)
    const { unique_visit_id } = held.body.visit
    const order = { order: [], delivery_type: 4 as const, unique_visit_id, method: 'COD' }
    expect((await test.call('place-order', order, customer)).status).toBe(200)
    const about = { store_id: of.store.id, unique_visit_id }
    await test.call('dashboard/bookings/arrive', about, of.owner)
    const goods = [{ item_id: of.shampoo, quantity: 1 }]
    const finished = await test.call('dashboard/bookings/finish', { ...about, goods }, of.owner)
    expect(codeOf(finished), JSON.stringify(finished.body)).toBeUndefined()
    const lines = [{ name: 'Comb', quantity: 1, unit_price_minor: 10_000n }]
    await test.build.order({
      user_id: customer.id,
      store_id: of.store.id,
      status: DELIVERED,
      delivered_at: new Date(),
      lines,
      tip_minor: 2_000n,
    })
    const { body } = await card(customer.id)
    expect(body.goods.map(({ name }) => name).toSorted()).toEqual(['Comb', 'Shampoo'])
    expect(body.spent).toBe('750.00')
  })
})
