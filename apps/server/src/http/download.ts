import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadAs, Storage } from '#outside/storage/storage.ts'
import type { Services } from './calls.ts'
import { AppError } from './errors.ts'
import { logPerson } from './log-person.ts'
import { originOf } from './origin.ts'
import { needsSecondFactor, openSession, type Session } from './session.ts'
import { readCookieForTicket } from './staff-cookie.ts'

/**
 * Opens the session of a person who downloads a file by a link on a dashboard page, where the browser sends only its
 * cookie.
 * @throws AppError SESSION_MISSING, ACCOUNT_BANNED, SECOND_FACTOR_NEEDED, FOREIGN_ORIGIN, and the errors of
 *   `openSession`
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

/**
 * Sends a stored file; the calling function must have checked the person and recorded the download. If browsers can
 * reach the object store, they are redirected to a URL of the object store that is valid for five minutes.
 * @throws AppError NOT_FOUND; StorageError
 */
export async function sendFile(
  reply: FastifyReply,
  storage: Storage,
  name: string,
  as: DownloadAs,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const address = await storage.link(name, as)
  if (address) return reply.redirect(address, 302)
  const file = await storage.open(name)
  if (!file) throw new AppError('NOT_FOUND')
  return reply.headers({ ...headersOfFile(as), 'content-length': file.bytes }).send(file.stream)
}

export function headersOfFile({ fileName, mediaType }: DownloadAs): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}
