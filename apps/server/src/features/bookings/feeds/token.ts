import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const ADDRESS = /^([\w-]{43})\.ics$/

/** Draws the secret part of an address: 256 bits. Only its hash is stored. */
export function drawToken(): { path: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { path: `/calendar/${token}.ics`, tokenHash: hashOf(token) }
}

/** Returns the hash of the token in the last part of an address; undefined where it has not the form of one. */
export function hashInAddress(last: string): Buffer | undefined {
  const token = ADDRESS.exec(last)?.[1]
  return token === undefined ? undefined : hashOf(token)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
