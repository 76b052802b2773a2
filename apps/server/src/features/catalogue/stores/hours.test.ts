import { isOpenAt, type OpeningHours, type OpeningWindow, weekdays } from '@nukkad/rules/opening-hours.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { jobs } from './jobs.ts'
import { openAndCloseStores } from './queries.ts'

const app = useTestApp({ hasBystanders: false })

/** Time zones with half-hour and whole-hour offsets, with and without summer time, on both sides of the date line. */
const timeZones = [
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Europe/London',
  'Pacific/Auckland',
  'UTC',
]
const firstDay = Date.UTC(2026, 0, 1)
const DAYS = 730
const DAY_MS = 86_400_000

type GeneratedStore = { timeZone: string; hours: OpeningHours; isActive: boolean }

const minute = fc.oneof(fc.integer({ min: 0, max: 1440 }), fc.constantFrom(0, 1, 719, 1439, 1440))
const window = fc
  .record({ open: minute, close: minute })
  .map(({ open, close }) => ({ open: clock(open), close: clock(close) }))
const windows = fc.uniqueArray(window, { maxLength: 3, selector: ({ open }) => open })
const day = fc.integer({ min: 0, max: DAYS })
const store: fc.Arbitrary<GeneratedStore> = fc.record({
  timeZone: fc.constantFrom(...timeZones),
  isActive: fc.boolean(),
  hours: fc.record({
    weekly: fc.record(Object.fromEntries(weekdays.map((name) => [name, windows])), { requiredKeys: [] }),
    exceptions: fc.dictionary(day.map(dateOf), windows, { maxKeys: 40 }),
  }),
})

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function dateOf(dayNumber: number): string {
  return new Date(firstDay + dayNumber * DAY_MS).toISOString().slice(0, 10)
}

/** Generates times within two years, some of them near the dates for which a store has special hours. */
function instantsFor(stores: GeneratedStore[]): fc.Arbitrary<Date> {
  const dates = stores.flatMap(({ hours }) => Object.keys(hours.exceptions ?? {}))
  const anywhere = fc.integer({ min: 0, max: DAYS * 1440 }).map((minutes) => new Date(firstDay + minutes * 60_000))
  if (dates.length === 0) return anywhere
  const near = fc
    .tuple(fc.constantFrom(...dates), fc.integer({ min: -840, max: 3000 }))
    .map(([date, minutes]) => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000))
  return fc.oneof(anywhere, near)
}

async function insert({ timeZone, hours, isActive }: GeneratedStore): Promise<number> {
  const { id } = await app.build.store({ time_zone: timeZone, is_active: isActive, is_schedulable: true })
  const weekly = weekdays.flatMap((name, weekday) =>
    (hours.weekly[name] ?? []).map(({ open, close }) => ({ store_id: id, weekday, opens_at: open, closes_at: close })),
  )
  const dated = Object.entries(hours.exceptions ?? {}).flatMap(([on_date, list]) =>
    (list.length > 0 ? list : [undefined]).map((one: OpeningWindow | undefined) => ({
      store_id: id,
      on_date,
      opens_at: one?.open ?? null,
      closes_at: one?.close ?? null,
    })),
  )
  if (weekly.length > 0) await app.db.insertInto('store_hours').values(weekly).execute()
  if (dated.length > 0) await app.db.insertInto('store_hour_exceptions').values(dated).execute()
  return id
}

async function openStores(): Promise<Map<number, boolean>> {
  const rows = await app.db.selectFrom('stores').select(['id', 'is_active']).execute()
  return new Map(rows.map((row) => [row.id, row.is_active]))
}

test('[D-04] the minute job opens and closes stores exactly as the rules say, in any time zone, over midnight and on special dates', async () => {
  const scenario = fc
    .array(store, { minLength: 4, maxLength: 8 })
    .chain((stores) => fc.tuple(fc.constant(stores), fc.array(instantsFor(stores), { minLength: 12, maxLength: 12 })))
  await fc.assert(
    fc.asyncProperty(scenario, async ([stores, instants]) => {
      await app.db.deleteFrom('stores').execute()
      const ids = []
      for (const generated of stores) ids.push(await insert(generated))
      for (const instant of instants) {
        await openAndCloseStores(app.db, { at: instant })
        const open = await openStores()
        const expected = stores.map(({ hours, timeZone }) => isOpenAt(hours, instant, timeZone))
        expect(ids.map((id) => open.get(id))).toEqual(expected)
      }
    }),
    { numRuns: 25, seed: 20_261_121 },
  )
})

/**
 * Returns the first minute in which the store is closed, starting from a minute in which it is open; null if it stays
 * open for 48 hours. The function counts real minutes, also across a change of the clocks.
 */
function closingAfter({ hours, timeZone }: GeneratedStore, instant: Date): Date | null {
  const from = Math.floor(instant.getTime() / 60_000) * 60_000
  for (let minutes = 1; minutes < 2 * 1440; minutes++) {
    const later = new Date(from + minutes * 60_000)
    if (!isOpenAt(hours, later, timeZone)) return later
  }
  return null
}

test('the minute job stores when an open store closes, also over midnight, on special dates and between adjacent windows', async () => {
  // Uses time zones without clock changes, in which local time advances one minute per minute.
  const zone = fc.constantFrom('Asia/Kolkata', 'Asia/Tokyo', 'UTC')
  const fixed = fc.tuple(store, zone).map(([generated, timeZone]) => ({ ...generated, timeZone }))
  const scenario = fc
    .array(fixed, { minLength: 4, maxLength: 6 })
    .chain((stores) => fc.tuple(fc.constant(stores), fc.array(instantsFor(stores), { minLength: 6, maxLength: 6 })))
  let open = 0
  await fc.assert(
    fc.asyncProperty(scenario, async ([stores, instants]) => {
      await app.db.deleteFrom('stores').execute()
      const ids: number[] = []
      for (const generated of stores) ids.push(await insert(generated))
      for (const instant of instants) {
        await openAndCloseStores(app.db, { at: instant })
        const rows = await app.db.selectFrom('stores').select(['id', 'is_active', 'closes_at']).execute()
        for (const [index, generated] of stores.entries()) {
          const row = rows.find(({ id }) => id === ids[index])!
          if (row.is_active) open += 1
          const expected = row.is_active ? closingAfter(generated, instant) : null
          // Closing times after the end of tomorrow are not stored, so only earlier ones are compared.
          if (row.closes_at || (expected && expected.getTime() - instant.getTime() < 1440 * 60_000))
            expect(row.closes_at).toEqual(expected)
        }
      }
    }),
    { numRuns: 12, seed: 20_261_126 },
  )
  expect(open).toBeGreaterThan(50)
})

test('[D-04] stores that are switched manually stay as they are, and a second run changes nothing', async () => {
  await app.db.deleteFrom('stores').execute()
  const byHand = await app.build.store({ is_active: true, is_schedulable: false })
  const noHours = await app.build.store({ is_active: true, is_schedulable: true })
  expect(await openAndCloseStores(app.db)).toBe(1n)
  expect(await openStores()).toEqual(
    new Map([
      [byHand.id, true],
      [noHours.id, false],
    ]),
  )
  expect(await openAndCloseStores(app.db)).toBe(0n)
})

test('[D-04] the job runs every minute by the time of the database', async () => {
  await app.db.deleteFrom('stores').execute()
  const { id } = await app.build.store({ is_active: false, is_schedulable: true, time_zone: 'UTC' })
  for (let weekday = 0; weekday < 7; weekday++)
    await app.db
      .insertInto('store_hours')
      .values({ store_id: id, weekday, opens_at: '00:00', closes_at: '24:00' })
      .execute()
  expect(jobs.crontab).toEqual(['* * * * * open-and-close-stores'])
  await jobs.tasks['open-and-close-stores']!({}, app.services)
  expect((await openStores()).get(id)).toBe(true)
})
