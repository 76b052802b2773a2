import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, id, ignored, slug, success } from '../wire.ts'

const page = z.object({ id: z.int(), name: z.string(), slug: z.string(), body: z.string() })

const html = z.string().max(50_000)

export const savePage = call('dashboard/pages/save', {
  summary: 'Makes a page, or with `id` changes one. What its HTML may not hold is taken out.',
  auth: 'staff',
  permission: 'pages_manage',
  idempotent: true,
  input: z.object({ ...ignored, id: id.nullish(), name: filledText(120), slug, body: html }),
  output: z.object({ success: z.literal(true), page }),
  errors: ['NOT_FOUND'],
})

export const previewPage = call('dashboard/pages/preview', {
  summary: 'The HTML as it would be kept.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, body: html }),
  output: z.object({ success: z.literal(true), body: z.string() }),
  errors: [],
})

export const deletePage = call('dashboard/pages/delete', {
  summary: 'Deletes a page by its name in addresses.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, slug }),
  output: success,
  errors: ['NOT_FOUND'],
})
