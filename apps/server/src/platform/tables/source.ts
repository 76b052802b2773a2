import type { ColumnOf, FilterOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Session } from '#http/session.ts'

/** Facts that a filter may need in addition to its value. */
export type FilterFacts = { timeZone: string }
/** Facts that a table of totals needs, because its filters must apply before rows are summed. */
export type FromFacts = FilterFacts & {
  stores: Session['stores']
  /** The person who reads the table, for tables that list a person's own rows. */
  userId: number
  filters: Readonly<Record<string, string>>
}

/**
 * The SQL of a table. A column of type `money` gives minor units, `moment` a timestamptz; a table with money has a
 * column `currency`. All values from outside are parameters, never part of the SQL.
 */
export type TableSource<Name extends TableName> = {
  /**
   * The SQL after `from`, as a function if it depends on the shop's time zone, or sums rows that were filtered before.
   */
  from: RawBuilder<unknown> | ((facts: FromFacts) => RawBuilder<unknown>)
  /** A condition that limits the table to some rows of its sources. */
  where?: RawBuilder<SqlBool>
  columns: { [Key in ColumnOf<Name>]: RawBuilder<unknown> }
  filters: { [Key in FilterOf<Name>]: (value: string, facts: FilterFacts) => RawBuilder<SqlBool> }
  search?: (text: string) => RawBuilder<SqlBool>
  /** A column that is unique for each row, and that breaks ties in the order, so that no row is on two pages. */
  key: RawBuilder<unknown>
  /** Limits store owners to the rows of their stores; required for tables that are open to store owners. */
  ofStores?: (storeIds: readonly number[]) => RawBuilder<SqlBool>
  /** Columns and searches that are different for store owners. */
  forOwners?: {
    columns?: { [Key in ColumnOf<Name>]?: RawBuilder<unknown> }
    search?: (text: string) => RawBuilder<SqlBool>
  }
}

/** The SQL of every dashboard table; a table without SQL is an error of the compiler. */
export type TableSources = { [Name in TableName]: TableSource<Name> }

/** Returns the SQL after `from` for values of filters that have been checked before. */
export function fromOf({ from }: Pick<TableSource<TableName>, 'from'>, facts: FromFacts): RawBuilder<unknown> {
  return typeof from === 'function' ? from(facts) : from
}

/** Declares the SQL of one table, checked against the names of its contract. */
export function tableSource<Name extends TableName>(_name: Name, source: TableSource<Name>): TableSource<Name> {
  return source
}
