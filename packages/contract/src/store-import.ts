import { z } from 'zod'
import { call } from './call.ts'
import { ignored, success } from './wire.ts'

const forImport = { ...ignored, import_id: z.uuid() }

export const previewStoreImport = call('dashboard/store-import/preview', {
  summary:
    'Reads stores from a file and says what it would add and change, and what is wrong with each row; nothing changes. A form with the file. Changing stores needs the permission for that too.',
  auth: 'staff',
  permission: 'stores_add',
  takesTable: true,
  input: z.object(ignored),
  output: success.extend({
    /** Null while a row is wrong: then there is nothing to apply. */
    import_id: z.uuid().nullable(),
    rows: z.int(),
    to_add: z.int(),
    to_change: z.int(),
    unchanged: z.int(),
    errors_count: z.int(),
    /** The first of them; rows are counted as a spreadsheet does, the heading being row 1. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    /** The first rows, those that do something before the others, each with what becomes of what; of a new store there is nothing before. */
    sample: z.array(
      z.object({
        row: z.int(),
        does: z.enum(['add', 'change', 'nothing']),
        name: z.string(),
        changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string() })),
      }),
    ),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})

export const applyStoreImport = call('dashboard/store-import/apply', {
  summary: 'Does what the preview showed, all of it or nothing, once. New stores wait to be approved.',
  auth: 'staff',
  permission: 'stores_add',
  input: z.object(forImport),
  output: success.extend({ added: z.int(), changed: z.int(), undo_until: z.iso.datetime() }),
  errors: ['NOT_FOUND', 'STORES_CHANGED'],
})

export const undoStoreImport = call('dashboard/store-import/undo', {
  summary: 'Takes an import back, for ten minutes, unless somebody changed one of its stores since.',
  auth: 'staff',
  permission: 'stores_add',
  input: z.object(forImport),
  output: success.extend({ removed: z.int(), put_back: z.int() }),
  errors: ['NOT_FOUND', 'UNDO_OVER', 'STORES_CHANGED'],
})
