import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { hasRadicale, openRadicale } from '#test/radicale.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'

const lines: string[] = []
const test = useTestApp({ onLog: (line) => void lines.push(line) })
const { salon } = createSalons(test)
let of: TestSalon
let other: TestSalon

beforeAll(async () => {
  of = await salon({ storeRow: { name: 'Studio; Nila, Bläck & Söhne', address: '1 Church Street\nBengaluru' } })
  other = await salon()
})

type Person = { id: number; token: string }

const make = (person: { token: string }) => test.call('make-calendar-feed', {}, person)
const read = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url: path, headers })

/** Reads a calendar feed with a different library from the one that writes it. */
async function eventsOf(path: string) {
  const answer = await read(path)
  expect(answer.statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.body))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone?.tzid,
      summary: event.summary,
      location: event.location,
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
    }
  })
}

async function book(person: Person, startsAt: string, services: object[] = [{ item_id: of.cut }]) {
  const { body } = await test.call(
    'hold-visit',
    { store_id: of.store.id, services, starts_at: startsAt } as never,
    person,
  )
  const number = body.visit.unique_visit_id
  const order = { order: [], delivery_type: 4 as const, unique_visit_id: number, method: 'COD' }
  expect((await test.call('place-order', order, person)).body).toMatchObject({ success: true })
  return number
}

const feeds = (who: { token: string }, storeId = of.store.id) =>
  test.call('dashboard/bookings/feeds', { store_id: storeId }, who)
const makeFor = (stylist: number, who: { token: string } = of.owner, storeId = of.store.id) =>
  test.call('dashboard/bookings/feeds/make', { store_id: storeId, stylist_id: stylist }, who)
const revokeFor = (stylist: number, who: { token: string } = of.owner, storeId = of.store.id) =>
  test.call('dashboard/bookings/feeds/revoke', { store_id: storeId, stylist_id: stylist }, who)

describe("a customer's calendar feed", () => {
  it('[V-17] keeps the UID of each visit through moves, raises its SEQUENCE, and ends with CANCELLED', async () => {
    const customer = await test.build.customer({ name: 'Asha Menon' })
    const { path } = (await make(customer)).body
    expect(await eventsOf(path)).toEqual([])
    const number = await book(customer, startIn(3), [{ item_id: of.cut, stylist_id: of.stylists[0] }])
    const first = {
      uid: expect.stringMatching(new RegExp(`^${number}@`)),
      sequence: 0,
      start: startIn(3),
      end: startIn(3, 630),
      zone: 'UTC',
      summary: 'Haircut (Nila 1) · Studio; Nila, Bläck & Söhne',
      location: 'Studio; Nila, Bläck & Söhne, 1 Church Street\nBengaluru',
      status: 'CONFIRMED',
      url: expect.stringMatching(new RegExp(`/visit/${number}$`)),
    }
    const [event] = await eventsOf(path)
    expect(event).toEqual(first)
    await test.call('move-visit', { unique_visit_id: number, starts_at: startIn(4) }, customer)
    const moved = { ...event, sequence: 1, start: startIn(4), end: startIn(4, 630) }
    expect(await eventsOf(path)).toEqual([moved])
    await test.call('cancel-visit', { unique_visit_id: number }, customer)
    expect(await eventsOf(path)).toEqual([{ ...moved, status: 'CANCELLED' }])
    await sql`update visits set ended_at = now() - interval '31 days' where unique_visit_id = ${number}`.execute(
      test.db,
    )
    expect(await eventsOf(path)).toEqual([])
  })

  it('[V-17] shows no money, no phone number, no other customers, and no visit that was never booked', async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    const { path } = (await make(customer)).body
    await book(customer, startIn(5))
    await book(stranger, startIn(5, 720))
    await test.call(
      'hold-visit',
      { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(6) },
      customer,
    )
    const { body } = await read(path)
    expect(await eventsOf(path)).toHaveLength(1)
    const phones = await test.db
      .selectFrom('users')
      .select('phone')
      .where('id', 'in', [customer.id, stranger.id])
      .execute()
    // The feed must not contain the price of a visit. A time such as 10:40:03 or the random number of a visit can
    // contain the digits of the price by chance, so both are removed first.
    const text = body.replaceAll('\r\n ', '').replaceAll(/V-[0-9A-F]{16}|\d{8}T\d{6}Z/g, '')
    for (const secret of [...phones.map(({ phone }) => phone!.slice(-6)), '400', 'INR', '₹'])
      expect(text).not.toContain(secret)
  })

  it.each([
    ['Europe/Berlin', '2028-03-26T00:30:00.000Z', '2028-03-26T01:30:00.000Z'],
    ['Europe/Berlin', '2028-10-29T00:30:00.000Z', '2028-10-29T01:30:00.000Z'],
    ['America/New_York', '2028-11-05T05:30:00.000Z', '2028-11-05T06:30:00.000Z'],
    ['Australia/Lord_Howe', '2028-04-01T14:30:00.000Z', '2028-04-01T15:30:00.000Z'],
  ])('[V-17] has the right times across a clock change in %s', async (zone, start, end) => {
    const at = await salon({ storeRow: { time_zone: zone } })
    const customer = await test.build.customer()
    await test.db
      .insertInto('visits')
      .values({
        unique_visit_id: `V-${customer.id}`,
        store_id: at.store.id,
        user_id: customer.id,
        status: 'done',
        starts_at: new Date(start),
        ends_at: new Date(end),
        ended_at: new Date(end),
        terms: JSON.stringify({ depositMinor: 0, currency: 'INR' }),
      })
      .execute()
    await sql`insert into visit_services (visit_id, position, name, is_wished, starts_at, ends_at, segments, price_minor)
      select id, 0, 'Cut', false, starts_at, ends_at, '{}', 0 from visits where user_id = ${customer.id}`.execute(
      test.db,
    )
    expect(await eventsOf((await make(customer)).body.path)).toMatchObject([{ start, end }])
  })

  it('[V-17] has a secret address that is stored as a hash and ends when it is replaced or revoked', async () => {
    const customer = await test.build.customer()
    const state = async () => (await test.call('calendar-feed', {}, customer)).body.feed
    expect(await state()).toBeNull()
    const { path } = (await make(customer)).body
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const rows = await sql`select * from calendar_feeds where user_id = ${customer.id}`.execute(test.db)
    expect(JSON.stringify(rows)).not.toContain(path.slice(10, 53))
    expect(await state()).toEqual({ created_at: expect.any(String), read_at: null })
    expect((await read(path)).statusCode).toBe(200)
    expect((await state())?.read_at).toEqual(expect.any(String))
    const second = (await make(customer)).body.path
    const unknown = await read(`/calendar/${'A'.repeat(43)}.ics`)
    expect(unknown.statusCode).toBe(404)
    const withoutId = (answer: typeof unknown) => answer.body.replaceAll(answer.headers['x-request-id'] as string, '')
    for (const gone of [path, '/calendar/x.ics', `/calendar/${'A'.repeat(43)}`, '/calendar/..%2f.ics'])
      expect(withoutId(await read(gone))).toEqual(withoutId(unknown))
    expect((await read(second)).statusCode).toBe(200)
    for (let times = 0; times < 2; times++)
      expect((await test.call('revoke-calendar-feed', {}, customer)).body).toEqual({ success: true })
    expect(withoutId(await read(second))).toEqual(withoutId(unknown))
    expect(await state()).toBeNull()
  })

  it('[V-17] answers a known version with 304, and is never stored by shared caches', async () => {
    const customer = await test.build.customer()
    const { path } = (await make(customer)).body
    const first = await read(path)
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    const etag = first.headers.etag as string
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await read(path, { 'if-none-match': sent })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
    }
    expect((await read(path, {}, 'HEAD')).headers.etag).toBe(etag)
    await book(customer, startIn(7))
    expect((await read(path, { 'if-none-match': etag })).statusCode).toBe(200)
    expect((await read(`/calendar/${'A'.repeat(43)}.ics`)).headers['cache-control']).toBe('no-store')
  })

  it('[V-17] the address of a feed never appears in the log, for any method', async () => {
    const { path } = (await make(await test.build.customer())).body
    const token = path.slice(10, 53)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'] as const)
      for (const url of [
        path,
        `${path}?again=1`,
        path.replace('.ics', '/x.ics'),
        path.replace('calendar', 'CALENDAR'),
        `/${path}`,
      ])
        await test.app.inject({ method, url })
    expect(lines.some((line) => line.includes('/calendar/'))).toBe(true)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
  })

  it('[V-17] is limited, and ends with the account', async () => {
    const customer = await test.build.customer()
    const { path } = (await make(customer)).body
    await sql`insert into limit_counters (key, window_started_at, hits)
      select 'calendar-feed:' || id, now(), 120 from calendar_feeds where user_id = ${customer.id}`.execute(test.db)
    expect((await read(path)).statusCode).toBe(429)
    const gone = await test.build.customer()
    const end = (await make(gone)).body.path
    expect((await test.call('delete-my-account', {}, gone)).status).toBe(200)
    expect((await read(end)).statusCode).toBe(404)
    expect(await test.db.selectFrom('calendar_feeds').select('id').where('user_id', '=', gone.id).execute()).toEqual([])
  })
})

describe("a stylist's calendar feed", () => {
  it('[V-17] shows their part of each visit and the first name of the customer', async () => {
    const customer = await test.build.customer({ name: 'Asha Menon' })
    const wishes = [
      { item_id: of.cut, stylist_id: of.stylists[0] },
      { item_id: of.colour, stylist_id: of.stylists[1] },
    ]
    const number = await book(customer, startIn(9), wishes)
    const [first, second] = [(await makeFor(of.stylists[0]!)).body.path, (await makeFor(of.stylists[1]!)).body.path]
    const own = (events: Awaited<ReturnType<typeof eventsOf>>) => events.filter(({ uid }) => uid.startsWith(number))
    expect(own(await eventsOf(first))).toMatchObject([
      { summary: 'Haircut · Asha', start: startIn(9), end: startIn(9, 630), url: null },
    ])
    expect(own(await eventsOf(second))).toMatchObject([{ summary: 'Colour · Asha', start: startIn(9, 630) }])
    const { body } = await read(first)
    expect(body).not.toContain('Menon')
    const reason = 'At the dentist'
    await test.call(
      'dashboard/bookings/absences/save',
      { store_id: of.store.id, stylist_id: of.stylists[0]!, starts_at: startIn(20), ends_at: startIn(21), reason },
      of.owner,
    )
    expect((await read(first)).body).not.toContain('dentist')
  })

  it('[V-17] ends when the manager who made it leaves; another manager can then make one', async () => {
    const own = await salon()
    const [id, storeId] = [own.stylists[0]!, own.store.id]
    const manager = await test.build.employee({ store: own.store, role: 'manager' })
    const shown = async () => (await feeds(own.owner, storeId)).body.feeds[0]!.feed
    const job = (set: object) =>
      test.db.updateTable('store_employees').set(set).where('user_id', '=', manager.id).execute()
    const { path } = (await makeFor(id, manager, storeId)).body
    expect((await read(path)).statusCode).toBe(200)
    await job({ role: 'cashier' })
    expect([(await read(path)).statusCode, await shown()]).toEqual([404, null])
    await job({ role: 'manager' })
    expect((await read(path)).statusCode).toBe(200)
    await job({ until: new Date() })
    expect([(await read(path)).statusCode, await shown()]).toEqual([404, null])
    const next = (await makeFor(id, own.owner, storeId)).body.path
    expect((await read(next)).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ read_at: expect.any(String) })
  })

  it('[V-17] can be made by staff for each person', async () => {
    const staff = createStaff(test)
    const cookie = await staff.cookieWith('stores_edit', 'order_view')
    const input = { store_id: of.store.id, stylist_id: of.stylists[0]! }
    const { body } = await staff.ask('dashboard/bookings/feeds/make', input, { cookie })
    expect((await read(body.path)).statusCode).toBe(200)
    expect(codeOf(await staff.ask('dashboard/bookings/feeds', { store_id: 2_000_000_000 }, { cookie }))).toBe(
      'NOT_FOUND',
    )
  })

  it('[V-17] can be made by owners and managers for each person, and by others for themselves', async () => {
    const [mine, theirs] = [of.stylists[0]!, of.stylists[1]!]
    const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
    const manager = await test.build.employee({ store: of.store, role: 'manager' })
    const setAccount = (user_id: number | null) =>
      test.db.updateTable('stylists').set({ user_id }).where('id', '=', mine).execute()
    await setAccount(kitchen.id)
    expect((await feeds(of.owner)).body.feeds.map(({ stylist_id, is_own }) => [stylist_id, is_own])).toEqual([
      [mine, false],
      [theirs, false],
    ])
    expect((await feeds(kitchen)).body.feeds).toMatchObject([{ stylist_id: mine, name: 'Nila 1', is_own: true }])
    expect(codeOf(await makeFor(theirs, kitchen))).toBe('NOT_FOUND')
    expect(codeOf(await revokeFor(theirs, kitchen))).toBe('NOT_FOUND')
    expect((await makeFor(theirs, manager)).status).toBe(200)
    const { path } = (await makeFor(mine, kitchen)).body
    expect((await read(path)).statusCode).toBe(200)
    expect((await feeds(of.owner)).body.feeds[0]!.feed).toMatchObject({ read_at: expect.any(String) })
    expect(codeOf(await makeFor(other.stylists[0]!, of.owner))).toBe('NOT_FOUND')
    expect(codeOf(await makeFor(other.stylists[0]!, of.owner, other.store.id))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await feeds(of.owner, other.store.id))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await revokeFor(other.stylists[0]!, of.owner, other.store.id))).toBe('ORDER_NOT_YOURS')

    // The URL of a stylist's feed stops working in three cases: the stylist gets another account, that account leaves
    // the salon, or the stylist is deleted.
    await setAccount(manager.id)
    expect((await read(path)).statusCode).toBe(404)
    expect((await feeds(of.owner)).body.feeds[0]!.feed).toBeNull()
    const next = (await makeFor(mine, manager)).body.path
    await test.db.updateTable('store_employees').set({ until: new Date() }).where('user_id', '=', manager.id).execute()
    expect((await read(next)).statusCode).toBe(404)
    await setAccount(null)
    const last = (await makeFor(mine)).body.path
    expect((await read(last)).statusCode).toBe(200)
    for (let times = 0; times < 2; times++) expect((await revokeFor(mine)).body).toEqual({ success: true })
    expect((await read(last)).statusCode).toBe(404)
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where object_type = 'stylist' and object_id = ${String(mine)}
         and action like 'calendar_feed.%' order by id desc limit 2`.execute(test.db)
    expect(rows.map(({ action }) => action)).toEqual(['calendar_feed.revoked', 'calendar_feed.made'])
  })
})

describe.skipIf(!hasRadicale)('a calendar server', { timeout: 90_000 }, () => {
  it('[V-17] accepts each event of a feed, and returns it with the same times, UID and SEQUENCE', async () => {
    const customer = await test.build.customer()
    const { path } = (await make(customer)).body
    await book(customer, startIn(11))
    const moved = await book(customer, startIn(12))
    await test.call('move-visit', { unique_visit_id: moved, starts_at: startIn(13) }, customer)
    const { body } = await read(path)
    const calendar = new ICAL.Component(ICAL.parse(body))
    const server = await openRadicale()
    try {
      const headers = { authorization: `Basic ${Buffer.from('asha:').toString('base64')}` }
      const ask = (method: string, at: string, sent?: string) =>
        fetch(`${server.url}/asha/visits/${at}`, {
          method,
          headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
          ...(sent !== undefined && { body: sent }),
        })
      const kind = '<resourcetype><collection/><C:calendar xmlns:C="urn:ietf:params:xml:ns:caldav"/></resourcetype>'
      const collection = `<mkcol xmlns="DAV:"><set><prop>${kind}</prop></set></mkcol>`
      expect((await ask('MKCOL', '', collection)).status).toBe(201)
      for (const event of calendar.getAllSubcomponents('vevent')) {
        const own = new ICAL.Component('vcalendar')
        own.addPropertyWithValue('version', '2.0')
        own.addPropertyWithValue('prodid', 'test')
        own.addSubcomponent(new ICAL.Component(structuredClone(event.toJSON())))
        const name = `${String(event.getFirstPropertyValue('uid')).replaceAll('@', '-')}.ics`
        expect((await ask('PUT', name, own.toString())).status).toBe(201)
      }
      const kept = new ICAL.Component(ICAL.parse(await (await ask('GET', '')).text()))
      const facts = (component: ICAL.Component) =>
        component
          .getAllSubcomponents('vevent')
          .map((event) => [
            ...['uid', 'sequence', 'summary', 'location', 'status'].map((name) => event.getFirstPropertyValue(name)),
            ...['dtstart', 'dtend'].map((name) => String(event.getFirstPropertyValue(name))),
          ])
          .toSorted((one, other) => String(one[5]).localeCompare(String(other[5])))
      expect(facts(kept)).toEqual(facts(calendar))
      expect(facts(kept).map(([, sequence]) => sequence)).toEqual([0, 1])
      // Puts the whole feed as one file into a calendar server, as an import does.
      expect((await ask('PUT', '', body)).status).toBe(201)
      expect(facts(new ICAL.Component(ICAL.parse(await (await ask('GET', '')).text())))).toEqual(facts(calendar))
    } finally {
      await server.close()
    }
  })
})
