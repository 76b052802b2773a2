import { z } from 'zod'
import { call } from './call.ts'
import { id, ignored, success } from './wire.ts'

const forStore = { store_id: id, ...ignored }
const forImport = { ...forStore, import_id: z.uuid() }

export const previewMenuImport = call('dashboard/menu-import/preview', {
  summary:
    'Reads a menu from a file and says what it would change, and what is wrong with each row; nothing changes. A form with the file.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  takesTable: true,
  input: z.object(forStore),
  output: success.extend({
    /** Null while a row is wrong: then there is nothing to apply. */
    import_id: z.uuid().nullable(),
    rows: z.int(),
    to_add: z.int(),
    to_change: z.int(),
    unchanged: z.int(),
    new_categories: z.array(z.string()),
    errors_count: z.int(),
    /** The first of them; rows are counted as a spreadsheet does, the heading being row 1. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    /** The first rows as they would be written. */
    sample: z.array(
      z.object({
        row: z.int(),
        does: z.enum(['add', 'change', 'nothing']),
        name: z.string(),
        category: z.string(),
        price: z.string(),
        changed: z.array(z.string()),
      }),
    ),
  }),
  errors: ['ORDER_NOT_YOURS', 'UNSUPPORTED_MEDIA_TYPE'],
})

export const applyMenuImport = call('dashboard/menu-import/apply', {
  summary: 'Does what the preview showed, all of it or nothing, once.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  input: z.object(forImport),
  output: success.extend({ added: z.int(), changed: z.int(), undo_until: z.iso.datetime() }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'MENU_CHANGED'],
})

export const undoMenuImport = call('dashboard/menu-import/undo', {
  summary: 'Puts back what an import changed, for ten minutes, where nobody changed it since.',
  auth: 'staff',
  permission: 'items_add',
  ownersToo: true,
  input: z.object(forImport),
  output: success.extend({ put_back: z.int(), kept: z.int() }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNDO_OVER'],
})
