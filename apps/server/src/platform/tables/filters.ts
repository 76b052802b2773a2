import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#http/errors.ts'
import type { FilterFacts } from './source.ts'

const nothing = sql<SqlBool>`true`

/**
 * Filters a time by a range such as `2026-11-01..2026-11-30`, of which either end may be missing, from the start of the
 * first day to the end of the last in the shop's time zone.
 */
export function inDates(moment: RawBuilder<unknown>) {
  return (value: string, { timeZone }: FilterFacts): RawBuilder<SqlBool> => {
    const [from, to] = readRange(value)
    const startsAt = from ? sql`${moment} >= ${from}::date::timestamp at time zone ${timeZone}` : nothing
    const endsBefore = to ? sql`${moment} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : nothing
    return sql<SqlBool>`(${startsAt} and ${endsBefore})`
  }
}

/** Filters a column of dates in the shop's time zone by a range such as `2026-11-01..2026-11-30`. */
export function onDays(day: RawBuilder<unknown>) {
  return (value: string): RawBuilder<SqlBool> => {
    const [from, to] = readRange(value)
    const isFrom = from ? sql`${day} >= ${from}::date` : nothing
    return sql<SqlBool>`(${isFrom} and ${to ? sql`${day} <= ${to}::date` : nothing})`
  }
}

/**
 * Parses the two ends of a range such as `2026-11-01..2026-11-30`.
 * @throws AppError INVALID_INPUT
 */
function readRange(value: string): [string | undefined, string | undefined] {
  const range = value.match(/^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/)
  if (!range || ![range[1], range[2]].every((day) => day === undefined || isDay(day))) throw refused()
  return [range[1], range[2]]
}

/** Filters by one or more words separated by commas; `map` gives the column's value for a word. */
export function isOneOf<Held extends string | number>(
  column: RawBuilder<unknown>,
  map: Readonly<Record<string, Held>>,
): (value: string) => RawBuilder<SqlBool> {
  return (value) => {
    const held = value.split(',').map((word) => (Object.hasOwn(map, word) ? map[word] : undefined))
    if (held.some((one) => one === undefined)) throw refused()
    return sql<SqlBool>`${column}::text = any (${held.map(String)}::text[])`
  }
}

/** Filters by the id of a person or a store. */
export function isId(column: RawBuilder<unknown>): (value: string) => RawBuilder<SqlBool> {
  return (value) => {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw refused()
    return sql<SqlBool>`${column} = ${Number(value)}`
  }
}

/** Filters by a column that is true or false, with the words `yes` and `no`. */
export function isFlag(column: RawBuilder<unknown>): (value: string) => RawBuilder<SqlBool> {
  return (value) => {
    if (value !== 'yes' && value !== 'no') throw refused()
    return value === 'yes' ? sql<SqlBool>`${column}` : sql<SqlBool>`not ${column}`
  }
}

/** Filters a column by exactly this string. */
export function isText(column: RawBuilder<unknown>): (value: string) => RawBuilder<SqlBool> {
  return (value) => sql<SqlBool>`${column} = ${value}`
}

/** Searches these columns for a string, ignoring upper and lower case. */
export function holds(...columns: RawBuilder<unknown>[]): (text: string) => RawBuilder<SqlBool> {
  return (text) => {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    return sql<SqlBool>`(${sql.join(
      columns.map((column) => sql`${column} ilike ${pattern}`),
      sql` or `,
    )})`
  }
}

function isDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`)
  // The year 0 is refused, because PostgreSQL does not have it.
  return !day.startsWith('0000') && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

function refused(): AppError {
  return new AppError('INVALID_INPUT', { fields: { filters: 'fieldInvalid' } })
}
