import { z } from 'zod'
import { call } from '../call.ts'
import { fileApplied, filePreview } from '../table-file.ts'
import { ignored, success } from '../wire.ts'

const forImport = { ...ignored, import_id: z.uuid() }

export const previewStoreImport = call('dashboard/store-import/preview', {
  summary:
    'Previews a store file: the stores it would add and change, and the errors in each row. Nothing is changed. Takes a form with the file. Changing existing stores also needs the permission to change stores.',
  auth: 'staff',
  permission: 'stores_add',
  takesTable: true,
  input: z.object(ignored),
  output: filePreview({
    /** The columns that change, each with its value before and after; `before` is null for a new store. */
    changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string() })),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})

export const applyStoreImport = call('dashboard/store-import/apply', {
  summary: 'Applies a previewed store file once, as a whole or not at all. New stores need approval.',
  auth: 'staff',
  permission: 'stores_add',
  needsRecentProof: true,
  input: z.object(forImport),
  output: fileApplied,
  errors: ['NOT_FOUND', 'STORES_CHANGED'],
})

export const undoStoreImport = call('dashboard/store-import/undo', {
  summary: 'Undoes an import within ten minutes, unless one of its stores was changed since.',
  auth: 'staff',
  permission: 'stores_add',
  input: z.object(forImport),
  output: success.extend({ removed: z.int(), put_back: z.int() }),
  errors: ['NOT_FOUND', 'UNDO_OVER', 'STORES_CHANGED'],
})
