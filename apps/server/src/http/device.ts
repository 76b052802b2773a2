import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cookieName, cookiesOf, keptCookie } from './cookies.ts'

const COOKIE = 'nukkad-device'
/**
 * Bytes in each half of the token of a device cookie: one half is random, the other is our signature of it, so that
 * forged cookies cause no query.
 */
const DRAWN_BYTES = 16
const MARK_BYTES = 16
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
const YEAR_SECONDS = 365 * 24 * 3600

/**
 * The browser of a request, recognised by a cookie that signs no one in. The device cookie only shows that an account
 * has used this browser before, so that guesses by strangers do not slow down the account's owner.
 */
export type Device = {
  /** Hash of the cookie; undefined if the client sent no cookie of ours; native apps send none. */
  id: string | undefined
  /** Returns the hash of the device cookie; a client without this cookie gets one with this answer. */
  keep: () => string
}

/** Reads the device cookie; when `keep` is called and the client has no cookie, `setHeader` sends a new cookie. */
export function deviceOf(
  request: FastifyRequest,
  { origin, secret, setHeader }: Cookie & { setHeader: (name: string, value: string) => void },
): Device {
  const device: Device = {
    id: deviceIdOf(request, { origin, secret }),
    keep: () => {
      if (device.id) return device.id
      const drawn = randomBytes(DRAWN_BYTES)
      const token = Buffer.concat([drawn, markOf(drawn, secret)]).toString('base64url')
      setHeader('set-cookie', keptCookie(COOKIE, token, { origin, seconds: YEAR_SECONDS }))
      device.id = hashed(token)
      return device.id
    },
  }
  return device
}

type Cookie = { origin: string; secret: string }

/** Returns the hash of a device cookie that we issued; undefined if the request has no such cookie. */
export function deviceIdOf(request: FastifyRequest, { origin, secret }: Cookie): string | undefined {
  const token = cookiesOf(request.headers.cookie).get(cookieName(COOKIE, origin))
  if (!token || !TOKEN_FORM.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const mark = markOf(bytes.subarray(0, DRAWN_BYTES), secret)
  return timingSafeEqual(bytes.subarray(DRAWN_BYTES), mark) ? hashed(token) : undefined
}

function markOf(drawn: Buffer, secret: string): Buffer {
  return createHmac('sha256', `device cookie ${secret}`).update(drawn).digest().subarray(0, MARK_BYTES)
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
