import { auditTables } from './audit.ts'
import { catalogueTables } from './catalogue.ts'
import { growTables } from './grow.ts'
import { integrationTables } from './integrations.ts'
import { moneyTables } from './money.ts'
import { orderTables } from './orders.ts'
import { peopleTables } from './people.ts'
import { reportTables } from './reports.ts'
import type { ColumnType, TableShape } from './table.ts'
import { visitTables } from './visits.ts'

/** All dashboard tables by name: their columns and filters, and who may see and export them. */
export const tables = {
  ...auditTables,
  ...orderTables,
  ...visitTables,
  ...catalogueTables,
  ...growTables,
  ...peopleTables,
  ...moneyTables,
  ...reportTables,
  ...integrationTables,
} as const satisfies Record<string, TableShape>

/** The name of a dashboard table, as `dashboard/table` and the exports accept it. */
export type TableName = keyof typeof tables
/** The name of a column of a table. */
export type ColumnOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string
/** The name of a filter of a table. */
export type FilterOf<Name extends TableName> = keyof (typeof tables)[Name]['filters'] & string

type CellOf<Type extends ColumnType> = Type extends 'number' | 'id' ? number : Type extends 'flag' ? boolean : string

/** A row of a table as the dashboard receives it: money as `"120.00"`, times as ISO 8601 in UTC. */
export type RowOf<Name extends TableName> = {
  [Key in ColumnOf<Name>]: (typeof tables)[Name]['columns'][Key] extends { type: infer Type extends ColumnType }
    ? CellOf<Type> | null
    : never
}

/** The names of all tables, for the schemas that accept one. */
export const tableNames = Object.keys(tables) as TableName[]
