import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const everyDay = [
  { open: '09:00', close: '13:00' },
  { open: '14:00', close: '20:00' },
]
const hours = { monday: everyDay, tuesday: everyDay, saturday: everyDay }

let of: TestSalon
let other: TestSalon
beforeAll(async () => {
  of = await salon()
  other = await salon()
})

/** Makes a call of the salon's setup; the input may be invalid. */
const ask = (call: string, input: object = {}, who: { token: string } = of.owner): Promise<TestAnswer> =>
  test.send(`/public/api/dashboard/bookings/${call}`, {
    payload: { store_id: of.store.id, ...input },
    headers: { authorization: `Bearer ${who.token}` },
  })
const setup = async () => (await test.call('dashboard/bookings/salon', { store_id: of.store.id }, of.owner)).body

describe('people of a salon', () => {
  it('[V-14] a person is added with hours, breaks, a day off, personal price and length, and then changed', async () => {
    const person = {
      name: 'Ravi',
      hours,
      exceptions: [{ date: '2031-01-01', windows: [] }],
      services: [{ item_id: of.cut, price: '550', minutes: 45 }, { item_id: of.colour }],
      account_id: of.owner.id,
    }
    const { body } = await test.call('dashboard/bookings/stylists/save', { store_id: of.store.id, ...person }, of.owner)
    expect(body.stylist).toMatchObject({
      name: 'Ravi',
      user_id: of.owner.id,
      hours: { monday: everyDay, sunday: [] },
      exceptions: [{ date: '2031-01-01', windows: [] }],
      services: [
        { item_id: of.cut, price: '550.00', minutes: 45 },
        { item_id: of.colour, price: null, minutes: null },
      ],
    })
    const { id } = body.stylist
    const changed = await ask('stylists/save', { ...person, id, name: 'Ravi K', services: [] })
    expect(changed.body).toMatchObject({ stylist: { id, name: 'Ravi K', services: [] } })
    expect((await setup()).stylists.map(({ name }) => name)).toContain('Ravi K')
    const twin = await ask('stylists/save', { ...person, name: 'Twin' })
    expect(codeOf(twin)).toBe('INVALID_INPUT')
    expect(await ask('stylists/delete', { id })).toMatchObject({ body: { success: true } })
    expect(codeOf(await ask('stylists/delete', { id }))).toBe('NOT_FOUND')
  })

  it('[V-14] services of another salon, unknown people and accounts of other people are refused', async () => {
    const person = { name: 'Ravi', hours, services: [] }
    expect(codeOf(await ask('stylists/save', { ...person, services: [{ item_id: other.cut }] }))).toBe('NOT_FOUND')
    expect(codeOf(await ask('stylists/save', { ...person, id: other.stylists[0] }))).toBe('NOT_FOUND')
    expect(codeOf(await ask('stylists/save', { ...person, account_id: other.owner.id }))).toBe('INVALID_INPUT')
    expect(codeOf(await ask('stylists/save', person, other.owner))).toBe('ORDER_NOT_YOURS')
    const cashier = await test.build.employee({ store: of.store, role: 'cashier' })
    expect((await ask('stylists/save', person, cashier)).status).toBeGreaterThanOrEqual(400)
    const manager = await test.build.employee({ store: of.store, role: 'manager' })
    expect((await ask('stylists/save', { ...person, name: 'By manager' }, manager)).status).toBe(200)
  })

  it('[V-14] an absence during a booked visit lists the visit with a suggestion, moves nothing, and closes the time', async () => {
    const customer = await test.build.customer()
    const at = startIn(3)
    const held = await test.call(
      'hold-visit',
      { store_id: of.store.id, services: [{ item_id: of.cut, stylist_id: of.stylists[0] }], starts_at: at },
      customer,
    )
    const number = held.body.visit.unique_visit_id
    await test.call('place-order', { order: [], delivery_type: 4, unique_visit_id: number, method: 'COD' }, customer)
    const absence = { stylist_id: of.stylists[0], starts_at: startIn(3, 540), ends_at: startIn(3, 720), reason: 'Ill' }
    const { body } = await test.call(
      'dashboard/bookings/absences/save',
      { store_id: of.store.id, ...absence } as never,
      of.owner,
    )
    expect(body).toMatchObject({
      absence: { reason: 'Ill' },
      visits: [{ unique_visit_id: number, starts_at: at, services: ['Haircut'], suggestion: startIn(3, 720) }],
    })
    expect((await test.call('visit', { unique_visit_id: number }, customer)).body.visit).toMatchObject({
      status: 'booked',
      starts_at: at,
    })
    expect(codeOf(await ask('absences/save', { ...absence, ends_at: startIn(3, 600) }))).toBe('ABSENCE_OVERLAPS')
    expect(codeOf(await ask('absences/save', { ...absence, ends_at: absence.starts_at }))).toBe('INVALID_INPUT')
    expect(codeOf(await ask('absences/save', { ...absence, stylist_id: other.stylists[0] }))).toBe('NOT_FOUND')
    const taken = await test.call(
      'hold-visit',
      {
        store_id: of.store.id,
        services: [{ item_id: of.cut, stylist_id: of.stylists[0] }],
        starts_at: startIn(3, 660),
      },
      await test.build.customer(),
    )
    expect(codeOf(taken)).toBe('SLOT_TAKEN')
    const { id } = body.absence
    expect((await ask('absences/delete', { id })).body).toEqual({ success: true })
    expect(codeOf(await ask('absences/delete', { id }))).toBe('NOT_FOUND')
  })
})

it('[V-14] every change of another owner’s salon is refused, and staff get NOT_FOUND for an unknown salon', async () => {
  const terms = {
    step_minutes: 30,
    horizon_days: 60,
    lead_minutes: 60,
    no_show_grace_minutes: 10,
    objection_hours: 48,
    reminder_hours: [24],
  }
  const calls: [string, object][] = [
    ['salon', {}],
    ['stylists/save', { name: 'Ravi', hours, services: [] }],
    ['stylists/delete', { id: of.stylists[0] }],
    ['absences/save', { stylist_id: of.stylists[0], starts_at: startIn(1), ends_at: startIn(2) }],
    ['absences/delete', { id: 1 }],
    ['resources/save', { kind: 'chair', name: 'A' }],
    ['resources/delete', { id: 1 }],
    ['services/save', { item_id: of.cut, segments: [{ minutes: 5, needs_stylist: true, resource_kind: null }] }],
    ['services/delete', { item_id: of.cut }],
    ['terms/save', terms],
  ]
  const before = await setup()
  const staff = createStaff(test)
  const cookie = await staff.cookieWith('stores_view', 'stores_edit')
  for (const [call, input] of calls) {
    expect([call, codeOf(await ask(call, input, other.owner))]).toEqual([call, 'ORDER_NOT_YOURS'])
    const name = `dashboard/bookings/${call}` as 'dashboard/bookings/salon'
    const missing = await staff.ask(name, { ...input, store_id: 2_000_000_000 }, { cookie })
    expect([call, codeOf(missing)]).toEqual([call, 'NOT_FOUND'])
  }
  expect(await setup()).toEqual(before)
})

describe('things, services and terms', () => {
  it('[V-14] a chair is added, renamed and deleted', async () => {
    const { body } = await test.call(
      'dashboard/bookings/resources/save',
      { store_id: of.store.id, kind: 'room', name: 'Room 1' },
      of.owner,
    )
    const { id } = body.resource
    expect((await ask('resources/save', { id, kind: 'room', name: 'Room A' })).body).toMatchObject({
      resource: { id, name: 'Room A' },
    })
    expect(codeOf(await ask('resources/save', { id: 2_000_000_000, kind: 'room', name: 'B' }))).toBe('NOT_FOUND')
    expect((await ask('resources/delete', { id })).body).toEqual({ success: true })
    expect(codeOf(await ask('resources/delete', { id }))).toBe('NOT_FOUND')
  })

  it('[V-14] a product becomes a service with segments, add-ons and a deposit, and then a product again', async () => {
    const addons = await test.build.addons({
      item: { id: of.shampoo, store_id: of.store.id },
      name: 'Extras',
      options: [{ name: 'Massage', price_minor: 5_000n }],
    })
    const addon = addons.addons[0]!.id
    const service = {
      item_id: of.shampoo,
      segments: [{ minutes: 20, needs_stylist: true, resource_kind: 'chair' }],
      deposit_kind: 'amount',
      deposit_value: '50',
      addons: [{ addon_id: addon, minutes: 10 }],
    }
    const { body } = await test.call(
      'dashboard/bookings/services/save',
      { store_id: of.store.id, ...service } as never,
      of.owner,
    )
    expect(body).toMatchObject({
      service: { deposit_kind: 'amount', deposit_value: '50.00', addons: [{ addon_id: addon, minutes: 10 }] },
    })
    const tooLong = { ...service, segments: Array(2).fill({ ...service.segments[0], minutes: 1000 }) }
    expect(codeOf(await ask('services/save', tooLong))).toBe('SERVICE_TOO_LONG')
    expect(codeOf(await ask('services/save', { ...service, item_id: other.cut }))).toBe('NOT_FOUND')
    for (const [kind, value] of [
      ['amount', 'x'],
      ['amount', '0'],
      ['percent', '101'],
      ['percent', '1.5'],
    ])
      expect(codeOf(await ask('services/save', { ...service, deposit_kind: kind, deposit_value: value }))).toBe(
        'INVALID_INPUT',
      )
    expect((await ask('services/delete', { item_id: of.shampoo })).body).toEqual({ success: true })
    expect(codeOf(await ask('services/delete', { item_id: of.shampoo }))).toBe('NOT_FOUND')
  })

  it('[V-14] terms have their default values until they are saved', async () => {
    expect((await setup()).terms).toMatchObject({ step_minutes: 15, horizon_days: 30, objection_hours: 24 })
    const terms = {
      step_minutes: 30,
      horizon_days: 60,
      lead_minutes: 60,
      no_show_grace_minutes: 10,
      objection_hours: 48,
      reminder_hours: [24],
    }
    expect((await ask('terms/save', terms)).body).toMatchObject({ success: true, terms })
    expect((await setup()).terms).toEqual(terms)
    expect(codeOf(await ask('terms/save', { ...terms, step_minutes: 4 }))).toBe('INVALID_INPUT')
    expect(codeOf(await ask('salon', { store_id: 2_000_000_000 }))).toBe('ORDER_NOT_YOURS')
  })
})
