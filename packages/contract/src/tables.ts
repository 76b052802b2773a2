import { z } from 'zod'
import { call } from './call.ts'
import { auditTables } from './tables/audit.ts'
import type { ColumnType, TableShape } from './tables/table.ts'
import { ignored, pageNumber, text } from './wire.ts'

/** Every list of the dashboard by name: what it shows, how it is filtered, and who may see and export it. */
export const tables = {
  ...auditTables,
} as const satisfies Record<string, TableShape>

export type TableName = keyof typeof tables
export type ColumnOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string
export type FilterOf<Name extends TableName> = keyof (typeof tables)[Name]['filters'] & string

type CellOf<Type extends ColumnType> = Type extends 'number' | 'id' ? number : Type extends 'flag' ? boolean : string

/** One row as the dashboard gets it: money as `"120.00"`, moments as ISO 8601 in UTC. */
export type RowOf<Name extends TableName> = {
  [Key in ColumnOf<Name>]: (typeof tables)[Name]['columns'][Key] extends { type: infer Type extends ColumnType }
    ? CellOf<Type> | null
    : never
}

export const tableNames = Object.keys(tables) as TableName[]

/** What chooses and orders the rows of a table; the same for the screen and for an export. */
export const tableQuery = {
  table: z.enum(tableNames),
  /** A column that can be sorted by, with `-` before it for the highest first. */
  sort: text(64).nullish(),
  q: text(64).nullish(),
  /** Values by the name of the filter; what a value looks like is the filter's kind (tables/table.ts). */
  filters: z.record(text(40), text(300)).nullish(),
}

export const readTable = call('dashboard/table', {
  summary:
    'One page of a list of the dashboard: searched, filtered and sorted. Store owners get the rows of their stores.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object({
    ...ignored,
    ...tableQuery,
    page: pageNumber,
    per_page: z.union([z.literal(25), z.literal(50), z.literal(100)]).default(25),
  }),
  output: z.object({
    success: z.literal(true),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    /** Counted up to ten thousand; `has_more` says that there are more than that. */
    total: z.int(),
    has_more: z.boolean(),
  }),
  errors: ['PERMISSION_MISSING'],
})
