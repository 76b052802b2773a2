import { type RawBuilder, sql } from 'kysely'

/** Selects columns of the table with this alias, for use inside another query. */
export function columnList(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${alias}.${column}`).join(', '))
}

/**
 * A row as JSON contains it: amounts are numbers, which stay far below the limit of exact integers, and times are
 * strings.
 */
export type InJson<Row> = { [Column in keyof Row]: ValueInJson<Row[Column]> }
type ValueInJson<Value> = Value extends bigint ? number : Value extends Date ? string : Value
