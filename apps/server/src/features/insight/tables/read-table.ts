import { type ColumnOf, type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { fromOf, type TableSource, type TableSources } from '#platform/tables/source.ts'

/** Maximum number of rows that are counted, because people do not turn to later pages. */
const COUNTED_UP_TO = 10_000

export type TableQuery = {
  table: TableName
  sort?: string | null
  q?: string | null
  filters?: Readonly<Record<string, string>> | null
}
export type Cell = string | number | boolean | null
export type Row = Record<string, Cell>
export type Seen = { stores: Session['stores']; timeZone: string; userId: number }

/**
 * Reads one page of a table. The total and the page come from two separate statements, and the list may change between
 * them.
 * @throws AppError INVALID_INPUT for a filter, a sort or a value that the table does not have
 */
export async function readTable(
  { db, tables: sources }: Pick<Services, 'db' | 'tables'>,
  query: TableQuery & { page: number; perPage: number },
  seen: Seen,
): Promise<{ rows: Row[]; total: number; hasMore: boolean }> {
  const { table, page, perPage } = query
  const source: TableSource<TableName> = sources[table]
  const where = whereOf(source, query, seen)
  const [rows, counted] = await Promise.all([
    sql<
      Record<string, unknown>
    >`${selectOf(source, query, where, seen)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from (
      select from ${fromOf(source, { ...seen, filters: query.filters ?? {} })} where ${where} limit ${COUNTED_UP_TO + 1}) as counted`.execute(
      db,
    ),
  ])
  const total = counted.rows[0]!.total
  return {
    rows: rows.rows.map((row) => presentRow(table, row)),
    total: Math.min(total, COUNTED_UP_TO),
    hasMore: total > COUNTED_UP_TO,
  }
}

/** Returns the whole ordered statement of a table without a limit, for both pages and exports. */
export function statementOf(sources: TableSources, query: TableQuery, seen: Seen): RawBuilder<Record<string, unknown>> {
  const source: TableSource<TableName> = sources[query.table]
  return selectOf(source, query, whereOf(source, query, seen), seen)
}

/** Converts a row of the database to the form of the wire, for people and for other programs. */
export function presentRow(name: TableName, row: Record<string, unknown>): Row {
  const shape: TableShape = tables[name]
  return Object.fromEntries(
    Object.entries(shape.columns).map(([key, { type }]) => [key, presentCell(row[key], type, row.currency)]),
  )
}

function presentCell(value: unknown, type: string, currency: unknown): Cell {
  if (value === null || value === undefined) return null
  if (type === 'money') return wireMoney(BigInt(value as bigint), String(currency))
  if (value instanceof Date) return type === 'date' ? value.toISOString().slice(0, 10) : value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return value as Cell
}

function selectOf(
  source: TableSource<TableName>,
  query: TableQuery,
  where: RawBuilder<SqlBool>,
  facts: Seen,
): RawBuilder<Record<string, unknown>> {
  const seen = facts.stores === 'all' ? source.columns : { ...source.columns, ...source.forOwners?.columns }
  const columns = Object.entries<RawBuilder<unknown>>(seen).map(([key, column]) => sql`${column} as ${sql.id(key)}`)
  return sql<
    Record<string, unknown>
  >`select ${sql.join(columns)} from ${fromOf(source, { ...facts, filters: query.filters ?? {} })} where ${where} order by ${orderOf(source, query)}`
}

function orderOf(source: TableSource<TableName>, { table, sort }: TableQuery): RawBuilder<unknown> {
  const shape: TableShape = tables[table]
  const chosen = sort || shape.sort
  const isDescending = chosen.startsWith('-')
  const key = isDescending ? chosen.slice(1) : chosen
  if (!Object.hasOwn(shape.columns, key) || !shape.columns[key]!.isSortable)
    throw new AppError('INVALID_INPUT', { fields: { sort: 'fieldInvalid' } })
  const column = source.columns[key as ColumnOf<TableName>]
  return isDescending
    ? sql`${column} desc nulls last, ${source.key} desc`
    : sql`${column} asc nulls last, ${source.key} asc`
}

function whereOf(
  source: TableSource<TableName>,
  { q, filters }: TableQuery,
  { stores, timeZone }: Seen,
): RawBuilder<SqlBool> {
  const parts = [source.where ?? sql<SqlBool>`true`]
  // Limits the rows to the person's stores, because otherwise a table that is open to owners would show them the rows
  // of all stores.
  if (stores !== 'all') parts.push(source.ofStores?.(stores) ?? sql<SqlBool>`false`)
  for (const [name, value] of Object.entries(filters ?? {})) {
    const filter = Object.hasOwn(source.filters, name)
      ? (source.filters as Record<string, (value: string, facts: { timeZone: string }) => RawBuilder<SqlBool>>)[name]
      : undefined
    if (!filter) throw new AppError('INVALID_INPUT', { fields: { filters: 'fieldInvalid' } })
    if (value !== '') parts.push(filter(value, { timeZone }))
  }
  const search = (stores !== 'all' && source.forOwners?.search) || source.search
  if (q) parts.push(search?.(q) ?? sql<SqlBool>`true`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
