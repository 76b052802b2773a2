import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cookiesOf, isHttps } from './cookies.ts'

const nameOver = { https: '__Host-nukkad-device', http: 'nukkad-device' } as const
const TOKEN_BYTES = 32
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
const YEAR_SECONDS = 365 * 24 * 3600

/**
 * The browser that a request comes from. It signs nobody in: it only tells a browser that an account has used before
 * from strangers, so that guesses by strangers delay nobody else.
 */
export type Device = {
  /** Hash of the cookie; undefined where the client sent none, as apps do. */
  id: string | undefined
  /** The same; a client without a device cookie is given one with this answer. */
  keep: () => string
}

/** Reads the device cookie. `setHeader` sends a new one when `keep` is called and there is none. */
export function deviceOf(
  request: FastifyRequest,
  { origin, setHeader }: { origin: string; setHeader: (name: string, value: string) => void },
): Device {
  const name = isHttps(origin) ? nameOver.https : nameOver.http
  const sent = cookiesOf(request.headers.cookie).get(name)
  const device: Device = {
    id: sent && TOKEN_FORM.test(sent) ? hashed(sent) : undefined,
    keep: () => {
      if (device.id) return device.id
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const secure = isHttps(origin) ? '; Secure' : ''
      setHeader('set-cookie', `${name}=${token}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
      device.id = hashed(token)
      return device.id
    },
  }
  return device
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
