import { beforeAll, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { insertPastVisit } from '#test/past-visits.ts'
import { createSalons, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const { admin, signIn, ask } = createStaff(test)

let of: TestSalon
let other: TestSalon
let cookie = ''
let numbers: string[] = []
beforeAll(async () => {
  of = await salon()
  other = await salon()
  ;({ cookie } = await signIn(await admin()))
  const customer = await test.build.customer({ name: 'Asha Menon' })
  const [nila, mina] = of.stylists as [number, number]
  const at = (day: string) => ({ from: `${day}T10:00+05:30`, to: `${day}T11:00+05:30`, storeId: of.store.id })
  numbers = [
    await insertPastVisit(test, { ...at('2026-03-01'), stylist: nila, userId: customer.id }),
    await insertPastVisit(test, { ...at('2026-03-02'), stylist: mina, status: 'no_show', priceMinor: 12_345 }),
    await insertPastVisit(test, { ...at('2026-03-03'), stylist: nila, status: 'booked' }),
  ]
  await insertPastVisit(test, { ...at('2026-03-02'), storeId: other.store.id })
})

const rows = async (query: object, who: { cookie?: string; token?: string } = { cookie }) =>
  (await ask('dashboard/table', { table: 'visits', ...query } as never, who as never)).body.rows
const found = async (query: object, who?: { token: string }) =>
  (await rows(query, who)).map(({ unique_visit_id }) => unique_visit_id)

it('[V-23] lists visits with services, people, price and state, and leaves out holds without an order', async () => {
  const customer = await test.build.customer()
  const services = [{ item_id: of.cut, stylist_id: of.stylists[0] }]
  const starts_at = new Date(Date.now() + 5 * 86_400_000)
  starts_at.setUTCMinutes(30, 0, 0)
  const held = await test.call(
    'hold-visit',
    { store_id: of.store.id, services, starts_at: starts_at.toISOString() },
    customer,
  )
  expect(held.status).toBe(200)
  const store = String(of.store.id)
  expect(await rows({ filters: { store } })).toMatchObject([
    { unique_visit_id: numbers[2], status: 'booked', customer: 'Tara' },
    { unique_visit_id: numbers[1], status: 'no_show', people: 'Nila 2', price: '123.45', phone: '+919811111111' },
    { unique_visit_id: numbers[0], status: 'done', customer: 'Asha Menon', services: 'Haircut', people: 'Nila 1' },
  ])
})

it('[V-23] filters visits by state, person, date and customer', async () => {
  const store = String(of.store.id)
  expect(await found({ filters: { store, status: 'done,booked' }, sort: 'starts_at' })).toEqual([
    numbers[0],
    numbers[2],
  ])
  expect(await found({ filters: { stylist: String(of.stylists[0]) } })).toEqual([numbers[2], numbers[0]])
  expect(await found({ filters: { store, starts_at: '2026-03-02..2026-03-02' } })).toEqual([numbers[1]])
  expect(await found({ q: 'asha men' })).toEqual([numbers[0]])
  for (const filters of [{ stylist: 'x' }, { status: 'gone' }, { starts_at: '2026' }])
    expect(codeOf(await ask('dashboard/table', { table: 'visits', filters } as never, { cookie }))).toBe(
      'INVALID_INPUT',
    )
})

it('[V-23] a cashier of a salon sees its visits without phone numbers; the kitchen role sees none', async () => {
  const cashier = await test.build.employee({ store: of.store, role: 'cashier' })
  for (const who of [of.owner, cashier]) {
    const own = (await test.call('dashboard/table', { table: 'visits' }, who)).body.rows
    expect(own.map(({ unique_visit_id }) => unique_visit_id)).toEqual(numbers.toReversed())
    expect(own.map(({ phone }) => phone)).toEqual([null, null, null])
    expect((await test.call('dashboard/table', { table: 'visits', q: '9811111111' }, who)).body.rows).toEqual([])
  }
  const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
  expect(codeOf(await test.call('dashboard/table', { table: 'visits' }, kitchen))).toBe('PERMISSION_MISSING')
})
