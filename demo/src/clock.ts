export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The offset from UTC in milliseconds of the only Indian time zone, which has no daylight saving time. */
export const CITY_OFFSET_MS = 330 * MINUTE_MS
