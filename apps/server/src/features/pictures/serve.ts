import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { Services } from '#http/calls.ts'
import { UPLOADS_PATH } from './save-picture.ts'

/** Where apps look for the logo of the shop, which may have been uploaded. */
const LOGOS_PATH = '/assets/img/logos/'
const nameForm = /^[is]-[0-9a-f]{32}(-\d{2,4})?\.(webp|avif)$/
const YEAR_SECONDS = 31_536_000

/**
 * Uploaded pictures, each with the type it was written in and nothing a page could do with it (security document §13).
 * A name is never used twice, so browsers keep them.
 */
export function addPictures(app: FastifyInstance, { outside }: Pick<Services, 'outside'>): void {
  const send: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string }
    const format = nameForm.exec(name)?.[2]
    const file = format ? await outside.storage.open(name) : undefined
    if (!file) return reply.callNotFound()
    return reply
      .type(`image/${format}`)
      .header('content-length', file.bytes)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(file.stream)
  }
  app.get(`${UPLOADS_PATH}:name`, { schema: { hide: true } }, send)
  app.get(`${LOGOS_PATH}:name(^[is]-[0-9a-f]{32}.*$)`, { schema: { hide: true } }, send)
}
