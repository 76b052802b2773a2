import { formatCount } from '#lib/format.ts'

/** Returns a part as whole percents; a dash where there is no whole. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatCount(Math.round((part / whole) * 100))}%`
}

/** Returns minutes in hours with one decimal at most, as reports count them. */
export function hoursText(minutes: number): string {
  return `${formatCount(Math.round(minutes / 6) / 10)} h`
}
