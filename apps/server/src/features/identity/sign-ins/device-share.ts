import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#http/calls.ts'
import { CLIENTS_PER_NETWORK, clientOf } from '#http/client.ts'
import { deviceIdOf } from '#http/device.ts'
import { originOf } from '#http/origin.ts'
import { findUserOfDevice } from './guess-queries.ts'

/** Requests in a minute that a known device has of its own when its address has none left. */
const DEVICE_REQUESTS_PER_MINUTE = 240

/**
 * Lets a browser that an account knows go on when others have used up the limit of its address or network, so that no
 * one behind the same address can block its sign-in. Its share is bounded for each device, for each account and for all
 * of a network. The cookie carries our mark, so made-up ones cost no query.
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
    // Counted before the query, so that one cookie cannot cause many.
    if (!id || !(await mayDevice(request))) return false
    const userId = await findUserOfDevice(db, id)
    if (userId === undefined) return false
    owners.set(request, userId)
    return (await mayAccount(request)) && (await mayNetwork(request))
  }
}
