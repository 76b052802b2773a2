import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/**
 * Returns the origin that people see in their browser, which is `PUBLIC_URL` or, without it, the origin in the request.
 */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
