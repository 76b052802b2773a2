import { z } from 'zod'
import { call } from '../call.ts'
import { fileApplied, filePreview } from '../table-file.ts'
import { ignored, success } from '../wire.ts'

const forImport = { ...ignored, import_id: z.uuid() }

export const previewStoreImport = call('dashboard/store-import/preview', {
  summary:
    'Reads stores from a file and says what it would add and change, and what is wrong with each row; nothing changes. A form with the file. Changing stores needs the permission for that too.',
  auth: 'staff',
  permission: 'stores_add',
  takesTable: true,
  input: z.object(ignored),
  output: filePreview({
    /** What becomes of what; of a new store there is nothing before. */
    changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string() })),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})

export const applyStoreImport = call('dashboard/store-import/apply', {
  summary: 'Does what the preview showed, all of it or nothing, once. New stores wait to be approved.',
  auth: 'staff',
  permission: 'stores_add',
  needsRecentProof: true,
  input: z.object(forImport),
  output: fileApplied,
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
