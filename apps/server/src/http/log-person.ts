import type { FastifyRequest } from 'fastify'
import type { Session } from './session.ts'

/**
 * Adds the person to every further log line of a request, even if the request is refused later: account, app and role,
 * and the API key or the member of staff who uses the session. The calling function must add the person as soon as the
 * session is open.
 */
export function logPerson(
  request: FastifyRequest,
  { userId, audience, isAdmin, apiKeyId, actingStaffId }: Session,
): void {
  request.log = request.log.child({
    userId,
    audience,
    role: isAdmin ? 'admin' : audience,
    ...(apiKeyId !== null && { apiKeyId }),
    ...(actingStaffId !== null && { actingStaffId }),
  })
}
