import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { clientOf } from '#http/client.ts'
import { logEvent } from '#log-events.ts'
import { clearAlarm, raiseAlarm } from '#platform/alarms/raise-alarm.ts'

/** Number of requests in one round of the check. */
export const REQUESTS_PER_CHECK = 1000
const NEARLY_ALL = 0.9
/** Paths that monitors request, always from one IP address. */
const asked = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Raises an alarm when nearly all requests come from one client: either the server does not know its proxy
 * (`TRUSTED_PROXY`), so that all customers share one limit, or someone floods the server. Remembers one candidate
 * instead of a list of clients (the majority vote of Boyer and Moore): each request of the candidate counts as a vote
 * for it, each other request as a vote against it. A candidate that ends with nine tenths of the votes has sent at
 * least nine tenths of the requests.
 */
export function watchClients(app: FastifyInstance, services: Services): void {
  if (services.config.mode !== 'production') return
  let candidate = ''
  let votes = 0
  let seen = 0
  app.addHook('onResponse', async (request) => {
    if (asked.has(request.routeOptions.url ?? '')) return
    const { key } = clientOf(request)
    if (votes === 0) candidate = key
    votes += key === candidate ? 1 : -1
    seen += 1
    if (seen < REQUESTS_PER_CHECK) return
    const look = { client: candidate, requests: seen, share: votes / seen }
    votes = 0
    seen = 0
    await report(services, look).catch((error: Error) => logEvent(services.log, 'alarm.not_recorded', { err: error }))
  })
}

async function report(
  services: Services,
  { client, requests, share }: Record<'requests' | 'share', number> & { client: string },
) {
  const code = 'requests_from_one_address'
  if (share < NEARLY_ALL) return clearAlarm(services, { code })
  await raiseAlarm(services, { code, facts: { client, requests, percent: Math.round(share * 100) } })
}
