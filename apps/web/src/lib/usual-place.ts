import type { Session } from '#stores/session.ts'
import { readKey } from './storage.ts'

/**
 * Returns whether home reserves space for the customer's usual orders, so that the stores below do not move. The
 * browser remembers whether the customer has usual orders; in a browser that does not know it yet, space is reserved if
 * the customer has an address.
 */
export function hasUsualPlace({ default_address: address }: Session['data']): boolean {
  return (readKey('hasUsualOrders') ?? String(address !== null)) === 'true'
}
