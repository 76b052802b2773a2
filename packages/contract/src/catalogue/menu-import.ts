import { z } from 'zod'
import { call } from '../call.ts'
import { fileApplied, filePreview } from '../table-file.ts'
import { id, ignored, success } from '../wire.ts'

const forStore = { store_id: id, ...ignored }
const forImport = { ...forStore, import_id: z.uuid() }

export const previewMenuImport = call('dashboard/menu-import/preview', {
  summary:
    'Previews a menu file: the changes it would make and the errors in each row. Nothing is changed. Takes a form with the file.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  takesTable: true,
  input: z.object(forStore),
  output: filePreview({ category: z.string(), price: z.string(), changed: z.array(z.string()) }).extend({
    new_categories: z.array(z.string()),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE'],
})

export const applyMenuImport = call('dashboard/menu-import/apply', {
  summary: 'Applies a previewed file once, as a whole or not at all.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  input: z.object(forImport),
  output: fileApplied,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'MENU_CHANGED'],
})

export const undoMenuImport = call('dashboard/menu-import/undo', {
  summary: 'Undoes an import within ten minutes, except for what was changed since.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  input: z.object(forImport),
  output: success.extend({ put_back: z.int(), kept: z.int() }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNDO_OVER'],
})
