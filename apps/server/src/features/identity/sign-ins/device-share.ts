import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#http/calls.ts'
import { CLIENTS_PER_NETWORK, clientOf } from '#http/client.ts'
import { deviceIdOf } from '#http/device.ts'
import { originOf } from '#http/origin.ts'
import { findUserOfDevice } from './guess-queries.ts'

/** Number of requests per minute that a known device may still make when the limit of its IP address is used up. */
const DEVICE_REQUESTS_PER_MINUTE = 240

/**
 * Creates the check that lets a browser known to an account continue when others have used up the limit of its IP
 * address or network. With this check, no one who shares the IP address can block that browser's sign-in. The browser's
 * requests are limited per device, per account and per network. The cookie is signed, so forged cookies cause no query.
 */
export function createDeviceShare(
  app: FastifyInstance,
  { db, config, settings }: Pick<Services, 'db' | 'config' | 'settings'>,
): (request: FastifyRequest) => Promise<boolean> {
  const share = (max: () => number, keyOf: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, keyGenerator: keyOf })
    return async (request: FastifyRequest): Promise<boolean> => {
      const counted = await count(request)
      return counted.isAllowed || !counted.isExceeded
    }
  }
  const owners = new WeakMap<FastifyRequest, number>()
  const idOf = (request: FastifyRequest) =>
    deviceIdOf(request, { origin: originOf(request, config), secret: config.secret })
  const mayDevice = share(
    () => DEVICE_REQUESTS_PER_MINUTE,
    (request) => idOf(request) ?? '',
  )
  const mayAccount = share(
    () => DEVICE_REQUESTS_PER_MINUTE,
    (request) => String(owners.get(request)),
  )
  const mayNetwork = share(
    () => settings.number('limitCallsPerMinute') * CLIENTS_PER_NETWORK,
    (request) => clientOf(request).wide,
  )
  return async (request) => {
    const id = idOf(request)
    // The request is counted before the query, so that one cookie cannot cause many queries.
    if (!id || !(await mayDevice(request))) return false
    const userId = await findUserOfDevice(db, id)
    if (userId === undefined) return false
    owners.set(request, userId)
    return (await mayAccount(request)) && (await mayNetwork(request))
  }
}
