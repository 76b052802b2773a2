import { z } from 'zod'
import { call } from '../call.ts'
import { tableNames } from '../tables/shapes.ts'
import { ignored, pageNumber, text } from '../wire.ts'

/** The filters and order of a table's rows, for the screen and for an export. */
export const tableQuery = {
  table: z.enum(tableNames),
  /** The column by which rows are sorted; a `-` before it sorts from high to low. */
  sort: text(64).nullish(),
  q: text(64).nullish(),
  /**
   * Filter values by filter name. The kind of a filter decides the format of its value (tables/table.ts). The maximum
   * length of a value leaves room for all actions of the audit log.
   */
  filters: z.record(text(40), text(5000)).nullish(),
}

export const readTable = call('dashboard/table', {
  summary:
    'One page of a dashboard table: searched, filtered and sorted. Store owners get the rows of their own stores.',
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
    /** The number of rows, counted up to ten thousand; `has_more` says whether there are more. */
    total: z.int(),
    has_more: z.boolean(),
  }),
  errors: ['PERMISSION_MISSING'],
})
