import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { UPLOADS_PATH } from './save-picture.ts'

const nameForm = /^[is]-[0-9a-f]{32}(-\d{2,4})?\.(webp|avif)$/
const YEAR_SECONDS = 31_536_000

/**
 * Uploaded pictures, each with the type it was written in and nothing a page could do with it (security document §13).
 * A name is never used twice, so browsers keep them.
 */
export function addPictures(app: FastifyInstance, { outside }: Pick<Services, 'outside'>): void {
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}:name`, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params
    const format = nameForm.exec(name)?.[2]
    const file = format ? await outside.storage.open(name) : undefined
    if (!file) return reply.callNotFound()
    return reply
      .type(`image/${format}`)
      .header('content-length', file.bytes)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(file.stream)
  })
}
