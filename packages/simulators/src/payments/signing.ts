import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

// The functions of this file were written independently of the server's adapters, so that a mistake in either shows as
// a different signature.

/** Returns the HMAC-SHA256 of a message in lower-case hexadecimal. */
export function hmacSha256(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** Returns the value of an `Authorization` header for a name and a password (RFC 7617). */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

const PAYTM_IV = '@@@@&&&&####$$$$'
const PAYTM_SALT_LENGTH = 4

/** Returns Paytm's checksum of a text (docs/reference/providers.md#paytm-checksum). */
export function paytmChecksum(text: string, key: string): string {
  const salt = randomBytes(3).toString('base64')
  const cipher = createCipheriv('aes-128-cbc', key, PAYTM_IV)
  return cipher.update(saltedHash(text, salt), 'latin1', 'base64') + cipher.final('base64')
}

/** Returns whether a Paytm checksum was made from a text with a key. */
export function isPaytmChecksum(text: string, key: string, checksum: string): boolean {
  const decipher = createDecipheriv('aes-128-cbc', key, PAYTM_IV)
  try {
    const plain = decipher.update(checksum, 'base64', 'latin1') + decipher.final('latin1')
    return plain === saltedHash(text, plain.slice(-PAYTM_SALT_LENGTH))
  } catch {
    return false
  }
}

/** Returns the text that Paytm signs for a form: the values sorted by name. */
export function paytmFormText(fields: Record<string, string>): string {
  return Object.entries(fields)
    .filter(([name]) => name !== 'CHECKSUMHASH')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => value)
    .join('|')
}

function saltedHash(text: string, salt: string): string {
  return createHash('sha256').update(`${text}|${salt}`).digest('hex') + salt
}
