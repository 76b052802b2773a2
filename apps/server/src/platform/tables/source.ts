import type { ColumnOf, FilterOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Session } from '#http/session.ts'

/** Facts that a filter may need besides its value. */
export type FilterFacts = { timeZone: string }
/** What a list may need that adds up: a filter has to leave rows out before the sum is made. */
export type FromFacts = FilterFacts & {
  stores: Session['stores']
  /** Who asks, for lists of what is his own. */
  userId: number
  filters: Readonly<Record<string, string>>
}

/**
 * Where the rows of a table come from. Column SQL of type `money` answers minor units, `moment` a timestamptz; a table
 * with money has a column `currency`. Everything that comes from outside is a parameter, never text of the statement.
 */
export type TableSource<Name extends TableName> = {
  /** What stands after `from`; a function where it depends on the clock of the shop, or adds up what the filters leave. */
  from: RawBuilder<unknown> | ((facts: FromFacts) => RawBuilder<unknown>)
  /** What always holds of its rows. */
  where?: RawBuilder<SqlBool>
  columns: { [Key in ColumnOf<Name>]: RawBuilder<unknown> }
  filters: { [Key in FilterOf<Name>]: (value: string, facts: FilterFacts) => RawBuilder<SqlBool> }
  search?: (text: string) => RawBuilder<SqlBool>
  /** Unique per row: breaks ties, so that no row is on two pages. */
  key: RawBuilder<unknown>
  /** Keeps store owners to their stores; tables that are open to them must have it. */
  ofStores?: (storeIds: readonly number[]) => RawBuilder<SqlBool>
  /** What owners see and search otherwise than staff. */
  forOwners?: {
    columns?: { [Key in ColumnOf<Name>]?: RawBuilder<unknown> }
    search?: (text: string) => RawBuilder<SqlBool>
  }
}

/** The SQL of every table of the dashboard; one without does not compile. */
export type TableSources = { [Name in TableName]: TableSource<Name> }

/** What stands after `from`, once the values of the filters were looked at. */
export function fromOf({ from }: Pick<TableSource<TableName>, 'from'>, facts: FromFacts): RawBuilder<unknown> {
  return typeof from === 'function' ? from(facts) : from
}

/** Declares the SQL of one table, held to the names of its contract. */
export function tableSource<Name extends TableName>(_name: Name, source: TableSource<Name>): TableSource<Name> {
  return source
}
