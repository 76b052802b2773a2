import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeTimes, planAt } from './availability.ts'
import { type OpeningHours, type OpeningWindow, weekdays } from './opening-hours.ts'
import { claimsOf, type Plan, type Salon, type Segment, type Wish } from './salon.ts'
import type { TimeRange } from './time-ranges.ts'
import { ownSegments } from './visit-terms.ts'

/** Number of random cases. The command `npm run prove` sets `PROOF_RUNS`, which raises it. */
const RUNS = process.env.PROOF_RUNS ? 10_000 : 300
const TIMEOUT_MS = 100 * RUNS + 60_000
const MINUTE_MS = 60_000

/**
 * Time zones, each with the date of a clock change, and one zone with a date without a clock change. Cairo changes its
 * clocks at midnight.
 */
const places: [timeZone: string, date: string][] = [
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2027-03-28'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2027-03-14'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Africa/Cairo', '2026-10-29'],
  ['Africa/Cairo', '2027-04-30'],
  ['Asia/Kolkata', '2026-11-27'],
]

/** The local times of a zone, minute by minute, from two days before a date on. */
type Clock = { origin: number; dates: string[]; walls: { date: string; before: string; minute: number }[] }
const MINUTES = 7 * 1440
const clocks = new Map<string, Clock>()

function clockOf(timeZone: string, date: string): Clock {
  const known = clocks.get(timeZone + date)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const origin = Date.parse(`${date}T00:00:00Z`) - 2 * 1440 * MINUTE_MS
  const walls = Array.from({ length: MINUTES }, (_, index) => {
    const [day = '', time = ''] = format.format(origin + index * MINUTE_MS).split(' ')
    return { date: day, before: dayBefore(day), minute: minuteOf(time) }
  })
  const dates = [...new Set(walls.flatMap((wall) => [wall.date, wall.before]))]
  const clock = { origin, dates, walls }
  clocks.set(timeZone + date, clock)
  return clock
}

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

type Case = {
  salon: Salon
  wishes: Wish[]
  clock: Clock
  asked: { now: number; customerBusy: TimeRange[]; from: string; days: number }
}

const hoursOf = (from: string): fc.Arbitrary<OpeningHours> => {
  const time = fc.integer({ min: 0, max: 47 }).map((half) => timeOf(half * 30))
  const window: fc.Arbitrary<OpeningWindow> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom({ open: '00:00', close: '24:00' }, { open: '01:30', close: '10:00' }) },
    { weight: 2, arbitrary: fc.record({ open: time, close: time }) },
  )
  return fc.record({
    weekly: fc
      .array(window, { minLength: 1, maxLength: 2 })
      .map((windows) => Object.fromEntries(weekdays.map((day) => [day, windows]))),
    exceptions: fc.oneof(
      fc.constant({}),
      fc.array(window, { maxLength: 1 }).map((windows) => ({ [from]: windows })),
    ),
  })
}

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const busyOf = ({ origin }: Clock, most: number): fc.Arbitrary<TimeRange[]> =>
  fc.array(
    fc.tuple(fc.integer({ min: 1440, max: 4 * 1440 }), fc.integer({ min: 1, max: 150 })).map(([start, minutes]) => ({
      from: origin + Math.round(start / 5) * 5 * MINUTE_MS,
      to: origin + (Math.round(start / 5) * 5 + minutes) * MINUTE_MS,
    })),
    { maxLength: most },
  )

const segment: fc.Arbitrary<Omit<Segment, 'needsStylist'>> = fc.record({
  minutes: fc.constantFrom(5, 20, 30, 45, 90),
  resourceKind: fc.constantFrom(null, 'chair', 'chair', 'room'),
})
const segments = fc
  .array(fc.tuple(segment, fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((some) => some.map(([one, needsStylist], index) => ({ ...one, needsStylist: needsStylist || index === 0 })))

const caseAt = ([timeZone, date]: [string, string]): fc.Arbitrary<Case> => {
  const clock = clockOf(timeZone, date)
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(null, null, 100)), { minLength: 1 })
  const stylist = fc.record({
    serviceLengths: lengths.map((some) => new Map([...some, [1, null] as [number, null]])),
    hours: hoursOf(date),
    busy: busyOf(clock, 12),
  })
  const resource = fc.record({ kind: fc.constantFrom('chair', 'chair', 'room'), busy: busyOf(clock, 8) })
  const salon = fc.record({
    timeZone: fc.constant(timeZone),
    hours: hoursOf(date),
    stepMinutes: fc.constantFrom(15, 30, 35, 60),
    leadMinutes: fc.constantFrom(0, 0, 45),
    horizonDays: fc.constantFrom(1, 30),
    services: fc
      .tuple(fc.tuple(segments, segments, segments), fc.constantFrom(0, 0, 10, 40))
      .map(([all, bufferMinutes]) => all.map((of, index) => ({ id: index + 1, segments: of, bufferMinutes }))),
    stylists: fc
      .array(stylist, { minLength: 1, maxLength: 4 })
      .map((all) => all.map((one, index) => ({ id: 9 - index, ...one }))),
    resources: fc
      .array(resource, { minLength: 1, maxLength: 5 })
      .map((all) => all.map((one, index) => ({ id: 9 - index, ...one }))),
    shortestMinutes: fc.constantFrom(5, 20, 30, 60),
  })
  const wish: fc.Arbitrary<Wish> = fc.record({
    serviceId: fc.integer({ min: 1, max: 3 }),
    stylistId: fc.constantFrom(null, null, null, 9),
    extraMinutes: fc.constantFrom(0, 0, 10),
    mode: fc.constantFrom('after', 'beside'),
  })
  return fc.record({
    salon,
    wishes: fc.array(wish, { minLength: 1, maxLength: 3 }),
    clock: fc.constant(clock),
    asked: fc.record({
      now: fc.integer({ min: 1000, max: 3000 }).map((minute) => clock.origin + minute * MINUTE_MS),
      customerBusy: busyOf(clock, 2),
      from: fc.constant(dayBefore(date)),
      days: fc.integer({ min: 1, max: 3 }),
    }),
  })
}

/**
 * A minute-by-minute picture of a salon. An entry of each list of the picture is true if the minute that begins there
 * is free.
 */
type Picture = {
  open: boolean[]
  customer: boolean[]
  stylists: Map<number, { works: boolean[]; taken: boolean[] }>
  resources: Map<number, boolean[]>
}

function pictureOf({ salon, clock, asked }: Case): Picture {
  const opens = (hours: OpeningHours): boolean[] => {
    const windowsOf = new Map(
      clock.dates.map((date) => [
        date,
        (hours.exceptions?.[date] ?? hours.weekly[weekdays[new Date(date).getUTCDay()] ?? 'sunday'] ?? []).map(
          (window) => [minuteOf(window.open), minuteOf(window.close)] as const,
        ),
      ]),
    )
    const isIn = (date: string, minute: number): boolean =>
      windowsOf.get(date)?.some(([from, to]) => from <= minute && minute < (to > from ? to : to + 1440)) === true
    return clock.walls.map(({ date, before, minute }) => isIn(date, minute) || isIn(before, minute + 1440))
  }
  const taken = (busy: readonly TimeRange[]): boolean[] => {
    const minutes = clock.walls.map(() => false)
    for (const { from, to } of busy)
      for (let minute = from; minute < to; minute += MINUTE_MS) minutes[(minute - clock.origin) / MINUTE_MS] = true
    return minutes
  }
  return {
    open: opens(salon.hours),
    customer: taken(asked.customerBusy),
    stylists: new Map(salon.stylists.map(({ id, hours, busy }) => [id, { works: opens(hours), taken: taken(busy) }])),
    resources: new Map(salon.resources.map(({ id, busy }) => [id, taken(busy)])),
  }
}

/**
 * A service with a stylist, starting at a minute of the picture; `claimedTo` of the last segment is the end of the
 * buffer.
 */
type Placed = {
  stylistId: number
  start: number
  end: number
  segments: (Segment & { from: number; to: number; claimedTo: number })[]
}

/**
 * Lists every choice of stylists for the requested services at a start, possible or not, in the order in which
 * `freeTimes` compares choices.
 */
function choicesOf({ salon, wishes }: Case, order: readonly number[], start: number): Placed[][] {
  const next = (index: number, before: Placed[], groupStart: number): Placed[][] => {
    const wish = wishes[index]
    if (!wish) return [before]
    const isBeside = index > 0 && wish.mode === 'beside'
    const from = isBeside ? groupStart : Math.max(start, ...before.map(({ end }) => end))
    const others = before.filter((one) => one.start === from).map(({ stylistId }) => stylistId)
    const service = salon.services.find(({ id }) => id === wish.serviceId)
    return order
      .filter((id) => (wish.stylistId ?? id) === id && !others.includes(id))
      .flatMap((stylistId) => {
        const own = salon.stylists.find(({ id }) => id === stylistId)?.serviceLengths.get(wish.serviceId)
        if (own === undefined || !service) return []
        let at = from
        const placed = ownSegments(service.segments, own, wish.extraMinutes).map((one) => {
          const to = at + one.minutes
          const timed = { ...one, from: at, to, claimedTo: to }
          at = to
          return timed
        })
        const last = placed.at(-1)
        if (last) last.claimedTo += service.bufferMinutes
        return next(index + 1, [...before, { stylistId, start: from, end: at, segments: placed }], from)
      })
  }
  return next(0, [], start)
}

function everyMinute(from: number, to: number, isRight: (minute: number) => boolean): boolean {
  for (let minute = from; minute < to; minute++) if (!isRight(minute)) return false
  return true
}

function isPossible(some: Case, picture: Picture, placed: Placed[]): boolean {
  const start = placed[0]?.start ?? 0
  const end = Math.max(...placed.map((one) => one.end))
  if (!everyMinute(start, end, (minute) => picture.open[minute] === true && !picture.customer[minute])) return false
  const areFree = placed.every(({ stylistId, segments: of }) => {
    const stylist = picture.stylists.get(stylistId)
    return of.every(
      ({ needsStylist, from, claimedTo }) =>
        !needsStylist ||
        everyMinute(from, claimedTo, (minute) => stylist?.works[minute] === true && !stylist.taken[minute]),
    )
  })
  return (
    areFree &&
    seats(
      some,
      picture,
      placed.flatMap(({ segments: of }) => of),
      [],
    ).length > 0
  )
}

/**
 * Lists the ways to assign resources to the segments of services. With `isWhole`, lists all ways to assign resources,
 * otherwise only the first one.
 */
function seats(
  some: Case,
  picture: Picture,
  needs: Placed['segments'],
  given: (number | null)[],
  isWhole = false,
): (number | null)[][] {
  const need = needs[given.length]
  if (!need) return [given]
  if (need.resourceKind === null) return seats(some, picture, needs, [...given, null], isWhole)
  const found: (number | null)[][] = []
  for (const { id, kind } of some.salon.resources) {
    const isOwn = given.some((one, index) => {
      const other = needs[index]
      return one === id && other !== undefined && other.from < need.to && need.from < other.to
    })
    const taken = picture.resources.get(id)
    if (kind !== need.resourceKind || isOwn || !everyMinute(need.from, need.claimedTo, (minute) => !taken?.[minute]))
      continue
    found.push(...seats(some, picture, needs, [...given, id], isWhole))
    if (found.length > 0 && !isWhole) return found
  }
  return found
}

function leavesShortGap({ salon }: Case, picture: Picture, placed: Placed[]): boolean {
  return [...picture.stylists].some(([id, { works, taken }]) => {
    const own = placed
      .filter(({ stylistId }) => stylistId === id)
      .flatMap(({ segments: of }) => of.filter(({ needsStylist }) => needsStylist))
    if (own.length === 0) return false
    const isFree = (minute: number): boolean =>
      works[minute] === true && picture.open[minute] === true && !taken[minute]
    let before = Math.min(...own.map(({ from }) => from))
    let gap = 0
    while (gap < 1440 && isFree(before - 1)) [before, gap] = [before - 1, gap + 1]
    if (gap > 0 && gap < salon.shortestMinutes) return true
    let after = Math.max(...own.map(({ claimedTo }) => claimedTo))
    gap = 0
    while (gap < 1440 && isFree(after)) [after, gap] = [after + 1, gap + 1]
    return gap > 0 && gap < salon.shortestMinutes
  })
}

/** Returns the expected plan of each start that the salon must offer, as a choice of stylists. */
function expected(some: Case, picture: Picture): Placed[][] {
  const { salon, clock, asked } = some
  const today = clock.walls[(asked.now - clock.origin) / MINUTE_MS]?.date ?? ''
  const dates = Array.from({ length: asked.days }, (_, index) =>
    new Date(Date.parse(asked.from) + index * 86_400_000).toISOString().slice(0, 10),
  )
  return dates.flatMap((date) => {
    if (Date.parse(date) > Date.parse(today) + salon.horizonDays * 86_400_000) return []
    const takenOn = new Map(
      [...picture.stylists].map(([id, { taken }]) => [
        id,
        clock.walls.filter((wall, minute) => wall.date === date && taken[minute]).length,
      ]),
    )
    const order = salon.stylists
      .map(({ id }) => id)
      .sort((a, b) => (takenOn.get(a) ?? 0) - (takenOn.get(b) ?? 0) || a - b)
    const seen = new Set<number>()
    const plans = clock.walls.flatMap((wall, index) => {
      if (wall.date !== date || wall.minute % salon.stepMinutes !== 0 || seen.has(wall.minute)) return []
      seen.add(wall.minute)
      if (clock.origin + index * MINUTE_MS < asked.now + salon.leadMinutes * MINUTE_MS) return []
      const possible = choicesOf(some, order, index).filter((placed) => isPossible(some, picture, placed))
      const gapless = possible.find((placed) => !leavesShortGap(some, picture, placed))
      const placed = gapless ?? possible[0]
      return placed ? [{ placed, isGapless: gapless !== undefined }] : []
    })
    const gapless = plans.filter(({ isGapless }) => isGapless)
    return (gapless.length > 0 ? gapless : plans).map(({ placed }) => placed)
  })
}

/** Returns the parts of plans that this test predicts: each service with its stylist and times. */
const outlineOf = (plans: Plan[]) =>
  plans.map(({ services }) => services.map(({ stylistId, startsAt, endsAt }) => ({ stylistId, startsAt, endsAt })))

function switchesOf(needs: Placed['segments'], rooms: readonly (number | null)[]): number {
  return rooms.filter((room, index) => {
    const isSameKind = index > 0 && needs[index]?.resourceKind === needs[index - 1]?.resourceKind
    return isSameKind && room !== rooms[index - 1]
  }).length
}

function checkClaims(some: Case, picture: Picture, plan: Plan): void {
  const claims = claimsOf(plan, 1)
  const busyOf = {
    customer: () => picture.customer,
    resource: (id: number) => picture.resources.get(id),
    stylist: (id: number) => picture.stylists.get(id)?.taken,
  }
  for (const [index, { thing, thingId, from, to }] of claims.entries()) {
    const taken = busyOf[thing](thingId)
    const minute = (instant: number) => (instant - some.clock.origin) / MINUTE_MS
    expect(everyMinute(minute(from), minute(to), (at) => !taken?.[at])).toBe(true)
    for (const other of claims.slice(0, index))
      expect(other.thing === thing && other.thingId === thingId && other.from < to && from < other.to).toBe(false)
  }
}

test.each(places)(
  'property: [V-10] [V-11] free times in %s around %s equal those of a search minute by minute',
  (...place) => {
    let found = 0
    fc.assert(
      fc.property(caseAt(place), (some) => {
        const picture = pictureOf(some)
        const oracle = expected(some, picture)
        const plans = freeTimes(some.salon, some.wishes, some.asked)
        found += plans.length
        const instant = (minute: number) => some.clock.origin + minute * MINUTE_MS
        expect(outlineOf(plans)).toEqual(
          oracle.map((placed) =>
            placed.map(({ stylistId, start, end }) => ({ stylistId, startsAt: instant(start), endsAt: instant(end) })),
          ),
        )
        for (const [index, plan] of plans.entries()) {
          checkClaims(some, picture, plan)
          if (index === 0) expect(planAt(some.salon, some.wishes, plan.startsAt, some.asked)).toEqual(plan)
          const [placed] = oracle[index] ?? []
          if (!placed || plan.services.length > 1) continue
          const rooms = plan.services[0]?.segments.map(({ resourceId }) => resourceId) ?? []
          const ways = seats(some, picture, placed.segments, [], true)
          expect(ways).toContainEqual(rooms)
          expect(switchesOf(placed.segments, rooms)).toBe(
            Math.min(...ways.map((way) => switchesOf(placed.segments, way))),
          )
        }
      }),
      { numRuns: Math.ceil(RUNS / places.length) },
    )
    // At least half of the random salons must have free times, because otherwise the test would mostly compare empty
    // lists.
    expect(found).toBeGreaterThan(RUNS / places.length)
  },
  TIMEOUT_MS,
)
