import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { insertPastVisit } from '#test/past-visits.ts'
import { createSalons, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const staff = createStaff(test)

let of: TestSalon
let chair = 0
beforeAll(async () => {
  of = await berlinSalon()
})

/**
 * Creates a salon in Berlin with two people, who have worked from 00:00 to 06:00 and from 10:00 to 16:00 since long
 * before the period.
 */
async function berlinSalon() {
  const made = await salon({ chairs: 0, storeRow: { time_zone: 'Europe/Berlin' } })
  await test.db
    .updateTable('stylists')
    .set({ created_at: new Date('2024-01-01') })
    .where('store_id', '=', made.store.id)
    .execute()
  await test.db.deleteFrom('stylist_hours').where('stylist_id', 'in', made.stylists).execute()
  const windows = [
    { opens_at: '00:00', closes_at: '06:00' },
    { opens_at: '10:00', closes_at: '16:00' },
  ]
  const rows = made.stylists.flatMap((stylist_id) =>
    weekdays.flatMap((_, weekday) => windows.map((window) => ({ stylist_id, weekday, ...window }))),
  )
  await test.db.insertInto('stylist_hours').values(rows).execute()
  const added = await test.db
    .insertInto('resources')
    .values({ store_id: made.store.id, kind: 'chair', name: 'Chair 1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  chair = added.id
  return made
}

const report = async (input: object, about = of, who: { token: string } = about.owner) =>
  (await test.call('dashboard/bookings/report', { store_id: about.store.id, ...input } as never, who)).body
const past = (visit: object) => insertPastVisit(test, { storeId: of.store.id, ...visit } as never)

describe('the use of people and chairs', () => {
  // The period contains a clock change: the clocks go back at 03:00 on Sunday 26 October 2025.
  const change = { from: '2025-10-25', to: '2025-10-27' }

  it('[V-22] is counted across a clock change, without absences, and separately from time outside the hours', async () => {
    const [nila, other] = of.stylists as [number, number]
    const during = '[2025-10-27T10:00+01:00,2025-10-27T16:00+01:00)'
    await test.db.insertInto('absences').values({ stylist_id: nila, during }).execute()
    await past({ from: '2025-10-25T10:00+02:00', to: '2025-10-25T11:00+02:00', stylist: nila, chair })
    // This visit lasts from 02:30 in summer time to 02:30 in winter time, which is one hour.
    await past({ from: '2025-10-26T00:30Z', to: '2025-10-26T01:30Z', stylist: nila, priceMinor: 12_345 })
    await past({ from: '2025-10-25T15:30+02:00', to: '2025-10-25T16:30+02:00', stylist: nila })
    await past({ from: '2025-10-27T11:00+01:00', to: '2025-10-27T12:00+01:00', priceMinor: 5_000 })
    const missed = { stylist: other, status: 'no_show' }
    await past({ from: '2025-10-27T11:00+01:00', to: '2025-10-27T12:00+01:00', ...missed })
    expect(await report(change)).toMatchObject({
      currency: 'INR',
      time_zone: 'Europe/Berlin',
      people: [
        { id: nila, open_minutes: 31 * 60, claimed_minutes: 150, extra_minutes: 30, services: 3, sales: '923.45' },
        { id: other, open_minutes: 37 * 60, claimed_minutes: 0, extra_minutes: 0, services: 0, sales: '0.00' },
      ],
      resources: [{ id: chair, kind: 'chair', name: 'Chair 1', open_minutes: 37 * 60, claimed_minutes: 60 }],
      days: [
        { day: '2025-10-25', open_minutes: 24 * 60, claimed_minutes: 90 },
        { day: '2025-10-26', open_minutes: 26 * 60, claimed_minutes: 60 },
        { day: '2025-10-27', open_minutes: 18 * 60, claimed_minutes: 0 },
      ],
      without_person: { services: 1, sales: '50.00' },
      visits: { all: 5, done: 4, open: 0, no_shows: 1 },
    })
  })

  it('[V-22] includes deleted people only where they worked, and hours that replaced the weekly ones', async () => {
    const about = await berlinSalon()
    const [gone, left] = about.stylists as [number, number]
    await past({ storeId: about.store.id, from: '2025-03-10T10:00+01:00', to: '2025-03-10T12:00+01:00', stylist: gone })
    await test.call('dashboard/bookings/stylists/delete', { store_id: about.store.id, id: gone }, about.owner)
    const deleted_at = new Date('2025-03-10T11:00+01:00')
    await test.db.updateTable('stylists').set({ deleted_at }).where('id', '=', gone).execute()
    await test.db
      .insertInto('stylist_hour_exceptions')
      .values({ stylist_id: left, on_date: '2025-03-10', opens_at: '12:00', closes_at: '13:00' })
      .execute()
    const day = (date: string) => report({ from: date, to: date }, about)
    // Saving a person keeps the hours of single past dates, which the form does not show.
    const hours = { monday: [{ open: '10:00', close: '16:00' }], tuesday: [{ open: '04:00', close: '16:00' }] }
    const changed = { store_id: about.store.id, id: left, name: 'Nila 2', hours, services: [] }
    await test.call('dashboard/bookings/stylists/save', changed as never, about.owner)
    expect((await day('2025-03-10')).people).toMatchObject([
      { id: gone, open_minutes: 7 * 60, claimed_minutes: 60, extra_minutes: 60 },
      { id: left, open_minutes: 60 },
    ])
    expect((await day('2025-03-11')).people).toMatchObject([{ id: left, open_minutes: 12 * 60 }])
  })
})

it('[V-22] missed and cancelled visits are counted with the amount that the salon keeps; holds are not counted', async () => {
  const about = await berlinSalon()
  const { id: userId } = await test.build.customer()
  const ordered = async () =>
    (await test.build.order({ user_id: userId, store_id: about.store.id, status: 6, placed_at: new Date() })).id
  const at = (hour: number) => ({
    storeId: about.store.id,
    from: `2025-05-05T${hour}:00+02:00`,
    to: `2025-05-05T${hour + 1}:00+02:00`,
    userId,
  })
  const [one, two, three] = [await ordered(), await ordered(), await ordered()]
  await past({ ...at(10), status: 'no_show', orderId: one, keptMinor: 7_050n })
  await past({ ...at(11), status: 'no_show' })
  const byCustomer = { status: 'cancelled', cancelled: { by: 'customer', from: 'booked' } }
  await past({ ...at(12), ...byCustomer, orderId: two, keptMinor: 2_500n })
  await past({ ...at(13), ...byCustomer, orderId: three, keptMinor: 900n })
  await test.db
    .updateTable('visit_kept')
    .set({ state: 'returned', ended_at: new Date() })
    .where('order_id', '=', three)
    .execute()
  await past({ ...at(14), status: 'cancelled', cancelled: { by: 'store', from: 'booked' } })
  await past({ ...at(15), status: 'cancelled', cancelled: { by: 'scheduler', from: 'held' } })
  await past({ ...at(16), status: 'booked', stylist: about.stylists[0] })
  expect((await report({ from: '2025-05-05', to: '2025-05-05' }, about)).visits).toEqual({
    all: 6,
    done: 0,
    open: 1,
    no_shows: 2,
    cancelled_by_customer: 2,
    cancelled_by_salon: 1,
    kept_of_no_shows: '70.50',
    kept_of_cancelled: '25.00',
  })
})

it('[V-22] a customer has come back if a visit starts on a later day within the weeks, in the time zone of the salon', async () => {
  const about = await berlinSalon()
  const visit = (userId: number, from: string, more: object = {}) =>
    past({
      storeId: about.store.id,
      userId,
      from,
      to: new Date(Date.parse(from) + 1_800_000).toISOString(),
      ...more,
    })
  const customer = async () => (await test.build.customer()).id
  const [weekly, sameDay, lateBy, cancelled] = [await customer(), await customer(), await customer(), await customer()]
  // The second visit is two weeks later at the same local time. The difference in UTC is an hour less than two weeks,
  // because the clocks went forward on 30 March 2025.
  await visit(weekly, '2025-03-20T10:00+01:00')
  await visit(weekly, '2025-04-03T10:00+02:00')
  await visit(sameDay, '2025-03-20T11:00+01:00')
  await visit(sameDay, '2025-03-20T15:00+01:00')
  await visit(lateBy, '2025-03-20T12:00+01:00')
  await visit(lateBy, '2025-04-04T00:15+02:00')
  await visit(cancelled, '2025-03-20T13:00+01:00')
  const byCustomer = { status: 'cancelled', cancelled: { by: 'customer', from: 'booked' } }
  await visit(cancelled, '2025-03-25T13:00+01:00', byCustomer)
  await past({ storeId: about.store.id, from: '2025-03-20T14:00+01:00', to: '2025-03-20T14:30+01:00' })
  const day = { from: '2025-03-20', to: '2025-03-20' }
  expect((await report({ ...day, weeks: 2 }, about)).returning).toEqual({
    customers: 4,
    came_back: 1,
    may_come_back: 0,
  })
  expect((await report({ ...day, weeks: 3 }, about)).returning).toMatchObject({ came_back: 2 })
  const now = new Date(Date.now() - 3_600_000)
  const newest = await customer()
  await visit(newest, now.toISOString())
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now)
  expect((await report({ from: today, to: today }, about)).returning).toEqual({
    customers: 1,
    came_back: 0,
    may_come_back: 1,
  })
})

it('[V-22] owners and managers see the report of their salon; staff with the permission see each report', async () => {
  const day = { from: '2025-03-20', to: '2025-03-21' }
  const other = await salon()
  const ask = (input: object, who: { token: string }) =>
    test.call('dashboard/bookings/report', { store_id: of.store.id, ...day, ...input } as never, who)
  expect(codeOf(await ask({}, other.owner))).toBe('ORDER_NOT_YOURS')
  const manager = await test.build.employee({ store: of.store, role: 'manager' })
  expect((await ask({}, manager)).body.success).toBe(true)
  for (const role of ['kitchen', 'cashier'] as const)
    expect((await ask({}, await test.build.employee({ store: of.store, role }))).status).toBe(403)
  const cookie = await staff.cookieWith('reports_view')
  const asStaff = (store_id: number) => staff.ask('dashboard/bookings/report', { store_id, ...day }, { cookie })
  expect((await asStaff(of.store.id)).body.success).toBe(true)
  expect(codeOf(await asStaff((await test.build.store()).id))).toBe('NOT_FOUND')
  expect(codeOf(await asStaff(2_000_000_000))).toBe('NOT_FOUND')
  for (const input of [{ from: '2025-03-22' }, { to: '2027-03-22' }, { weeks: 0 }, { weeks: 53 }, { from: 'x' }])
    expect(codeOf(await ask(input, of.owner))).toBe('INVALID_INPUT')
})
