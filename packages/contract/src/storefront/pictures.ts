import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

export const uploadPicture = call('dashboard/pictures/upload', {
  summary:
    'Keeps a picture of the shop itself for what it is meant for; it goes within hours unless something shows it.',
  auth: 'staff',
  permission: 'any',
  takesPicture: true,
  input: z.object({ ...ignored, use: z.enum(['slide', 'tile', 'message', 'page']) }),
  output: z.object({ success: z.literal(true), path: z.string() }),
  errors: ['PERMISSION_MISSING', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})
