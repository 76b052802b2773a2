import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, id, ignored, success, text } from '../wire.ts'

const edits = { auth: 'staff', permission: 'all_users_edit' } as const

export const createDataRequest = call('dashboard/data-requests/create', {
  summary:
    'Writes down that a customer has asked for his data or for his account to be deleted, by letter, mail or phone. It is due in thirty days; one that is open already is answered as it stands.',
  ...edits,
  input: z.object({ ...ignored, id, kind: z.enum(['export', 'deletion']), note: text(300).nullish() }),
  output: z.object({ success: z.literal(true), id: z.int() }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})

export const refuseDataRequest = call('dashboard/data-requests/refuse', {
  summary: 'Closes an open request without doing it, with the reason. Doing it closes a request by itself.',
  ...edits,
  input: z.object({ ...ignored, id, reason: filledText(300) }),
  output: success,
  errors: ['NOT_FOUND'],
})
