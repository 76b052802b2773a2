import type { Output } from '@nukkad/contract/contract.ts'

export type FreeDay = Output<'free-times'>['days'][number]
export type FreeStart = FreeDay['starts'][number]
type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** The times of the salon's time zone at which afternoon and evening begin. */
const NOON = '12:00'
const EVENING = '17:00'

/** Returns the starts of a day by part of the day, without empty parts. */
export function partsOfDay(starts: readonly FreeStart[]): { part: PartOfDay; starts: FreeStart[] }[] {
  const parts = { morning: [], afternoon: [], evening: [] } as Record<PartOfDay, FreeStart[]>
  for (const start of starts) parts[partOf(start.time)].push(start)
  return (['morning', 'afternoon', 'evening'] as const)
    .map((part) => ({ part, starts: parts[part] }))
    .filter((group) => group.starts.length > 0)
}

function partOf(time: string): PartOfDay {
  const padded = time.padStart(5, '0')
  if (padded < NOON) return 'morning'
  return padded < EVENING ? 'afternoon' : 'evening'
}

/** Returns the dates on which a time of the salon can become free: those on which it is open. */
export function openDates(days: readonly Pick<FreeDay, 'date' | 'is_open'>[]): string[] {
  return days.filter(({ is_open }) => is_open !== false).map(({ date }) => date)
}

/** Returns the months of dates in ascending order, such as "November" or "November – December". */
export function monthsOf(dates: readonly string[], locale: string): string {
  const months = dates.map((date) =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' }),
  )
  return [...new Set(months)].join(' – ')
}
