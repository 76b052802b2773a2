import { createHmac } from 'node:crypto'

/**
 * Returns the record of a phone that had its bonus, kept also after its account is deleted: a hash keyed with the
 * site's secret (GAP-82).
 */
export function phoneHash(secret: string, phone: string): Buffer {
  return createHmac('sha256', secret).update(phone).digest()
}
