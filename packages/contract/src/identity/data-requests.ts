import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, id, ignored, success, text } from '../wire.ts'

const edits = { auth: 'staff', permission: 'all_users_edit' } as const

export const createDataRequest = call('dashboard/data-requests/create', {
  summary:
    'Records that a customer asked for their data or for deletion of their account, by letter, email or phone. The request is due in thirty days. If one is already open, the call returns it unchanged.',
  ...edits,
  input: z.object({ ...ignored, id, kind: z.enum(['export', 'deletion']), note: text(300).nullish() }),
  output: z.object({ success: z.literal(true), id: z.int() }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})

export const refuseDataRequest = call('dashboard/data-requests/refuse', {
  summary: 'Refuses an open data request, with the reason. Fulfilling a request closes it automatically.',
  ...edits,
  input: z.object({ ...ignored, id, reason: filledText(300) }),
  output: success,
  errors: ['NOT_FOUND'],
})
