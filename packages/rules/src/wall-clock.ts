/** Number of minutes of a local day without a clock change. */
export const MINUTES_A_DAY = 1440
export const MINUTE_MS = 60_000
const DAY_MS = MINUTES_A_DAY * MINUTE_MS

/** A range of time during which a zone has one offset from UTC, in milliseconds since 1970; `to` is excluded. */
export type ZonePiece = { from: number; to: number; offsetMs: number }

/** Returns the date that is a number of days after another date; both dates are `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the local date and the minute of the local day at a moment. */
export function wallClock(instant: Date, timeZone: string): { date: string; minute: number } {
  const shifted = new Date(instant.getTime() + offsetMs(instant, timeZone))
  return { date: shifted.toISOString().slice(0, 10), minute: shifted.getUTCHours() * 60 + shifted.getUTCMinutes() }
}

/**
 * Returns the moments at which a zone has a local time. A local time usually has one moment, and two in the hour that a
 * clock change repeats. For a local time that a clock change skips, returns the moment that is as long after the change
 * as the local time is after the start of the gap.
 */
export function instantsOf(date: string, minute: number, timeZone: string): Date[] {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => offsetMs(new Date(near), timeZone))
  const candidates = [...new Set(offsets)].map((offset) => new Date(asUtc - offset)).toSorted((a, b) => +a - +b)
  const shown = candidates.filter((candidate) => offsetMs(candidate, timeZone) === asUtc - candidate.getTime())
  return shown.length > 0 ? shown : candidates.slice(-1)
}

/** Returns a zone's offset from UTC at a moment, in milliseconds. */
function offsetMs(instant: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    clockFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const known = clockFormats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clockFormats.set(timeZone, made)
  return made
}

/**
 * Returns the ranges between two moments in which a time zone has one offset, in order. With these ranges, arithmetic
 * alone can convert many local times of a few days.
 * @param from,to milliseconds since 1970, at whole minutes
 */
export function zonePieces(from: number, to: number, timeZone: string): ZonePiece[] {
  const pieces: ZonePiece[] = []
  let piece = { from, to, offsetMs: offsetMs(new Date(from), timeZone) }
  for (let day = from; day < to; day += DAY_MS) {
    const next = Math.min(day + DAY_MS, to)
    const offset = offsetMs(new Date(next), timeZone)
    if (offset === piece.offsetMs) continue
    const change = changeBetween(day, next, timeZone)
    pieces.push({ ...piece, to: change })
    piece = { from: change, to, offsetMs: offset }
  }
  return [...pieces, piece]
}

/**
 * Returns the first moment between two moments that has the offset of the later one. The offsets of the two moments
 * must differ.
 */
function changeBetween(early: number, late: number, timeZone: string): number {
  const offset = offsetMs(new Date(late), timeZone)
  let before = early
  let after = late
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetMs(new Date(middle), timeZone) === offset) after = middle
    else before = middle
  }
  return after
}
