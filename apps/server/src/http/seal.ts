import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

type Key = { secret: string }

/**
 * Encrypts a text with a key that the database does not have and that differs for each purpose, so that a stolen table
 * reveals no secrets.
 */
export function seal(text: string, key: Key, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

export function unseal(stored: string, key: Key, purpose: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function keyOf({ secret }: Key, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
