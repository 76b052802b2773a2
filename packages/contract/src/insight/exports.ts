import { z } from 'zod'
import { call } from '../call.ts'
import { tableNames } from '../tables/shapes.ts'
import { filledText, id, ignored, success } from '../wire.ts'
import { tableQuery } from './tables.ts'

const everybody = { auth: 'staff', permission: 'any', ownersToo: true } as const

/** Why a file was not made; the dashboard words it. */
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
  /** Where it lies at Drive. */
  link: z.string().nullable(),
  fault: z.enum(exportFaults).nullable(),
  created_at: z.string(),
  done_at: z.string().nullable(),
})

export const exportTable = call('dashboard/export', {
  summary:
    'A whole table as a file, with its search, filters and order: CSV and XML by an address that is good once, for a minute and in this session; Drive in the background, as a run to look at.',
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
  summary: 'How far an own export to Drive has come, with its link when it is there.',
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), run }),
  errors: ['NOT_FOUND'],
})

export const fetchExport = call('dashboard/exports/fetch', {
  summary: 'The address of a file that a plan has made and mailed a link to; good once, for a minute, in this session.',
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), url: z.string() }),
  errors: ['NOT_FOUND'],
})

const cadence = {
  cadence: z.enum(['daily', 'weekly', 'monthly']),
  /** Of the week, 1 for Monday, or of the month up to 28; none for daily ones. */
  on_day: z.int().min(1).max(28).nullable(),
  /** In the time zone of the shop. */
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
  summary: 'The own plans of exports, and the last fifty files that were made in the background.',
  ...everybody,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    plans: z.array(plan),
    runs: z.array(run),
    drive: z.object({
      /** The setting that Drive still waits for. */
      missing: z.enum(['driveServiceAccountJson', 'driveFolderId']).nullable(),
    }),
  }),
  errors: [],
})

export const saveExportPlan = call('dashboard/export-plans/save', {
  summary:
    'Plans an export that is made again and again, or changes one: daily, weekly or monthly, to Drive or by mail.',
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
  summary: 'Takes an own plan away; files that it has made stay their week.',
  ...everybody,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const runExportPlan = call('dashboard/export-plans/run', {
  summary: 'Makes the file of an own plan now, beside its usual times.',
  ...everybody,
  idempotent: true,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), run_id: z.int() }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING', 'DRIVE_NOT_CONFIGURED'],
})
