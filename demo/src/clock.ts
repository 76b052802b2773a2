export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** India has one time zone and no daylight saving time. */
export const CITY_OFFSET_MS = 330 * MINUTE_MS
