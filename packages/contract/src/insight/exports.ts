import { z } from 'zod'
import { call } from '../call.ts'
import { tableNames } from '../tables/shapes.ts'
import { filledText, id, ignored, success } from '../wire.ts'
import { tableQuery } from './tables.ts'

const everybody = { auth: 'staff', permission: 'any', ownersToo: true } as const

/** The reasons why an export failed; the dashboard has a text for each. */
export const exportFaults = [
  'permission',
  'drive-unconfigured',
  'drive-credentials',
  'drive-folder',
  'drive-full',
  'drive-away',
  'mail-away',
  'no-address',
  'given-up',
] as const

const run = z.object({
  id: z.int(),
  plan_id: z.int().nullable(),
  table: z.enum(tableNames),
  format: z.enum(['csv', 'xml']),
  destination: z.enum(['drive', 'mail']),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  rows: z.int(),
  /** The file's URL at Google Drive. */
  link: z.string().nullable(),
  fault: z.enum(exportFaults).nullable(),
  created_at: z.string(),
  done_at: z.string().nullable(),
})

export const exportTable = call('dashboard/export', {
  summary:
    'Exports a whole table with its search, filters and order. For CSV and XML, the answer is a URL that works once, within a minute and in this session. An export to Drive runs in the background.',
  ...everybody,
  idempotent: true,
  input: z.object({ ...ignored, ...tableQuery, format: z.enum(['csv', 'xml', 'drive']) }),
  output: z.union([
    z.object({ success: z.literal(true), url: z.string() }),
    z.object({ success: z.literal(true), run_id: z.int() }),
  ]),
  errors: ['PERMISSION_MISSING', 'DRIVE_NOT_CONFIGURED'],
})

export const showExport = call('dashboard/exports/show', {
  summary: "The status of one's own export to Drive, with its link when it is done.",
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), run }),
  errors: ['NOT_FOUND'],
})

export const fetchExport = call('dashboard/exports/fetch', {
  summary: 'The download URL of a planned export. The URL works once, within a minute and in this session.',
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), url: z.string() }),
  errors: ['NOT_FOUND'],
})

const cadence = {
  cadence: z.enum(['daily', 'weekly', 'monthly']),
  /**
   * The day on which a plan runs: 1 to 7 from Monday for weekly plans, 1 to 28 for monthly plans, null for daily plans.
   */
  on_day: z.int().min(1).max(28).nullable(),
  /** The hour at which the plan runs, in the shop's time zone. */
  at_hour: z.int().min(0).max(23),
}

const plan = z.object({
  id: z.int(),
  name: z.string(),
  table: z.enum(tableNames),
  q: z.string().nullable(),
  sort: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
  format: z.enum(['csv', 'xml']),
  destination: z.enum(['drive', 'mail']),
  ...cadence,
  is_active: z.boolean(),
  next_run_at: z.string(),
})

export const listExports = call('dashboard/exports', {
  summary: "One's own planned exports, and the last fifty export runs.",
  ...everybody,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    plans: z.array(plan),
    runs: z.array(run),
    drive: z.object({
      /** The first empty setting of those that exports to Google Drive need; null if none is empty. */
      missing: z.enum(['driveServiceAccountJson', 'driveFolderId']).nullable(),
    }),
  }),
  errors: [],
})

export const saveExportPlan = call('dashboard/export-plans/save', {
  summary: 'Adds or changes a planned export: daily, weekly or monthly, to Drive or by email.',
  ...everybody,
  input: z.object({
    ...ignored,
    ...tableQuery,
    id: id.nullish(),
    name: filledText(120),
    format: z.enum(['csv', 'xml']),
    destination: z.enum(['drive', 'mail']),
    ...cadence,
    is_active: z.boolean().default(true),
  }),
  output: z.object({ success: z.literal(true), plan }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING', 'DRIVE_NOT_CONFIGURED'],
})

export const deleteExportPlan = call('dashboard/export-plans/delete', {
  summary: "Deletes one's own planned export. The files that it exported stay available for a week.",
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const runExportPlan = call('dashboard/export-plans/run', {
  summary: "Runs one's own planned export now, in addition to its schedule.",
  ...everybody,
  idempotent: true,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), run_id: z.int() }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING', 'DRIVE_NOT_CONFIGURED'],
})
