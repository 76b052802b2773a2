import { createHmac } from 'node:crypto'

/** What stays of a phone that had its bonus, also after its account is deleted: a hash keyed with the site's secret (GAP-82). */
export function phoneHash(secret: string, phone: string): Buffer {
  return createHmac('sha256', secret).update(phone).digest()
}
