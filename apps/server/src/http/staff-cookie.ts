import type { FastifyRequest } from 'fastify'
import { cookieName, cookiesOf, isHttps } from './cookies.ts'
import { AppError } from './errors.ts'

const COOKIE = 'nukkad-staff'

/**
 * Returns the cookie of a staff session, the only cookie of the product that signs anyone in
 * (docs/reference/security.md#sessions).
 */
export function staffCookie(token: string, origin: string): string {
  return written(token, origin)
}

/** Returns an expired cookie, which makes the browser delete the session cookie. */
export function endedStaffCookie(origin: string): string {
  return `${written('', origin)}; Max-Age=0`
}

function written(value: string, origin: string): string {
  const secure = isHttps(origin) ? '; Secure' : ''
  return `${cookieName(COOKIE, origin)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

/**
 * Reads the staff session from the cookie. A browser sends cookies automatically, so the request must come from a page
 * of ours and carry JSON, or a form whose browser names its origin: another site can make a browser send neither of
 * these (ASVS V3.5).
 * @throws AppError FOREIGN_ORIGIN, UNSUPPORTED_MEDIA_TYPE
 */
export function readStaffCookie(request: FastifyRequest, origin: string): string | undefined {
  const token = cookiesOf(request.headers.cookie).get(cookieName(COOKIE, origin))
  if (!token) return undefined
  if (!isFromOwnPage(request, origin)) throw new AppError('FOREIGN_ORIGIN')
  if (!isJson(request) && !request.headers.origin) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return token
}

/**
 * Reads the staff session for a URL that a browser opens directly. A URL that a browser opens directly contains a
 * ticket, which no page of another site knows, and a browser that comes from another site is refused.
 * @throws AppError FOREIGN_ORIGIN
 */
export function readCookieForTicket(request: FastifyRequest, origin: string): string | undefined {
  const token = cookiesOf(request.headers.cookie).get(cookieName(COOKIE, origin))
  if (token && !isFromOwnPage(request, origin)) throw new AppError('FOREIGN_ORIGIN')
  return token
}

/**
 * Returns whether a request comes from a page of this site, or from no page at all. When a browser posts, it names the
 * page in `Sec-Fetch-Site` or `Origin`, which no page can change.
 */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === new URL(origin).origin
}

function isJson({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('application/json') ?? false
}
