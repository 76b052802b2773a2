import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const ADDRESS = /^([\w-]{43})\.ics$/

/** Creates the secret part of a feed's URL: 256 random bits, of which only the hash is stored. */
export function drawToken(): { path: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { path: `/calendar/${token}.ics`, tokenHash: hashOf(token) }
}

/**
 * Returns the hash of the token in the last part of a feed's URL; undefined if that part does not have the form of a
 * token.
 */
export function hashInAddress(last: string): Buffer | undefined {
  const token = ADDRESS.exec(last)?.[1]
  return token === undefined ? undefined : hashOf(token)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
