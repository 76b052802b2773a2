import { z } from 'zod'
import { call } from '../call.ts'
import { tableNames } from '../tables/shapes.ts'
import { ignored, pageNumber, text } from '../wire.ts'

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
  openToKeys: true,
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
