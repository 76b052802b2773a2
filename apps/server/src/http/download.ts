import type { FastifyRequest } from 'fastify'
import type { Services } from './calls.ts'
import { AppError } from './errors.ts'
import { logPerson } from './log-person.ts'
import { originOf } from './origin.ts'
import { needsSecondFactor, openSession, type Session } from './session.ts'
import { readCookieForTicket } from './staff-cookie.ts'

/**
 * Opens the session of a person who fetches a file at an address that a page of the dashboard links to: the browser
 * sends only its cookie.
 * @throws AppError SESSION_MISSING, ACCOUNT_BANNED, SECOND_FACTOR_NEEDED, FOREIGN_ORIGIN, and as `openSession`
 */
export async function openDownload(request: FastifyRequest, { db, config }: Services): Promise<Session> {
  const token = readCookieForTicket(request, originOf(request, config))
  if (!token) throw new AppError('SESSION_MISSING')
  const session = await openSession(db, token)
  logPerson(request, session)
  if (session.isBanned) throw new AppError('ACCOUNT_BANNED')
  if (needsSecondFactor(session, config)) throw new AppError('SECOND_FACTOR_NEEDED')
  return session
}
