import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const staff = createStaff(test)

let of: TestSalon
let other: TestSalon
beforeAll(async () => {
  of = await salon({ cut: { deposit_kind: 'percent', deposit_value: 25n } })
  other = await salon()
})

let minute = 0
const about = (number: string, at = of) => ({ store_id: at.store.id, unique_visit_id: number })
type Person = { token: string }

/** Checks in a guest without a booking for a haircut at 400.00. */
async function guest(at = of): Promise<string> {
  minute += 60
  const services = [{ item_id: at.cut, stylist_id: at.stylists[0] }]
  const input = { store_id: at.store.id, services, starts_at: startIn(2, minute), guest_name: 'Tara', is_there: true }
  return (await test.call('dashboard/bookings/walk-in', input as never, at.owner)).body.visit.unique_visit_id
}

/** Books a haircut at 400.00 with a deposit of 100.00, and records that the customer has arrived. */
async function booked(): Promise<string> {
  const customer = await test.build.customer({ name: 'Asha Menon' })
  await fundWallet(test.db, customer.id, { ownMinor: 500_000n })
  minute += 60
  const services = [{ item_id: of.cut, stylist_id: of.stylists[0] }]
  const hold = { store_id: of.store.id, services, starts_at: startIn(2, minute) }
  const { unique_visit_id } = (await test.call('hold-visit', hold as never, customer)).body.visit
  const order = { order: [], delivery_type: 4, unique_visit_id, method: 'WALLET' }
  expect((await test.call('place-order', order as never, customer)).status).toBe(200)
  await test.call('dashboard/bookings/arrive', about(unique_visit_id), of.owner)
  return unique_visit_id
}

let keys = 0
const finish = (number: string, input: object = {}, at = of) =>
  test.call('dashboard/bookings/finish', { ...about(number, at), ...input } as never, {
    token: at.owner.token,
    key: `takings-key-${String(++keys).padStart(8, '0')}`,
  })
const correct = (number: string, takings: object[], who: Person = of.owner, at = of) =>
  test.call('dashboard/bookings/takings/save', { ...about(number, at), takings } as never, who)
const day = async (input: object = {}, who: Person = of.owner, at = of) =>
  test.call('dashboard/bookings/takings', { store_id: at.store.id, ...input } as never, who)
const cash = (amount: string) => [{ method: 'cash', amount }]
const rowsOf = async (number: string) =>
  (
    await sql<{ method: string; amount: number }>`
      select t.method, t.amount_minor::int as amount from visit_takings t join visits v on v.id = t.visit_id
       where v.unique_visit_id = ${number} order by t.method`.execute(test.db)
  ).rows

describe('how a visit was paid at the salon', () => {
  it('[V-30] is recorded at its end by method; the parts add up to the rest and the tip, also for a guest with goods', async () => {
    const number = await booked()
    const parts = [...cash('200.00'), { method: 'upi', amount: 130 }]
    const { body } = await finish(number, { tip: '30.00', quoted_at_store: '300.00', takings: parts })
    expect(body.visit).toMatchObject({
      taken: '330.00',
      takings: [
        { method: 'cash', amount: '200.00' },
        { method: 'upi', amount: '130.00' },
      ],
      may_correct_takings: true,
    })
    const number2 = await guest()
    const goods = [{ item_id: of.shampoo, quantity: 2 }]
    const card = [{ method: 'card', amount: '900.00' }]
    expect((await finish(number2, { goods, takings: card })).body.visit).toMatchObject({
      taken: '900.00',
      takings: card,
    })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it.each([
    ['TAKING_METHOD_UNKNOWN', [{ method: 'cheque', amount: '430.00' }]],
    ['TAKING_AMOUNT_INVALID', [...cash('440.00'), { method: 'upi', amount: '-10.00' }]],
    ['TAKING_AMOUNT_INVALID', [...cash('430.00'), { method: 'upi', amount: '0' }]],
    ['TAKING_AMOUNT_INVALID', cash('430.001')],
    ['TAKING_AMOUNT_INVALID', cash('x')],
    ['TAKING_TWICE', [...cash('230.00'), ...cash('200.00')]],
    ['TAKINGS_DIFFER', cash('429.99')],
    ['TAKINGS_DIFFER', cash('430.01')],
    ['TAKINGS_DIFFER', cash('400.00')],
    ['TAKING_AMOUNT_INVALID', cash('99999999999999999999999999.99')],
    ['TAKINGS_DIFFER', []],
  ])('[V-30] is refused as %s, and the visit stays as it was: %j', async (code, takings) => {
    const number = await guest()
    const before = await fingerprint(test.db)
    const ended = await finish(number, { tip: '30.00', goods: [], takings })
    expect(codeOf(ended)).toBe(code)
    expect(await fingerprint(test.db)).toBe(before)
    await finish(number, { tip: '30.00', takings: cash('430.00') })
    const done = await fingerprint(test.db)
    expect(codeOf(await correct(number, takings))).toBe(code)
    expect(await fingerprint(test.db)).toBe(done)
  })

  it('[V-30] is empty if nothing is due, and is recorded once: a second end is refused', async () => {
    const free = await salon({ cut: { deposit_kind: 'none', deposit_value: 0n } })
    await test.db.updateTable('items').set({ price_minor: 0n }).where('id', '=', free.cut).execute()
    const number = await guest(free)
    expect(codeOf(await finish(number, { takings: cash('1.00') }, free))).toBe('TAKINGS_DIFFER')
    const { body } = await finish(number, { takings: [] }, free)
    expect(body.visit).toMatchObject({ taken: '0.00', takings: [], may_correct_takings: false })
    expect((await day({}, free.owner, free)).body).toMatchObject({ takings: { visits: 0 }, visits: [] })
    const paid = await guest()
    await finish(paid, { takings: cash('400.00') })
    expect(codeOf(await finish(paid, { takings: cash('400.00') }))).toBe('VISIT_CLOSED')
    expect(await rowsOf(paid)).toEqual([{ method: 'cash', amount: 40_000 }])
  })

  it('[V-30] the recorded payment can be corrected by a cashier on the day of the end; the audit log has both values', async () => {
    const number = await guest()
    await finish(number, { takings: cash('400.00') })
    const cashier = await test.build.employee({ store: of.store, role: 'cashier' })
    const upi = [{ method: 'upi', amount: '400.00' }]
    expect((await correct(number, upi, cashier)).body.visit).toMatchObject({ status: 'done', takings: upi })
    expect(await rowsOf(number)).toEqual([{ method: 'upi', amount: 40_000 }])
    const audit = await test.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'visit.takings_corrected')
      .where('object_id', '=', number)
      .execute()
    expect(audit).toMatchObject([
      { actor_id: cashier.id, before: { takings: cash('400.00') }, after: { store: of.store.id, takings: upi } },
    ])
    // This visit ends without takings, as visits of an earlier release did. The call that corrects takings adds its
    // takings.
    const unnamed = await guest()
    expect((await finish(unnamed)).body.visit).toMatchObject({
      taken: '400.00',
      takings: [],
      may_correct_takings: true,
    })
    expect((await correct(unnamed, upi, cashier)).status).toBe(200)
  })

  it('[V-30] the recorded payment cannot be corrected on another day of the salon, before the end, or by other people', async () => {
    const number = await guest()
    expect(codeOf(await correct(number, cash('400.00')))).toBe('VISIT_CLOSED')
    await finish(number, { takings: cash('400.00') })
    const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
    const asStaff = await staff.cookieWith('order_actions')
    const before = await fingerprint(test.db)
    const upi = [{ method: 'upi', amount: '400.00' }]
    expect(codeOf(await correct('V-none-such', upi))).toBe('VISIT_UNKNOWN')
    expect(codeOf(await correct(number, upi, other.owner))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await correct(number, upi, other.owner, other))).toBe('VISIT_UNKNOWN')
    expect((await correct(number, upi, kitchen)).status).toBe(403)
    const missing = { store_id: 2_000_000_000, unique_visit_id: number, takings: upi }
    expect(codeOf(await staff.ask('dashboard/bookings/takings/save', missing as never, { cookie: asStaff }))).toBe(
      'NOT_FOUND',
    )
    expect(await fingerprint(test.db)).toBe(before)
    await sql`update visits set ended_at = ended_at - interval '1 day' where unique_visit_id = ${number}`.execute(
      test.db,
    )
    expect(codeOf(await correct(number, upi))).toBe('TAKINGS_CLOSED')
    expect(await rowsOf(number)).toEqual([{ method: 'cash', amount: 40_000 }])
  })

  it('[V-30] cannot be incomplete: the database refuses it, also with two writers', async () => {
    const number = await guest()
    await finish(number)
    const { id } = await test.db
      .selectFrom('visits')
      .select('id')
      .where('unique_visit_id', '=', number)
      .executeTakeFirstOrThrow()
    const row = { visit_id: id, store_id: of.store.id, currency: 'INR', method: 'cash', amount_minor: 40_000n }
    const insert = (...rows: object[]) =>
      inTransaction(test.db, (tx) =>
        tx
          .insertInto('visit_takings')
          .values(rows.map((one) => ({ ...row, ...one })))
          .execute(),
      )
    const wrong = [{ amount_minor: 39_999n }, { store_id: other.store.id }, { currency: 'EUR' }]
    for (const one of wrong) await expect(insert(one)).rejects.toThrow('how all of its money was paid')
    await expect(insert({ method: 'cheque' })).rejects.toThrow('visit_takings__method')
    await expect(insert({ amount_minor: -1n })).rejects.toThrow('visit_takings__amount')
    const both = await Promise.allSettled([insert(), insert({ method: 'upi' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const tip = test.db.updateTable('visits').set({ tip_minor: 5n }).where('id', '=', id)
    await expect(tip.execute()).rejects.toThrow()
    const open = await guest()
    const arrived = await test.db
      .selectFrom('visits')
      .select('id')
      .where('unique_visit_id', '=', open)
      .executeTakeFirstOrThrow()
    await expect(insert({ visit_id: arrived.id })).rejects.toThrow('how all of its money was paid')
  })
})

describe('the takings of a salon', () => {
  it('[V-30] the takings are summed by method for a day and for the report; visits without a recorded method are a separate sum', async () => {
    const own = await salon()
    const goods = [{ item_id: own.shampoo, quantity: 1 }]
    const parts = [...cash('100.00'), { method: 'card', amount: '320.00' }]
    await finish(await guest(own), { tip: '20.00', takings: parts }, own)
    await finish(await guest(own), { takings: cash('400.00') }, own)
    await finish(await guest(own), { goods }, own)
    const old = await guest(own)
    await finish(old, { takings: cash('400.00') }, own)
    await sql`update visits set ended_at = ended_at - interval '1 day' where unique_visit_id = ${old}`.execute(test.db)
    const takings = {
      total: '1470.00',
      visits: 3,
      methods: [
        { method: 'cash', amount: '500.00', visits: 2 },
        { method: 'card', amount: '320.00', visits: 1 },
        { method: 'upi', amount: '0.00', visits: 0 },
      ],
      not_named: { amount: '650.00', visits: 1 },
    }
    const cashier = await test.build.employee({ store: own.store, role: 'cashier' })
    const { body } = await day({}, cashier, own)
    expect(body).toMatchObject({ currency: 'INR', time_zone: 'Asia/Kolkata', is_today: true, takings })
    expect(body.visits).toMatchObject([
      { customer: 'Tara', taken: '420.00', tip: '20.00', takings: parts },
      { taken: '400.00', tip: '0.00', takings: cash('400.00') },
      { taken: '650.00', takings: [] },
    ])
    const { date } = body
    const before = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
    expect((await day({ date: before }, cashier, own)).body).toMatchObject({
      is_today: false,
      takings: { total: '400.00', visits: 1, not_named: { amount: '0.00', visits: 0 } },
    })
    const ask = (from: string, to: string) =>
      test.call('dashboard/bookings/report', { store_id: own.store.id, from, to }, own.owner)
    expect((await ask(date, date)).body.takings).toEqual(takings)
    expect((await ask(before, date)).body.takings).toMatchObject({ total: '1870.00', visits: 4 })
  })

  it('[V-22] show the goods that guests bought as a separate sum, by the start of their visits', async () => {
    const own = await salon()
    await finish(await guest(own), { goods: [{ item_id: own.shampoo, quantity: 3 }] }, own)
    const inTwoDays = startIn(2, minute).slice(0, 10)
    const ask = (from: string, to: string) =>
      test.call('dashboard/bookings/report', { store_id: own.store.id, from, to }, own.owner)
    const later = new Date(Date.parse(inTwoDays) + 3 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await ask(new Date().toISOString().slice(0, 10), later)
    expect(body.guest_goods).toEqual({ pieces: 3, sales: '750.00' })
    expect(body.people[0]).toMatchObject({ sales: '400.00' })
  })

  it('[V-30] the takings are visible only to people who may take money: not to the kitchen role, and not for a store that is not a salon', async () => {
    expect((await day({}, await test.build.employee({ store: of.store, role: 'kitchen' }))).status).toBe(403)
    expect(codeOf(await day({}, other.owner))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await day({ date: '2026-02-30' }))).toBe('INVALID_INPUT')
    const shop = await test.build.store()
    const asStaff = await staff.cookieWith('order_actions')
    const ask = (store_id: number) => staff.ask('dashboard/bookings/takings', { store_id }, { cookie: asStaff })
    expect((await ask(of.store.id)).body.success).toBe(true)
    expect(codeOf(await ask(shop.id))).toBe('NOT_FOUND')
    const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
    await test.db.updateTable('stylists').set({ user_id: kitchen.id }).where('id', '=', of.stylists[0]!).execute()
    const number = await guest()
    await finish(number, { takings: cash('400.00') })
    const date = startIn(2, minute)
    const local = new Date(Date.parse(date) + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const own = await test.call('dashboard/bookings/day', { store_id: of.store.id, date: local }, kitchen)
    expect(own.body.visits.find(({ unique_visit_id }) => unique_visit_id === number)).toMatchObject({
      taken: null,
      takings: [],
      may_correct_takings: false,
    })
  })
})
