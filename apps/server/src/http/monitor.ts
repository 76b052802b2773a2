import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { AppError } from './errors.ts'
import { isLoopback } from './overload.ts'

/** Headers in which proxies name the client. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Lets a monitor read the metrics with the token of the environment or, outside production, from this machine. The
 * metrics reveal business figures and times of overload. In production without a token, no one may read the metrics,
 * because a proxy on this machine that sends no headers about its client looks like a monitor.
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

/** Compares two strings of any length in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
