import { createHmac } from 'node:crypto'

/**
 * Returns a hash of a phone, keyed with the site's secret. With this hash, the server remembers that the phone earned
 * its bonus, even if its account is deleted (GAP-82).
 */
export function phoneHash(secret: string, phone: string): Buffer {
  return createHmac('sha256', secret).update(phone).digest()
}
