import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { lockSalon } from '#features/bookings/salon/lock-salon.ts'
import { jobs as push } from '#features/messaging/push/jobs.ts'
import { type Message, MessageProviderError } from '#outside/message-provider.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'
import { jobs as visitJobs } from '../visits/jobs.ts'
import { holdOffer } from '../visits/offer-hold.ts'
import { jobs as own } from './jobs.ts'
import { offerFreedTime } from './offer-freed-time.ts'
import { deleteOldEntries, setOffered } from './queries.ts'

const test = useTestApp()
const { salon, tooLong } = createSalons(test)
type Person = { id: number; token: string }

/** The starts of the two halves of the hour in which the salon is open with one person. */
const [first, second] = [startIn(3, 600), startIn(3, 630)]
const date = first.slice(0, 10)
const all = { tasks: { ...own.tasks, ...push.tasks, 'deliver-webhook': async () => {} } }
const work = () => runJobs(test, all)

/** Creates a salon with one person, who works from 10:00 to 11:00. */
async function small(): Promise<TestSalon> {
  const of = await salon({ stylists: 1, chairs: 1 })
  await test.db
    .updateTable('stylist_hours')
    .set({ opens_at: '10:00', closes_at: '11:00' })
    .where('stylist_id', '=', of.stylists[0]!)
    .execute()
  return of
}

const hold = (who: Person, of: TestSalon, starts_at: string, input: object = {}) =>
  test.call('hold-visit', { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at, ...input }, who)
const order = (who: Person, unique_visit_id: string) =>
  test.call('place-order', { order: [], delivery_type: 4, unique_visit_id, method: 'COD' }, who)
async function book(of: TestSalon, starts_at: string): Promise<{ customer: Person; number: string }> {
  const customer = await test.build.customer()
  const { body } = await hold(customer, of, starts_at)
  const number = body.visit.unique_visit_id
  if (!(await order(customer, number)).body.success) throw new Error('not placed')
  return { customer, number }
}
const cancel = ({ customer, number }: { customer: Person; number: string }) =>
  test.call('cancel-visit', { unique_visit_id: number }, customer)
const join = (who: Person, of: TestSalon, input: object = {}) =>
  test.call('join-wait-list', { store_id: of.store.id, services: [{ item_id: of.cut }], dates: [date], ...input }, who)
const entriesOf = async (who: Person) => (await test.call('my-wait-list', {}, who)).body.entries
const offerOf = async (who: Person) => (await entriesOf(who))[0]?.offer ?? null
const newsOf = async (who: Person) => JSON.stringify((await test.call('get-user-notifications', {}, who)).body)
const stored = async (who: Person) =>
  test.db.selectFrom('wait_entries').selectAll().where('user_id', '=', who.id).orderBy('id').execute()

/** Makes the open offer of a customer expire now. */
async function letPass(who: Person): Promise<void> {
  await test.db
    .updateTable('visits')
    .set({ held_until: new Date(Date.now() - 1000) })
    .where('user_id', '=', who.id)
    .where('status', '=', 'held')
    .execute()
}

/** Creates a salon that is fully booked on the day of the tests, and customers who wait there one after another. */
async function full(count: number) {
  const of = await small()
  const visits = [await book(of, first), await book(of, second)]
  const waiting: Person[] = []
  for (let index = 0; index < count; index++) {
    const customer = await test.build.customer()
    expect((await join(customer, of)).body.success).toBe(true)
    waiting.push(customer)
  }
  await work()
  return { of, visits, waiting }
}

/** Counts the pairs of overlapping claims on the same person or resource. */
async function overlaps(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visit_claims a join visit_claims b
        on a.thing = b.thing and a.thing_id = b.thing_id and a.during && b.during and a.ctid < b.ctid`.execute(test.db)
  return rows[0]!.count
}

/** Counts the notifications of offers that these customers received. */
async function countOffers(people: readonly Person[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications where data ->> 'title_key' = 'waitOfferTitle'
       and user_id = any (${people.map(({ id }) => id)}::int[])`.execute(test.db)
  return rows[0]!.count
}

/** Counts the database connections that wait for a lock. */
async function countBlocked(): Promise<number> {
  const client = await test.pool.connect()
  try {
    await client.query('set role none')
    const { rows } = await client.query(`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    return rows[0].count
  } finally {
    await client.query('set role nukkad_app')
    client.release()
  }
}

/** Ends the database connections that wait for a lock; returns how many. */
async function endWaiting(): Promise<number> {
  const client = await test.pool.connect()
  try {
    await client.query('set role none')
    const { rowCount } = await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    return rowCount ?? 0
  } finally {
    await client.query('set role nukkad_app')
    client.release()
  }
}

it('[V-18] webhooks report each offer once, with the held visit', async () => {
  const { id: created_by } = await test.build.customer()
  const { id } = await test.db
    .insertInto('webhook_endpoints')
    .values({ url: 'https://shop.example/hook', kinds: ['visit.offered'], secret: 'whsec_c2VjcmV0', created_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { visits, waiting, of } = await full(1)
  await cancel(visits[0]!)
  await work()
  const offer = await offerOf(waiting[0]!)
  const events = await test.db
    .selectFrom('webhook_events')
    .select('payload')
    .where('kind', '=', 'visit.offered')
    .execute()
  expect(events.map(({ payload }) => payload)).toMatchObject([
    {
      unique_visit_id: offer!.unique_visit_id,
      store_id: of.store.id,
      customer_id: waiting[0]!.id,
      status: 'held',
    },
  ])
  expect(offer!.starts_at).toBe(first)
  await letPass(waiting[0]!)
  await work()
  expect(
    await test.db.selectFrom('webhook_events').select('id').where('kind', '=', 'visit.offered').execute(),
  ).toHaveLength(1)
  await test.db.updateTable('webhook_endpoints').set({ is_active: false }).where('id', '=', id).execute()
})

describe('joining', () => {
  let of: TestSalon
  let lasting: object
  beforeAll(async () => {
    of = await small()
    lasting = await tooLong(of)
    await book(of, first)
    await book(of, second)
  })

  it('[V-18] records services, people, dates and times; the customer can leave again', async () => {
    const customer = await test.build.customer()
    const wish = { services: [{ item_id: of.cut, stylist_id: of.stylists[0] }], from: '10:00', to: '10:15' }
    // Joining for both dates is refused, because the other date has free time. The refusal does not name the start at
    // 10:15 on that date, which would leave a gap.
    const refused = await join(customer, of, { ...wish, dates: [date, startIn(2).slice(0, 10)] })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'SLOT_FREE'])
    expect(refused.body).toMatchObject({ next_starts: [startIn(2, 600)] })
    const joined = await join(customer, of, wish)
    expect(joined.body.entry).toMatchObject({
      services: [{ name: 'Haircut', stylist: 'Nila 1' }],
      dates: [date],
      from: '10:00',
      to: '10:15',
      before: 0,
      passed: 0,
      offer: null,
      store: { id: of.store.id },
      time_zone: 'Asia/Kolkata',
    })
    const [entry] = await entriesOf(customer)
    const stranger = await test.build.customer()
    const leave = (who: Person) => test.call('leave-wait-list', { unique_wait_id: entry!.unique_wait_id }, who)
    expect(codeOf(await leave(stranger))).toBe('WAIT_UNKNOWN')
    expect((await leave(customer)).body).toEqual({ success: true })
    expect(codeOf(await leave(customer))).toBe('WAIT_UNKNOWN')
    expect(await entriesOf(customer)).toEqual([])
  })

  it('[V-18] is refused for dates too far ahead, without waiting for the lock of the salon', async () => {
    const customer = await test.build.customer()
    await inTransaction(test.db, async (tx) => {
      await lockSalon(tx, of.store.id)
      for (const far of [startIn(-3), startIn(370)])
        expect(codeOf(await join(customer, of, { dates: [date, far.slice(0, 10)] }))).toBe('SLOT_INVALID')
    })
  })

  it.each<[string, () => object, string]>([
    ['a past date', () => ({ dates: [startIn(-1).slice(0, 10)] }), 'SLOT_INVALID'],
    ['a date beyond the horizon', () => ({ dates: [date, startIn(31).slice(0, 10)] }), 'SLOT_INVALID'],
    ['no date', () => ({ dates: [] }), 'INVALID_INPUT'],
    ['a date twice', () => ({ dates: [date, date] }), 'INVALID_INPUT'],
    ['a time that ends before it begins', () => ({ from: '11:00', to: '10:00' }), 'INVALID_INPUT'],
    ['no time of a clock', () => ({ from: '24:30' }), 'INVALID_INPUT'],
    ['six services', () => ({ services: Array(6).fill({ item_id: of.cut }) }), 'TOO_MANY_SERVICES'],
    ['a product', () => ({ services: [{ item_id: of.shampoo }] }), 'ITEM_UNAVAILABLE'],
    ['an unknown person', () => ({ services: [{ item_id: of.cut, stylist_id: 2_000_000_000 }] }), 'STYLIST_CANNOT'],
    ['an unknown add-on', () => ({ services: [{ item_id: of.cut, addons: [2_000_000_000] }] }), 'ADDON_INVALID'],
    ['an unknown salon', () => ({ store_id: 2_000_000_000 }), 'STORE_UNKNOWN'],
    ['a service of more than a day', () => lasting, 'SERVICE_TOO_LONG'],
  ])('[V-18] is refused with %s', async (_what, input, code) => {
    const customer = await test.build.customer()
    expect(codeOf(await join(customer, of, input()))).toBe(code)
    expect(await stored(customer)).toEqual([])
  })

  it('[V-18] is refused for dates on which the salon is closed, weekly or by an exception', async () => {
    const closed = await salon({ stylists: 1, chairs: 1, storeRow: { is_schedulable: true } })
    const store_id = closed.store.id
    await test.db
      .insertInto('store_hours')
      .values(weekdays.map((_, weekday) => ({ store_id, weekday, opens_at: '10:00', closes_at: '11:00' })))
      .execute()
    const exception = startIn(4).slice(0, 10)
    await test.db.insertInto('store_hour_exceptions').values({ store_id, on_date: exception }).execute()
    await book(closed, first)
    await book(closed, second)
    const customer = await test.build.customer()
    expect(codeOf(await join(customer, closed, { dates: [date, exception] }))).toBe('WAIT_DATE_CLOSED')
    expect((await join(customer, closed)).body.success).toBe(true)
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
    await test.db.deleteFrom('store_hours').where('store_id', '=', store_id).where('weekday', '=', weekday).execute()
    expect(codeOf(await join(await test.build.customer(), closed))).toBe('WAIT_DATE_CLOSED')
    expect(await stored(customer)).toHaveLength(1)
  })

  it('[V-18] is limited to three open entries at a salon, also for parallel requests', async () => {
    const customer = await test.build.customer()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, hour) => join(customer, of, { from: `0${hour}:00` })),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(3)
    expect(answers.filter((answer) => !answer.body.success).map(codeOf)).toEqual(Array(5).fill('WAIT_LIST_FULL'))
  })
})

describe('freed time', () => {
  it('[V-18] is offered to the first customer in the list as a hold of 15 minutes, and can be booked', async () => {
    const { of, visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    expect(await offerOf(a)).toBe(null)
    expect((await entriesOf(b))[0]).toMatchObject({ before: 1 })
    await cancel(visits[0]!)
    await work()
    const offer = (await offerOf(a))!
    expect(offer).toMatchObject({ starts_at: first, ends_at: second })
    const minutes = (Date.parse(offer.held_until!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(13)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await offerOf(b)).toBe(null)
    expect(await newsOf(a)).toContain('We hold the time for you for 15 minutes.')
    expect(await newsOf(a)).toContain(`/book/${of.store.slug}/${offer.unique_visit_id}`)
    expect(await newsOf(b)).not.toContain('held for you')
    // Other customers neither see the offer nor can book its time.
    const stranger = await test.build.customer()
    const asked = { store_id: of.store.id, services: [{ item_id: of.cut }], from: date, days: 1 }
    expect((await test.call('free-times', asked, stranger)).body.days[0]!.starts).toEqual([])
    expect(codeOf(await hold(stranger, of, first))).toBe('SLOT_TAKEN')
    expect(codeOf(await order(b, offer.unique_visit_id))).toBe('VISIT_UNKNOWN')
    expect((await order(a, offer.unique_visit_id)).body.success).toBe(true)
    expect(await entriesOf(a)).toEqual([])
    await work()
    expect(await stored(a)).toMatchObject([{ status: 'ended', ending: 'booked' }])
    expect((await entriesOf(b))[0]).toMatchObject({ before: 0, offer: null })
  })

  it('[V-18] is offered to the next customer when the offer ends; an entry ends after its third offer', async () => {
    const { visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    await cancel(visits[0]!)
    await work()
    const { unique_visit_id: number } = (await offerOf(a))!
    await letPass(a)
    expect(codeOf(await order(a, number))).toBe('HOLD_EXPIRED')
    // The job that deletes expired holds frees the time and starts the offers to waiting customers.
    await visitJobs.tasks['delete-ended-holds']!({}, test.services)
    await work()
    expect(await offerOf(a)).toBe(null)
    expect((await entriesOf(a))[0]).toMatchObject({ passed: 1, before: 0 })
    expect(await offerOf(b)).toMatchObject({ starts_at: first })
    await letPass(b)
    await offerFreedTime(test.services, (await stored(b))[0]!.store_id)
    // Both customers have let an offer of this time expire, so neither gets another offer of it.
    expect([await offerOf(a), await offerOf(b)]).toEqual([null, null])
    expect((await entriesOf(b))[0]).toMatchObject({ passed: 1, before: 1 })
    await cancel(visits[1]!)
    await work()
    expect(await offerOf(a)).toMatchObject({ starts_at: second })
    await sql`update wait_entries set offered = offered || tstzrange('2020-01-01', '2020-01-02') where user_id = ${a.id}`.execute(
      test.db,
    )
    await test.call('release-hold', { unique_visit_id: (await offerOf(a))!.unique_visit_id }, a)
    await work()
    expect(await stored(a)).toMatchObject([{ status: 'ended', ending: 'passed' }])
    expect(await newsOf(a)).toContain("You didn't take several offers")
    expect(await offerOf(b)).toMatchObject({ starts_at: second })
  })

  it('[V-18] is offered exactly once by many workers, after two cancellations at the same time', async () => {
    const { of, visits, waiting } = await full(4)
    await Promise.all(visits.map(cancel))
    await Promise.all(Array.from({ length: 6 }, () => offerFreedTime(test.services, of.store.id)))
    await work()
    const offers = await Promise.all(waiting.map(offerOf))
    expect(offers.map((offer) => offer?.starts_at ?? null)).toEqual([first, second, null, null])
    expect(await countOffers(waiting)).toBe(2)
    expect(await overlaps()).toBe(0)
  })

  it('[V-18] an offer of freed time never overlaps a visit while others book, hold and cancel', async () => {
    const { of, visits, waiting } = await full(5)
    const strangers = await Promise.all(Array.from({ length: 4 }, () => test.build.customer()))
    const answers = await Promise.all([
      ...visits.map(cancel),
      ...strangers.map((who, index) => hold(who, of, index % 2 ? first : second)),
      ...waiting.map((who) => hold(who, of, first)),
      ...Array.from({ length: 4 }, () => offerFreedTime(test.services, of.store.id)),
    ])
    for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500)
    await work()
    expect(await overlaps()).toBe(0)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from visits where store_id = ${of.store.id} and status = 'held' group by starts_at`.execute(
      test.db,
    )
    for (const { count } of rows) expect(count).toBe(1)
  })

  it('[V-18] is not offered to a customer who holds another time; the next in order gets it', async () => {
    const { visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    const other = await small()
    const { body } = await hold(a, other, first)
    await cancel(visits[0]!)
    await work()
    expect([(await offerOf(a))?.starts_at, (await offerOf(b))?.starts_at]).toEqual([undefined, first])
    await cancel(visits[1]!)
    await work()
    expect(await offerOf(a)).toBe(null)
    // The customer's hold at the other salon ends, so that they get the offer.
    await test.call('release-hold', { unique_visit_id: body.visit.unique_visit_id }, a)
    await work()
    expect((await offerOf(a))?.starts_at).toBe(second)
  })

  it('[V-18] survives a restart as an offer: its end is queued, and a lost run is repeated', async () => {
    const { of, visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    await cancel(visits[0]!)
    expect(await listJobs(test)).toContainEqual(
      expect.objectContaining({ name: 'offer-freed-time', key: `offer-freed-time:${of.store.id}` }),
    )
    // Ends the database connection of a worker while its transaction waits for the lock of the salon.
    await inTransaction(test.db, async (tx) => {
      await lockSalon(tx, of.store.id)
      const run = offerFreedTime(test.services, of.store.id).catch(() => {})
      await expect.poll(endWaiting, { timeout: 30_000 }).toBe(1)
      return { run }
    }).then(({ run }) => run)
    await work()
    expect((await offerOf(a))?.starts_at).toBe(first)
    const ends = (await listJobs(test)).filter(({ key }) => key?.startsWith('offer-ends:'))
    expect(ends.length).toBeGreaterThan(0)
    expect(ends.at(-1)!.inSeconds).toBeLessThan(15 * 60 + 60)
    await letPass(a)
    expect(await countOffers(waiting)).toBe(1)
    await offerFreedTime(test.services, of.store.id)
    expect((await offerOf(b))?.starts_at).toBe(first)
  })

  it.each<[string, (of: TestSalon) => Promise<unknown>]>([
    [
      'an absence that is deleted',
      async (of) => {
        const { body } = await test.call('dashboard/bookings/salon', { store_id: of.store.id }, of.owner)
        const { id } = body.stylists[0]!.absences[0]!
        return test.call('dashboard/bookings/absences/delete', { store_id: of.store.id, id }, of.owner)
      },
    ],
    [
      'another person',
      (of) =>
        test.call(
          'dashboard/bookings/stylists/save',
          {
            store_id: of.store.id,
            name: 'Dev',
            hours: Object.fromEntries(
              ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
                day,
                [{ open: '10:00', close: '11:00' }],
              ]),
            ),
            services: [{ item_id: of.cut }],
          },
          of.owner,
        ),
    ],
  ])('[V-18] comes from %s', async (what, free) => {
    const of = await small()
    await test.call(
      'dashboard/bookings/absences/save',
      { store_id: of.store.id, stylist_id: of.stylists[0], starts_at: first, ends_at: startIn(3, 660) },
      of.owner,
    )
    const customer = await test.build.customer()
    expect((await join(customer, of)).body.success).toBe(true)
    const freed = await free(of)
    expect((freed as { status: number }).status, what).toBe(200)
    await work()
    // Only this time fits: the other person would need a chair too, and the salon has only one.
    expect((await offerOf(customer))?.starts_at).toBe(first)
  })

  it('[V-18] is offered to the next customer when the first leaves the list or deletes the account', async () => {
    const { visits, waiting } = await full(3)
    const [a, b, c] = waiting as [Person, Person, Person]
    await cancel(visits[0]!)
    await work()
    const [entry] = await entriesOf(a)
    await test.call('leave-wait-list', { unique_wait_id: entry!.unique_wait_id }, a)
    await work()
    expect((await offerOf(b))?.starts_at).toBe(first)
    expect((await test.call('delete-my-account', {}, b)).body).toMatchObject({ success: true })
    await work()
    expect((await offerOf(c))?.starts_at).toBe(first)
    expect(await stored(b)).toEqual([])
  })

  it.each(['left', 'removed'])('[V-18] is not kept by an entry that is %s while it gets an offer', async (ending) => {
    const { of, visits, waiting } = await full(1)
    const who = waiting[0]!
    await cancel(visits[0]!)
    const [entry] = await entriesOf(who)
    const number = { unique_wait_id: entry!.unique_wait_id }
    const removal = { store_id: of.store.id, ...number, reason: 'Called' }
    const { id } = (await stored(who))[0]!
    const { leaving } = await inTransaction(test.db, async (tx) => {
      await lockSalon(tx, of.store.id)
      const leaving =
        ending === 'left'
          ? test.call('leave-wait-list', number, who)
          : test.call('dashboard/bookings/wait-list/remove', removal, of.owner)
      await expect.poll(countBlocked, { timeout: 30_000 }).toBe(1)
      const startsAt = new Date(first)
      const services = [{ item_id: of.cut, addons: [], mode: 'after' as const }]
      const offer = { storeId: of.store.id, userId: who.id, services, startsAt, seconds: 900 }
      const hold = await holdOffer(tx, test.services.settings, offer)
      await setOffered(tx, id, { visitId: hold.id, startsAt, endsAt: hold.endsAt })
      return { leaving }
    })
    expect((await leaving).body).toEqual({ success: true })
    expect(await stored(who)).toMatchObject([{ status: 'ended', ending }])
    expect(await test.db.selectFrom('visits').select('id').where('user_id', '=', who.id).execute()).toEqual([])
  })

  it('[V-18] is offered also to an entry behind more entries than one run reads', async () => {
    const { of, visits, waiting } = await full(1)
    const late = await test.build.customer()
    await join(late, of)
    const [early] = await stored(waiting[0]!)
    await sql`
      insert into wait_entries (unique_wait_id, store_id, user_id, services, dates, from_minute, to_minute, joined_at, turn_at)
      select 'W-' || upper(lpad(to_hex(n), 16, '0')), store_id, user_id, services, dates, 0, 60, joined_at, joined_at
        from wait_entries, generate_series(1, 401) n where id = ${early!.id}`.execute(test.db)
    await sql`update wait_entries set from_minute = 0, to_minute = 60 where id = ${early!.id}`.execute(test.db)
    await cancel(visits[0]!)
    await work()
    expect((await offerOf(late))?.starts_at).toBe(first)
  })

  it('[V-18] an entry ends when its last date has passed, and is deleted later', async () => {
    const { waiting } = await full(1)
    await sql`update wait_entries set dates = '{2020-01-01}' where user_id = ${waiting[0]!.id}`.execute(test.db)
    expect(await entriesOf(waiting[0]!)).toEqual([])
    await own.tasks['end-over-wait-entries']!({}, test.services)
    expect(await stored(waiting[0]!)).toMatchObject([{ status: 'ended', ending: 'over' }])
    await sql`update wait_entries set ended_at = now() - interval '91 days' where user_id = ${waiting[0]!.id}`.execute(
      test.db,
    )
    await deleteOldEntries(test.db)
    expect(await stored(waiting[0]!)).toEqual([])
  })

  it('[V-18] an entry for a deleted service is skipped', async () => {
    const { of, visits, waiting } = await full(1)
    const late = await test.build.customer()
    await join(late, of)
    await test.db
      .updateTable('wait_entries')
      .set({
        services: JSON.stringify([{ item_id: of.cut, stylist_id: null, addons: [2_000_000_000], mode: 'after' }]),
      })
      .where('user_id', '=', waiting[0]!.id)
      .execute()
    await cancel(visits[0]!)
    await work()
    expect([await offerOf(waiting[0]!), (await offerOf(late))?.starts_at]).toEqual([null, first])
  })
})

describe('a message about an offer', () => {
  beforeAll(() => createPeople(test).set({ smsVisitOffers: 'true' }))
  afterAll(() => createPeople(test).set({ smsVisitOffers: 'false' }))

  /** Makes an offer to a customer with a proved phone; sends the message a second time, and returns what was sent. */
  async function offered(row: object = {}) {
    const { visits, waiting } = await full(1)
    const { id: userId } = waiting[0]!
    const { phone, email } = await test.db
      .updateTable('users')
      .set({ phone_proved_at: new Date(), ...row })
      .where('id', '=', userId)
      .returning(['phone', 'email'])
      .executeTakeFirstOrThrow()
    await cancel(visits[0]!)
    await work()
    const { id } = await test.db
      .selectFrom('visits')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow()
    const textsTo = (recipient: string | null) =>
      test.db.selectFrom('local_outbox').select('text').where('recipient', '=', recipient!).execute()
    return {
      sent: async () => ({ texts: await textsTo(phone), mails: await textsTo(email) }),
      again: () => push.tasks['text-visit-offer']!({ id }, test.services),
    }
  }

  /** Runs `run` while the SMS provider answers with `send`. */
  async function withTexts(send: (message: Message) => Promise<void>, run: () => Promise<void>): Promise<void> {
    const { sms } = test.services.outside
    test.services.outside.sms = { ...sms, send }
    try {
      await run()
    } finally {
      test.services.outside.sms = sms
    }
  }

  it('[V-18] names its template, with salon, date, time and minutes, in readable form', async () => {
    const taken: Message[] = []
    await withTexts(
      async (message) => void taken.push(message),
      async () => void (await offered()),
    )
    const day = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    const shown = day.format(new Date(`${date}T00:00:00Z`))
    expect(taken).toMatchObject([
      {
        text: expect.stringContaining(`on ${shown} at 10:00 am`),
        template: { name: 'msg91VisitOfferDltTemplateId', values: [expect.any(String), shown, '10:00 am', '15'] },
      },
    ])
  })

  it('[V-18] is sent by mail if the provider refuses the text message, which then does not count for the day', async () => {
    const refuse = () => Promise.reject(new MessageProviderError('no template'))
    let offer: Awaited<ReturnType<typeof offered>>
    await withTexts(refuse, async () => {
      offer = await offered()
      for (let times = 0; times < 6; times++) await offer.again()
    })
    expect((await offer!.sent()).mails).toHaveLength(7)
    for (let times = 0; times < 6; times++) await offer!.again()
    const { texts, mails } = await offer!.sent()
    expect([texts.length, mails.length]).toEqual([5, 8])
  })

  it('[V-18] is sent by mail if the shop sends no text messages about offers', async () => {
    await createPeople(test).set({ smsVisitOffers: 'false' })
    const { texts, mails } = await (await offered()).sent()
    await createPeople(test).set({ smsVisitOffers: 'true' })
    expect([texts.length, mails.length]).toEqual([0, 1])
  })

  it('[V-18] is not mailed to an address that was generated when staff made the account', async () => {
    const { id: staffId } = await test.build.customer()
    const phone = `+9198${String(Date.now()).slice(-8)}`
    const invented = { phone, email: `${phone.slice(1)}@guest.invalid`, created_by_staff_id: staffId }
    const { texts, mails } = await (await offered({ ...invented, phone_proved_at: null })).sent()
    expect([texts.length, mails.length]).toEqual([0, 0])
  })

  it('[V-18] is sent once by text message to a proved phone, otherwise by mail, and not after the offer ends', async () => {
    const { visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    const contacts = async (who: Person) =>
      test.db.selectFrom('users').select(['phone', 'email']).where('id', '=', who.id).executeTakeFirstOrThrow()
    await test.db.updateTable('users').set({ phone_proved_at: new Date() }).where('id', '=', a.id).execute()
    await test.db.updateTable('users').set({ phone_proved_at: null }).where('id', '=', b.id).execute()
    await Promise.all(visits.map(cancel))
    await work()
    const sent = async (recipient: string | null) =>
      (await test.db.selectFrom('local_outbox').select('text').where('recipient', '=', recipient!).execute()).length
    expect([await sent((await contacts(a)).phone), await sent((await contacts(b)).phone)]).toEqual([1, 0])
    expect(await sent((await contacts(b)).email)).toBe(1)
    const { unique_visit_id } = (await offerOf(a))!
    const { id } = await test.db
      .selectFrom('visits')
      .select('id')
      .where('unique_visit_id', '=', unique_visit_id)
      .executeTakeFirstOrThrow()
    await test.call('release-hold', { unique_visit_id }, a)
    await push.tasks['text-visit-offer']!({ id }, test.services)
    await push.tasks['push-visit-offer']!({ id }, test.services)
    expect(await sent((await contacts(a)).phone)).toBe(1)
  })
})

describe('the people of the salon', () => {
  it('[V-19] see the customers in the list, except for the kitchen role, and remove an entry with a reason', async () => {
    const { of, visits, waiting } = await full(2)
    const [a, b] = waiting as [Person, Person]
    await cancel(visits[0]!)
    await work()
    const list = (who: { token: string }) => test.call('dashboard/bookings/wait-list', { store_id: of.store.id }, who)
    const { body } = await list(of.owner)
    expect(body).toMatchObject({
      may_change: true,
      time_zone: 'Asia/Kolkata',
      entries: [
        {
          services: [{ name: 'Haircut', stylist: null }],
          dates: [date],
          phone: expect.any(String),
          offer: { starts_at: first },
        },
        { passed: 0, offer: null },
      ],
    })
    const cook = await test.build.employee({ store: of.store, role: 'kitchen' })
    expect((await list(cook)).status).toBe(403)
    expect(codeOf(await list((await salon()).owner))).toBe('ORDER_NOT_YOURS')
    const cashier = await test.build.employee({ store: of.store, role: 'cashier' })
    expect((await list(cashier)).body).toMatchObject({ may_change: true, entries: [{}, {}] })
    const number = body.entries[0]!.unique_wait_id
    const remove = (who: { token: string }, input: object = {}) =>
      test.call(
        'dashboard/bookings/wait-list/remove',
        { store_id: of.store.id, unique_wait_id: number, reason: 'Called twice', ...input },
        who,
      )
    expect((await remove(cook)).status).toBe(403)
    expect(codeOf(await remove(of.owner, { reason: ' ' }))).toBe('INVALID_INPUT')
    const other = await salon()
    expect(codeOf(await remove(other.owner, { store_id: other.store.id }))).toBe('WAIT_UNKNOWN')
    expect(codeOf(await remove(other.owner))).toBe('ORDER_NOT_YOURS')
    expect((await remove(of.owner)).body).toEqual({ success: true })
    expect(codeOf(await remove(of.owner))).toBe('WAIT_UNKNOWN')
    expect(await newsOf(a)).toContain('took you off its wait list: Called twice')
    expect(await stored(a)).toMatchObject([{ ending: 'removed', reason: 'Called twice' }])
    await work()
    expect((await offerOf(b))?.starts_at).toBe(first)
  })

  it('[V-19] staff get NOT_FOUND for the wait list of a store that is not a salon', async () => {
    const staff = createStaff(test)
    const cookie = await staff.cookieWith('order_view', 'order_actions')
    const shop = await test.build.store()
    for (const store_id of [shop.id, 2_000_000_000])
      expect(codeOf(await staff.ask('dashboard/bookings/wait-list', { store_id }, { cookie }))).toBe('NOT_FOUND')
    const gone = { store_id: 2_000_000_000, unique_wait_id: 'W-NONE', reason: 'x' }
    expect(codeOf(await staff.ask('dashboard/bookings/wait-list/remove', gone, { cookie }))).toBe('NOT_FOUND')
  })
})
