import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

export const uploadPicture = call('dashboard/pictures/upload', {
  summary:
    'Uploads a picture of the shop for one purpose. The picture is deleted within hours unless something uses it.',
  auth: 'staff',
  permission: 'any',
  takesPicture: true,
  input: z.object({ ...ignored, use: z.enum(['slide', 'tile', 'message', 'page']) }),
  output: z.object({ success: z.literal(true), path: z.string() }),
  errors: ['PERMISSION_MISSING', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})
