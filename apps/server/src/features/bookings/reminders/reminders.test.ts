import { hi } from '@nukkad/contract/texts/hi.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { jobs as pushJobs } from '#features/messaging/push/jobs.ts'
import { type Message, MessageProviderError } from '#outside/message-provider.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { type PushService, pushKeySettings, pushKeys, startPush } from '#test/push.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { jobs } from './jobs.ts'
import { insertDueReminders } from './queries.ts'
import { remindOfVisits, textReminder } from './remind.ts'

const test = useTestApp()
const { salon } = createSalons(test)
let service: PushService
let of: TestSalon

beforeAll(async () => {
  service = await startPush(test)
  await test.db.insertInto('languages').values({ code: 'hi', language_name: 'हिन्दी', is_default: false }).execute()
  await createPeople(test).set({
    enablePushNotification: 'true',
    ...pushKeySettings,
    smsVisitReminders: 'true',
  })
  of = await salon({ storeRow: { name: 'Studio Nila' } })
})
beforeEach(async () => {
  service.forget()
  await test.db.deleteFrom('local_outbox').execute()
})
afterAll(() => service.close())

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const before = (start: string | Date, hours: number) => new Date(new Date(start).getTime() - hours * HOUR_MS)
/** Returns a time in the salon's time zone, such as 2028-06-01T10:00, in the form that people read. */
function shown(local: string, language = 'en'): { date: string; time: string } {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language}-IN`, { ...parts, timeZone: 'UTC' }).format(new Date(`${local.slice(0, 16)}Z`))
  return {
    date: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    time: format({ hour: 'numeric', minute: '2-digit' }),
  }
}
const work = () => runJobs(test, { tasks: { ...pushJobs.tasks, ...jobs.tasks } })
const remind = (now?: Date) => remindOfVisits(test.services, now)

type Person = Awaited<ReturnType<typeof customer>>

/** Creates a customer with a proved phone, an e-mail address and a browser that accepts push messages. */
async function customer(row: object = {}) {
  const person = await test.build.customer({ phone_proved_at: new Date(), ...row })
  const browser = service.subscribe(pushKeys.publicKey)
  await test.call('save-notification-token', { push_token: browser.pushToken }, { ...person, language: 'hi' })
  const contact = await test.db
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { ...person, ...contact, browser: browser.id }
}

/** Inserts a visit that was booked at a given time in the past. */
async function visit(person: Person, startsAt: Date, { at = of, bookedAt = inHours(-24 * 40) } = {}): Promise<number> {
  return inTransaction(test.db, async (tx) => {
    const endsAt = new Date(startsAt.getTime() + HOUR_MS / 2)
    const { id } = await tx
      .insertInto('visits')
      .values({
        unique_visit_id: `V-${person.id}-${startsAt.getTime()}`,
        store_id: at.store.id,
        user_id: person.id,
        status: 'booked',
        starts_at: startsAt,
        ends_at: endsAt,
        terms: JSON.stringify({ depositMinor: 0, currency: 'INR' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into visit_claims (visit_id, thing, thing_id, during)
      values (${id}, 'customer', ${person.id}, tstzrange(${startsAt}, ${endsAt}))`.execute(tx)
    await tx
      .insertInto('visit_events')
      .values({ visit_id: id, kind: 'visit_booked', to_status: 'booked', actor: 'customer', at: bookedAt })
      .execute()
    return id
  })
}

async function sentTo(person: Person) {
  const rows = await test.db
    .selectFrom('local_outbox')
    .select(['kind', 'text'])
    .where('recipient', 'in', [person.phone!, person.email!])
    .execute()
  const of = (kind: 'sms' | 'mail') => rows.filter((row) => row.kind === kind).map(({ text }) => text)
  const news = (await test.call('get-user-notifications', {}, person)).body.map(({ data }) => JSON.parse(data))
  return {
    texts: of('sms'),
    mails: of('mail'),
    pushes: service.arrived.filter(({ browser }) => browser === person.browser).map(({ payload }) => payload),
    list: news.filter(({ kind }) => kind === 'reminder'),
  }
}
const countsOf = async (person: Person) =>
  Object.values(await sentTo(person)).map((messages) => messages.length) as [number, number, number, number]

const remindersOf = async (visitId: number) =>
  (
    await test.db
      .selectFrom('visit_reminders')
      .select(['sequence', 'hours'])
      .where('visit_id', '=', visitId)
      .orderBy('hours')
      .execute()
  ).map(({ sequence, hours }) => [sequence, hours])

/** Books a visit as a customer does. */
async function book(person: Person, startsAt: string): Promise<{ number: string; id: number }> {
  const wishes = { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startsAt }
  const { body } = await test.call('hold-visit', wishes, person)
  const number = body.visit.unique_visit_id
  const order = { order: [], delivery_type: 4 as const, unique_visit_id: number, method: 'COD' }
  expect((await test.call('place-order', order, person)).body).toMatchObject({ success: true })
  const { id } = await test.db
    .selectFrom('visits')
    .select('id')
    .where('unique_visit_id', '=', number)
    .executeTakeFirstOrThrow()
  return { number, id }
}

describe('reminders of visits', () => {
  it('[V-16] reminders are sent by push, text and mail and are listed, in the customer’s language and the salon’s time zone', async () => {
    const person = await customer({ language: 'hi' })
    const startsAt = inHours(23)
    await visit(person, startsAt)
    await remind()
    await work()
    const { date, time } = shown(new Date(startsAt.getTime() + 5.5 * HOUR_MS).toISOString(), 'hi')
    const text = hi.visitReminderMessage
      .replace('{store}', 'Studio Nila')
      .replace('{date}', date)
      .replace('{time}', time)
    const { texts, mails, pushes, list } = await sentTo(person)
    expect(texts).toEqual([text])
    expect(mails).toEqual([expect.stringContaining(text)])
    expect(mails[0]).toMatch(/\/visit\/V-\d+/)
    expect(pushes).toMatchObject([
      { title: hi.visitReminderTitle, message: text, click_action: expect.stringMatching(/\/visit\/V-/) },
    ])
    const [inList] = (await test.call('get-user-notifications', {}, { ...person, language: 'hi' })).body
    expect(JSON.parse(inList!.data)).toMatchObject({ message: text })
    expect(list).toMatchObject([{ click_action: expect.stringMatching(/^\/visit\/V-/) }])
  })

  it('[V-16] reminders are sent once, with four workers at the same time and in every later minute', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => customer()))
    for (const person of people) await visit(person, inHours(20))
    await Promise.all(Array.from({ length: 4 }, () => remind()))
    await Promise.all([work(), work()])
    for (let times = 0; times < 3; times++) await remind()
    await work()
    for (const person of people) expect(await countsOf(person)).toEqual([1, 1, 1, 1])
  })

  it('[V-16] reminders are sent once after a crash: nothing is recorded without its jobs, and a repeated job sends nothing', async () => {
    const person = await customer()
    const id = await visit(person, inHours(22))
    await expect(
      inTransaction(test.db, async (tx) => {
        expect(await insertDueReminders(tx, new Date())).toMatchObject([{ id, hours: 24 }])
        throw new Error('crashed before the jobs were queued')
      }),
    ).rejects.toThrow('crashed')
    expect(await remindersOf(id)).toEqual([])
    await remind()
    const { sms } = test.services.outside
    const away = () => Promise.reject(new MessageProviderError('the provider is away'))
    test.services.outside.sms = { send: away, check: away }
    await work()
    expect(await countsOf(person)).toEqual([0, 1, 1, 1])
    test.services.outside.sms = sms
    const waiting = (await listJobs(test)).filter(({ lastError }) => lastError?.includes('away'))
    expect(waiting).toMatchObject([{ name: 'text-visit-reminder', attempts: 1 }])
    // Runs the job twice: first as its retry, then as for a worker that died before it could record that the job had
    // ended.
    for (let times = 0; times < 2; times++) await textReminder(test.services, { visitId: id, sequence: 0, hours: 24 })
    expect(await countsOf(person)).toEqual([1, 1, 1, 1])
  })

  it('[V-16] reminders are withdrawn when the visit is moved, also if already queued, and are sent for the new time', async () => {
    const person = await customer()
    const { number, id } = await book(person, startIn(4))
    await remind(before(startIn(4), 24))
    expect(await remindersOf(id)).toEqual([[0, 24]])
    const moved = await test.call('move-visit', { unique_visit_id: number, starts_at: startIn(6) }, person)
    expect(moved.body).toMatchObject({ success: true })
    await work()
    expect((await countsOf(person)).slice(0, 3)).toEqual([0, 0, 0])
    await remind(before(startIn(4), 2))
    expect(await remindersOf(id)).toEqual([[0, 24]])
    await remind(before(startIn(6), 24))
    await remind(before(startIn(6), 24))
    await work()
    expect((await countsOf(person)).slice(0, 3)).toEqual([1, 1, 1])
    expect((await sentTo(person)).texts[0]).toContain(shown(startIn(6)).date)
  })

  it('[V-16] a push message that its service could not accept yet is dropped after the visit is moved', async () => {
    const person = await customer()
    const id = await visit(person, inHours(21))
    await remind()
    await runJobs(test, { tasks: { ...jobs.tasks, 'push-visit-reminder': pushJobs.tasks['push-visit-reminder']! } })
    expect((await listJobs(test)).some(({ name }) => name === 'send-push')).toBe(true)
    await test.db.updateTable('visits').set({ sequence: 1 }).where('id', '=', id).execute()
    await work()
    expect((await sentTo(person)).pushes).toEqual([])
  })

  it('[V-16] reminders are not sent for a cancelled visit, also if already queued', async () => {
    const person = await customer()
    const { number, id } = await book(person, startIn(8))
    await remind(before(startIn(8), 24))
    await test.call('cancel-visit', { unique_visit_id: number }, person)
    await work()
    await remind(before(startIn(8), 2))
    await work()
    expect((await countsOf(person)).slice(0, 3)).toEqual([0, 0, 0])
    expect(await remindersOf(id)).toEqual([[0, 24]])
  })

  it('[V-16] reminders are left out if their time had passed when the visit was booked; after an outage only the latest is sent', async () => {
    const [late, early] = [await customer(), await customer()]
    const booked = await visit(late, inHours(1), { bookedAt: inHours(-0.1) })
    const missed = await visit(early, inHours(1.5))
    await remind()
    await work()
    expect(await countsOf(late)).toEqual([0, 0, 0, 0])
    expect(await remindersOf(booked)).toEqual([])
    expect(await countsOf(early)).toEqual([1, 1, 1, 1])
    expect(await remindersOf(missed)).toEqual([
      [0, 2],
      [0, 24],
    ])
    const over = await customer()
    await visit(over, inHours(-0.1))
    await remind()
    expect(await countsOf(over)).toEqual([0, 0, 0, 0])
  })

  it('[V-16] reminders are sent at the hours that the salon sets; changing the hours sends nothing for past ones', async () => {
    const own = await salon()
    const terms = {
      step_minutes: 15,
      horizon_days: 30,
      lead_minutes: 0,
      no_show_grace_minutes: 15,
      objection_hours: 24,
    }
    const setHours = (hours: number[]) =>
      test.call('dashboard/bookings/terms/save', { store_id: own.store.id, ...terms, reminder_hours: hours }, own.owner)
    expect((await setHours([72])).status).toBe(200)
    const [tomorrow, later] = [await customer(), await customer()]
    await visit(tomorrow, inHours(20), { at: own })
    const id = await visit(later, inHours(80), { at: own })
    await remind()
    expect(await countsOf(tomorrow)).toEqual([0, 0, 0, 0])
    await remind(inHours(8))
    expect(await remindersOf(id)).toEqual([[0, 72]])
    expect((await setHours([48, 1])).status).toBe(200)
    await remind(inHours(34))
    await remind(inHours(79.5))
    expect(await remindersOf(id)).toEqual([
      [0, 1],
      [0, 48],
      [0, 72],
    ])
    expect((await setHours([])).status).toBe(200)
    const none = await visit(tomorrow, inHours(200), { at: own })
    await remind(inHours(190))
    expect(await remindersOf(none)).toEqual([])
  })

  it.each([
    ['Europe/Berlin', '2028-03-26T09:00', '2028-03-26T07:00:00Z'],
    ['Europe/Berlin', '2028-10-29T02:30', '2028-10-29T01:30:00Z'],
    ['America/New_York', '2028-03-12T03:00', '2028-03-12T07:00:00Z'],
    ['America/New_York', '2028-11-05T01:30', '2028-11-05T06:30:00Z'],
    ['Australia/Lord_Howe', '2028-10-01T10:15', '2028-09-30T23:15:00Z'],
    ['Asia/Kolkata', '2028-03-26T10:00', '2028-03-26T04:30:00Z'],
  ])(
    '[V-16] at a clock change in %s, the hours are elapsed hours and the text names %s',
    async (zone, local, instant) => {
      const at = await salon({ storeRow: { time_zone: zone } })
      const person = await customer()
      const id = await visit(person, new Date(instant), { at })
      await remind(new Date(before(instant, 24).getTime() - 1000))
      expect(await remindersOf(id)).toEqual([])
      await remind(before(instant, 24))
      expect(await remindersOf(id)).toEqual([[0, 24]])
      await work()
      const [text] = (await sentTo(person)).texts
      const { date, time } = shown(local)
      expect(text).toContain(`on ${date} at ${time}`)
    },
  )

  it('[V-16] reminders are not sent if the customer or the shop has switched them off; an unproved phone gets no text message', async () => {
    const off = await customer()
    for (const choice of ['reminder/push', 'reminder/sms', 'reminder/mail'] as const)
      expect((await test.call('set-notification-choice', { choice, is_on: false }, off)).status).toBe(200)
    const unproved = await customer({ phone_proved_at: null })
    const fixed = await customer({ phone: '+918041239999' })
    for (const person of [off, unproved, fixed]) await visit(person, inHours(19))
    await remind()
    await work()
    expect(await countsOf(off)).toEqual([0, 0, 0, 1])
    expect(await countsOf(unproved)).toEqual([0, 1, 1, 1])
    expect(await countsOf(fixed)).toEqual([0, 1, 1, 1])
    const people = createPeople(test)
    await people.set({ smsVisitReminders: 'false', mailVisitReminders: 'false' })
    const quiet = await customer()
    await visit(quiet, inHours(19))
    await remind()
    await work()
    await people.set({ smsVisitReminders: 'true', mailVisitReminders: 'true' })
    expect(await countsOf(quiet)).toEqual([0, 0, 1, 1])
  })

  it('[V-16] a text message names its template, salon, date and time', async () => {
    const person = await customer()
    await visit(person, new Date('2028-06-01T04:30:00Z'))
    const { sms } = test.services.outside
    const taken: Message[] = []
    test.services.outside.sms = { ...sms, send: async (message) => void taken.push(message) }
    await remind(new Date('2028-05-31T04:30:00Z'))
    await work()
    test.services.outside.sms = sms
    expect(taken).toMatchObject([
      { template: { name: 'msg91VisitReminderDltTemplateId', values: ['Studio Nila', 'Thu, 1 Jun', '10:00 am'] } },
    ])
  })

  it('[V-16] a customer gets at most five text messages a day, and the rest by the other channels', async () => {
    const person = await customer()
    for (let index = 0; index < 6; index++) await visit(person, inHours(10 + index))
    await remind()
    await work()
    expect(await countsOf(person)).toEqual([5, 6, 6, 6])
  })

  it('[V-16] reminders are not sent to a guest whom the salon entered', async () => {
    const input = { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(10), guest_name: 'Tara' }
    const { body } = await test.call('dashboard/bookings/walk-in', input, of.owner)
    expect(body).toMatchObject({ success: true })
    await remind(before(startIn(10), 1))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from visit_reminders r join visits v on v.id = r.visit_id where v.user_id is null`.execute(
      test.db,
    )
    expect(rows[0]!.count).toBe(0)
  })
})
