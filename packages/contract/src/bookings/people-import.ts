import { z } from 'zod'
import { call } from '../call.ts'
import { filePreview } from '../table-file.ts'
import { id, ignored, success } from '../wire.ts'

const salon = { auth: 'staff', permission: 'stores_edit', ownersToo: true, takesTable: true } as const
const forStore = z.object({ store_id: id, ...ignored })
const errors = ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE'] as const

export const previewPeopleImport = call('dashboard/bookings/people-import/preview', {
  summary:
    "Previews a file of a salon's people with their hours and services: the changes it would make and the errors in each row. Nothing is changed. Takes a form with the file.",
  ...salon,
  input: forStore,
  output: filePreview({ changed: z.array(z.string()) }).omit({ import_id: true }),
  errors,
})

export const applyPeopleImport = call('dashboard/bookings/people-import/apply', {
  summary:
    "Applies a file of a salon's people, as a whole or not at all. People whom it does not name stay as they are. Applying it again changes nothing. Takes a form with the file.",
  ...salon,
  input: forStore,
  output: success.extend({ added: z.int(), changed: z.int() }),
  errors: [...errors, 'PERMISSION_MISSING'],
})
