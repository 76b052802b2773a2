import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { isSame } from '../http.ts'

/**
 * The initialisation vector of the encryption, which Paytm fixes. A random salt makes two checksums of the same text
 * differ.
 */
const IV = '@@@@&&&&####$$$$'
const HASH_LENGTH = 64
const SALT_LENGTH = 4
const KEY_LENGTH = 16

export function isMerchantKey(key: string): boolean {
  return Buffer.byteLength(key) === KEY_LENGTH
}

/**
 * Returns Paytm's checksum of a text: its salted hash, encrypted with the merchant key
 * (docs/reference/providers.md#paytm-checksum).
 */
export function checksumOf(text: string, key: string, salt = randomBytes(3).toString('base64')): string {
  const cipher = createCipheriv('aes-128-cbc', key, IV)
  return Buffer.concat([cipher.update(hashOf(text, salt) + salt), cipher.final()]).toString('base64')
}

/** Returns whether the checksum was made from this text with this key; false for any string that is not a checksum. */
export function isChecksumOf(text: string, key: string, checksum: string): boolean {
  const hidden = decrypted(checksum, key)
  if (hidden?.length !== HASH_LENGTH + SALT_LENGTH) return false
  return isSame(hashOf(text, hidden.slice(HASH_LENGTH)), hidden.slice(0, HASH_LENGTH))
}

/** Returns the text that is signed for a form: its values sorted by name, without the checksum. */
export function formText(fields: Record<string, string>): string {
  const names = Object.keys(fields).filter((name) => name !== 'CHECKSUMHASH')
  return names
    .toSorted()
    .map((name) => fields[name])
    .join('|')
}

/**
 * Returns the exact text of one member of a JSON object, because the signature covers it. Returns undefined unless the
 * member occurs exactly once: if the member occurred twice, one could be signed while the server reads the other.
 */
export function memberText(json: string, member: string): string | undefined {
  const found: string[] = []
  let depth = 0
  let name = ''
  let isOurs = false
  let from = 0
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:"]/g)) {
    if (token === '"') return undefined
    if (depth === 1 && isOurs && (token === ',' || token === '}')) found.push(json.slice(from, index).trim())
    if (depth === 1 && (token === ',' || token === '}')) isOurs = false
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth !== 1) continue
    else if (token === ':') [isOurs, from] = [name === member, index + 1]
    else if (token !== ',' && !isOurs) name = nameIn(token)
  }
  return found.length === 1 ? found[0] : undefined
}

/** Decodes the name of a member of a JSON object, which may contain escapes. */
function nameIn(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return ''
  }
}

function hashOf(text: string, salt: string): string {
  return createHash('sha256').update(`${text}|${salt}`).digest('hex')
}

function decrypted(checksum: string, key: string): string | undefined {
  const bytes = Buffer.from(checksum, 'base64')
  // Decodes base64 strictly; Node alone would ignore characters that are not base64.
  if (bytes.toString('base64') !== checksum) return undefined
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, IV)
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('latin1')
  } catch {
    return undefined
  }
}
