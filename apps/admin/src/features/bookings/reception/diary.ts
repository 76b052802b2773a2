import type { Output } from '@nukkad/contract/contract.ts'
import { addDays, instantsOf, MINUTES_A_DAY, wallClock } from '@nukkad/rules/wall-clock.ts'

export type Diary = Output<'dashboard/bookings/day'>
export type Visit = Diary['visits'][number]
type VisitService = Visit['services'][number]

/** Minutes since midnight of a column's date, in the salon's time zone; `to` is exclusive. */
type Minutes = { from: number; to: number }
/** A time in which a person takes no visits, and why. */
type Shade = Minutes & { kind: 'closed' | 'break' | 'absent'; text: string }
/** One service of a visit in the column of the person who does it. */
export type Block = Minutes & {
  visit: Visit
  /** The index of the service in its visit. */
  index: number
  /** The number of blocks that run at the same time and are drawn to the left of this one. */
  lane: number
  /** Parts of the service during which the person is free. */
  pauses: readonly Minutes[]
}
/** A column of the diary: one person on one date. In the column of services that need no one, `stylistId` is null. */
export type Column = {
  key: string
  date: string
  stylistId: number | null
  name: string
  /** The first and the last working minute of the person on this date; undefined if they do not work. */
  open: Minutes | undefined
  shades: readonly Shade[]
  blocks: readonly Block[]
}

const NO_ONE = 'No person needed'
const HOUR = 60
/** The hours that an empty diary shows. */
const USUAL_HOURS: Minutes = { from: 9 * HOUR, to: 18 * HOUR }

/** Returns the minutes of an instant since midnight of a date in the salon's time zone; negative before midnight. */
export function minuteOn(date: string, instant: string | number, timeZone: string): number {
  const at = wallClock(new Date(instant), timeZone)
  return (Date.parse(at.date) - Date.parse(date)) / 60_000 + at.minute
}

/** Returns the instant of a minute of a date in the salon's time zone, in epoch milliseconds. */
export function instantAt(date: string, minute: number, timeZone: string): number {
  const days = Math.floor(minute / MINUTES_A_DAY)
  return instantsOf(addDays(date, days), minute - days * MINUTES_A_DAY, timeZone)[0]!.getTime()
}

/** Returns the Monday of a date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/**
 * Returns the columns of a diary: each date with each of the given people. People who have left have a column as long
 * as they have visits, and services that need no one have a column of their own.
 * @param only the one person to show; undefined for all
 */
export function columnsOf(diary: Diary, only?: number): Column[] {
  const visits = diary.visits.filter(({ status }) => status !== 'cancelled')
  return diary.days.flatMap(({ date, stylists }) => {
    const known = diary.stylists.map(({ id, name }) => ({ id: id as number | null, name }))
    const people =
      only === undefined ? [...known, ...othersOn(diary, visits, date)] : known.filter(({ id }) => id === only)
    return people.map(({ id, name }): Column => {
      const windows = stylists.find((stylist) => stylist.id === id)?.windows ?? []
      const open = windows.map(({ from, to }) => minutesOf(date, { starts_at: from, ends_at: to }, diary.time_zone))
      const [first, last] = [open[0], open.at(-1)]
      return {
        key: `${date} ${id}`,
        date,
        stylistId: id,
        name,
        open: first && last && { from: first.from, to: last.to },
        shades: id === null ? [] : shadesOf(diary, { date, stylistId: id, open }),
        blocks: blocksOf(visits, { date, stylistId: id, timeZone: diary.time_zone }),
      }
    })
  })
}

/**
 * Returns the people who have visits on a date but are no longer among the salon's people, and “no one” for services
 * that need no person.
 */
function othersOn(diary: Diary, visits: readonly Visit[], date: string): { id: number | null; name: string }[] {
  if (!diary.may_change) return []
  const others = new Map<number | null, string>()
  for (const service of visits.flatMap(({ services }) => services)) {
    const id = service.stylist?.id ?? null
    const { from, to } = minutesOf(date, service, diary.time_zone)
    if (to <= 0 || from >= MINUTES_A_DAY || diary.stylists.some((stylist) => stylist.id === id)) continue
    others.set(id, service.stylist?.name ?? NO_ONE)
  }
  return [...others].map(([id, name]) => ({ id, name }))
}

function minutesOf(
  date: string,
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  timeZone: string,
): Minutes {
  return { from: minuteOn(date, starts_at, timeZone), to: minuteOn(date, ends_at, timeZone) }
}

type OpenOnDay = { date: string; stylistId: number; open: readonly Minutes[] }

function shadesOf({ absences, time_zone }: Diary, { date, stylistId, open }: OpenOnDay): Shade[] {
  const closed = [0, ...open.map(({ to }) => to)].map((from, index): Shade => {
    const isBreak = index > 0 && index < open.length
    return {
      from,
      to: open[index]?.from ?? MINUTES_A_DAY,
      kind: isBreak ? 'break' : 'closed',
      text: isBreak ? 'Break' : '',
    }
  })
  const absent = absences
    .filter((absence) => absence.stylist_id === stylistId)
    .map(
      (absence): Shade => ({
        ...minutesOf(date, absence, time_zone),
        kind: 'absent',
        text: absence.reason ? `Absent: ${absence.reason}` : 'Absent',
      }),
    )
  return [...closed, ...absent].flatMap((shade) => {
    const [from, to] = [Math.max(0, shade.from), Math.min(MINUTES_A_DAY, shade.to)]
    return from < to ? [{ ...shade, from, to }] : []
  })
}

type Place = { date: string; stylistId: number | null; timeZone: string }

function blocksOf(visits: readonly Visit[], { date, stylistId, timeZone }: Place): Block[] {
  const blocks = visits
    .flatMap((visit) => visit.services.map((service, index) => ({ visit, service, index })))
    .filter(({ service }) => (service.stylist?.id ?? null) === stylistId)
    .map(
      ({ visit, service, index }): Block => ({
        ...minutesOf(date, service, timeZone),
        visit,
        index,
        lane: 0,
        pauses: stylistId === null ? [] : pausesOf(date, service, timeZone),
      }),
    )
    .filter(({ from, to }) => to > 0 && from < MINUTES_A_DAY)
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  return blocks.map((block, place) => ({
    ...block,
    lane: blocks.slice(0, place).filter(({ to }) => to > block.from).length,
  }))
}

function pausesOf(date: string, { segments }: VisitService, timeZone: string): Minutes[] {
  return segments
    .filter(({ stylist_id }) => stylist_id === null)
    .map(({ starts_at, ends_at }) => minutesOf(date, { starts_at, ends_at }, timeZone))
}

/** Returns the whole hours that show all working times and visits of the columns. */
export function spanOf(columns: readonly Column[]): Minutes {
  const shown = columns.flatMap(({ open, blocks }) => [...blocks, ...(open ? [open] : [])])
  if (shown.length === 0) return USUAL_HOURS
  const from = Math.min(...shown.map((one) => one.from))
  const to = Math.max(...shown.map((one) => one.to))
  return {
    from: Math.max(0, Math.floor(from / HOUR) * HOUR),
    to: Math.min(MINUTES_A_DAY, Math.ceil(to / HOUR) * HOUR),
  }
}

/** The position in the diary to which a block is moved. */
type Target = { column: Column; minute: number }

/** Returns the nearest minute for a block at which its visit starts on the salon's time grid and within the date. */
export function snapped(block: Block, minute: number, { date, stepMinutes, timeZone }: Grid): number {
  const before = block.from - minuteOn(date, block.visit.starts_at, timeZone)
  const start = Math.round((minute - before) / stepMinutes) * stepMinutes
  const last = Math.floor((MINUTES_A_DAY - 1) / stepMinutes) * stepMinutes
  return Math.min(Math.max(start, 0), last) + before
}
type Grid = {
  /** The date of the block's current column. */
  date: string
  stepMinutes: number
  timeZone: string
}

/** The new times of a visit, as the call takes them. Without `stylist_ids`, the visit keeps its people. */
export type Moved = { starts_at: string; stylist_ids?: (number | null)[] }

/** Returns the new times and people of a visit after one of its blocks has moved; undefined when nothing changes. */
export function movedTo(block: Block, from: Column, { column, minute }: Target, timeZone: string): Moved | undefined {
  const { visit, index } = block
  const before = block.from - minuteOn(from.date, visit.starts_at, timeZone)
  const startsAt = instantAt(column.date, minute - before, timeZone)
  const isSamePerson = column.stylistId === from.stylistId
  if (isSamePerson && startsAt === Date.parse(visit.starts_at)) return undefined
  const people = visit.services.map(({ stylist }, place) =>
    place === index ? column.stylistId : (stylist?.id ?? null),
  )
  return { starts_at: new Date(startsAt).toISOString(), ...(isSamePerson ? {} : { stylist_ids: people }) }
}
