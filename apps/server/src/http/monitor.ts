import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { AppError } from './errors.ts'
import { isLoopback } from './overload.ts'

/** What proxies say of whom they speak for. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Lets a monitor read the figures, which tell of the business and of weak moments: by the token of the environment, or
 * outside production from this machine itself. In production that may be a proxy, and one that says nothing of whom it
 * speaks for looks like a monitor; so there is no way without the token then, and nothing to be seen.
 * @throws AppError UNKNOWN_CALL, SESSION_MISSING
 */
export function requireMonitor(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  { metricsToken, mode }: Pick<Config, 'metricsToken' | 'mode'>,
): void {
  if (metricsToken !== undefined) {
    if (isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) return
    throw new AppError('SESSION_MISSING')
  }
  const isFromHere = isLoopback(socket.remoteAddress ?? '') && forwardingHeaders.every((name) => !headers[name])
  if (mode === 'production' || !isFromHere) throw new AppError('UNKNOWN_CALL')
}

/** Of whatever length, in the same time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
