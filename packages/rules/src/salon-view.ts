import { type OpeningHours, rangesOn } from './opening-hours.ts'
import type { Salon, SalonService, SalonStylist, Segment, Wish } from './salon.ts'
import { joined, shared, type TimeRange, without } from './time-ranges.ts'
import { ownSegments } from './visit-terms.ts'
import { addDays, MINUTE_MS, MINUTES_A_DAY, type ZonePiece, zonePieces } from './wall-clock.ts'

const DAY_MS = MINUTES_A_DAY * MINUTE_MS

/**
 * A salon prepared once for the search of plans at all starts. All times of a prepared salon are milliseconds since
 * 1970.
 */
export type SalonView = {
  pieces: readonly ZonePiece[]
  /** The store's hours. */
  open: readonly TimeRange[]
  customerBusy: readonly TimeRange[]
  rooms: ReadonlyMap<string, readonly Room[]>
  groups: readonly Group[]
  shortestMs: number
}
/** A resource, and the times at which other visits have claimed it. */
export type Room = { id: number; busy: readonly TimeRange[] }
/**
 * The times of a stylist: when other visits have claimed them, when they can be claimed, and when customers can be
 * there.
 */
export type Diary = {
  id: number
  busy: readonly TimeRange[]
  free: readonly TimeRange[]
  bookable: readonly TimeRange[]
}
/**
 * Services that start together, each with the stylists who can do it. `impossible` has the starts that the search tried
 * and found not possible.
 */
export type Group = { services: readonly (readonly Candidate[])[]; impossible: Set<number> }
/**
 * One way to do a service: the stylist's diary, missing if no segment needs a stylist, and the length of the service.
 */
export type Candidate = { diary?: Diary; variant: Variant }
/**
 * A service with the length that one or more stylists need for it. The times of a variant are milliseconds from the
 * start of the service.
 */
export type Variant = {
  service: SalonService
  segments: readonly { from: number; to: number; claimedTo: number; needsStylist: boolean; kind: string | null }[]
  lengthMs: number
  /** The time from the first to the last moment for which the stylist is claimed. */
  handsOn: { from: number; to: number }
  /** For each start that the search has tried so far, whether the store, the customer and the resources allow it. */
  fits: Map<number, boolean>
}

/**
 * Prepares a salon for a search on the dates from `from` on, and on as many days after the last date as the longest
 * visit needs.
 */
export function viewOf(
  salon: Salon,
  wishes: readonly Wish[],
  { from, days, customerBusy }: { from: string; days: number; customerBusy: readonly TimeRange[] },
): SalonView {
  const variants = wishes.map((wish) => variantsOf(salon, wish))
  const longestMs = variants.reduce((total, of) => total + longestOf(of), 0)
  // One date is added before and one after the requested dates, because a gap of up to a day before or after a visit
  // counts.
  const dates = Array.from({ length: days + 2 + Math.ceil(longestMs / DAY_MS) }, (_, index) => addDays(from, index - 1))
  const begin = Date.parse(`${dates[0]}T00:00:00Z`) - DAY_MS
  const pieces = zonePieces(begin, begin + (dates.length + 2) * DAY_MS, salon.timeZone)
  const open = openTimes(salon.hours, dates, pieces)
  const diaries = new Map<number, Diary>()
  const diaryOf = (stylist: SalonStylist): Diary => {
    const known = diaries.get(stylist.id)
    if (known) return known
    const busy = joined(stylist.busy)
    const free = without(openTimes(stylist.hours, dates, pieces), busy)
    const diary = { id: stylist.id, busy, free, bookable: shared(free, open) }
    diaries.set(stylist.id, diary)
    return diary
  }
  const services = variants.map((of) =>
    of.map(({ stylist, variant }): Candidate => (stylist ? { diary: diaryOf(stylist), variant } : { variant })),
  )
  return {
    pieces,
    open,
    customerBusy: joined(customerBusy),
    rooms: Map.groupBy(
      salon.resources.map(({ id, kind, busy }) => ({ id, kind, busy: joined(busy) })).sort((a, b) => a.id - b.id),
      ({ kind }) => kind,
    ),
    groups: groupsOf(wishes, services),
    shortestMs: salon.shortestMinutes * MINUTE_MS,
  }
}

/**
 * Returns the ranges of time for ranges of minutes of a local date. A clock change within a range makes it an hour
 * shorter or longer.
 */
export function instantRanges(
  date: string,
  minutes: readonly [number, number],
  pieces: readonly ZonePiece[],
): TimeRange[] {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return pieces.flatMap((piece) => {
    const from = Math.max(midnight + minutes[0] * MINUTE_MS - piece.offsetMs, piece.from)
    const to = Math.min(midnight + minutes[1] * MINUTE_MS - piece.offsetMs, piece.to)
    return from < to ? [{ from, to }] : []
  })
}

/** Returns the first moment with a local time; undefined when a clock change skips the local time. */
export function firstInstant(date: string, minute: number, pieces: readonly ZonePiece[]): number | undefined {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
  const piece = pieces.find(({ from, to, offsetMs }) => from <= wall - offsetMs && wall - offsetMs < to)
  return piece && wall - piece.offsetMs
}

/** Returns the opening times on the given dates as a joined list of ranges. */
export function openTimes(hours: OpeningHours, dates: readonly string[], pieces: readonly ZonePiece[]): TimeRange[] {
  return joined(
    dates.flatMap((date) => rangesOn(hours, date).flatMap((minutes) => instantRanges(date, minutes, pieces))),
  )
}

function variantsOf(salon: Salon, wish: Wish): { stylist?: SalonStylist; variant: Variant }[] {
  const service = salon.services.find(({ id }) => id === wish.serviceId)
  if (!service) return []
  if (!service.segments.some(({ needsStylist }) => needsStylist))
    return [{ variant: variantOf(service, ownSegments(service.segments, null, wish.extraMinutes)) }]
  const byLength = new Map<number | null, Variant>()
  return salon.stylists.flatMap((stylist) => {
    const ownMinutes = stylist.serviceLengths.get(service.id)
    if (ownMinutes === undefined || (wish.stylistId !== null && wish.stylistId !== stylist.id)) return []
    const variant =
      byLength.get(ownMinutes) ?? variantOf(service, ownSegments(service.segments, ownMinutes, wish.extraMinutes))
    byLength.set(ownMinutes, variant)
    return [{ stylist, variant }]
  })
}

function variantOf(service: SalonService, segments: readonly Segment[]): Variant {
  let from = 0
  const times = segments.map(({ minutes, needsStylist, resourceKind }, index) => {
    const to = from + minutes * MINUTE_MS
    const isLast = index === segments.length - 1
    const claimedTo = isLast ? to + service.bufferMinutes * MINUTE_MS : to
    const segment = { from, to, claimedTo, needsStylist, kind: resourceKind }
    from = to
    return segment
  })
  const claimed = times.filter(({ needsStylist }) => needsStylist)
  const handsOn = { from: claimed[0]?.from ?? 0, to: claimed.at(-1)?.claimedTo ?? 0 }
  return { service, segments: times, lengthMs: from, handsOn, fits: new Map() }
}

function longestOf(of: readonly { variant: Variant }[]): number {
  return Math.max(0, ...of.map(({ variant }) => variant.lengthMs + variant.service.bufferMinutes * MINUTE_MS))
}

function groupsOf(wishes: readonly Wish[], services: readonly (readonly Candidate[])[]): Group[] {
  const groups: Candidate[][][] = []
  for (const [index, service] of services.entries()) {
    const last = groups.at(-1)
    if (last && wishes[index]?.mode === 'beside') last.push([...service])
    else groups.push([[...service]])
  }
  return groups.map((of) => ({ services: of, impossible: new Set() }))
}
