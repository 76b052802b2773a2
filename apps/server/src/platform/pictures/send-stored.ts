import type { FastifyReply } from 'fastify'
import type { Services } from '#http/calls.ts'

export const YEAR_SECONDS = 31_536_000

/** Sends a stored file, which browsers may cache for this many seconds; answers 404 if the storage has no such file. */
export async function sendStored(
  reply: FastifyReply,
  outside: Services['outside'],
  { name, seconds }: { name: string; seconds: number },
): Promise<FastifyReply> {
  const file = await outside.storage.open(name)
  if (!file) {
    reply.callNotFound()
    return reply
  }
  const isKept = seconds === YEAR_SECONDS
  return reply
    .type(`image/${name.split('.').at(-1)}`)
    .header('content-length', file.bytes)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', seconds ? `public, max-age=${seconds}${isKept ? ', immutable' : ''}` : 'no-cache')
    .send(file.stream)
}
