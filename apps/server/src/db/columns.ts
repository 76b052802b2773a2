import { type RawBuilder, sql } from 'kysely'

/** Selects columns of the table with this alias, for use inside another query. */
export function columnList(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${alias}.${column}`).join(', '))
}
