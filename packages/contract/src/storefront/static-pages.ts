import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, id, ignored, slug, success } from '../wire.ts'

const page = z.object({ id: z.int(), name: z.string(), slug: z.string(), body: z.string() })

const html = z.string().max(50_000)

export const savePage = call('dashboard/pages/save', {
  summary: 'Creates a page, or changes one with `id`. HTML that is not allowed is removed.',
  auth: 'staff',
  permission: 'pages_manage',
  idempotent: true,
  input: z.object({ ...ignored, id: id.nullish(), name: filledText(120), slug, body: html }),
  output: z.object({ success: z.literal(true), page }),
  errors: ['NOT_FOUND'],
})

export const previewPage = call('dashboard/pages/preview', {
  summary: 'The HTML as it would be saved.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, body: html }),
  output: z.object({ success: z.literal(true), body: z.string() }),
  errors: [],
})

export const deletePage = call('dashboard/pages/delete', {
  summary: 'Deletes a page by its slug.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, slug }),
  output: success,
  errors: ['NOT_FOUND'],
})
