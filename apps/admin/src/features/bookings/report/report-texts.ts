import { formatCount } from '#lib/format.ts'

/** Returns a part of a whole in whole percent; a dash if the whole is zero. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatCount(Math.round((part / whole) * 100))}%`
}

/** Returns minutes as hours with at most one decimal. */
export function hoursText(minutes: number): string {
  return `${formatCount(Math.round(minutes / 6) / 10)} h`
}
