import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/** The address that people see: `PUBLIC_URL`, else the one at which the request came. */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
