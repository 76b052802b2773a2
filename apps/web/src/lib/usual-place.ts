import type { Session } from '#stores/session.ts'
import { readKey } from './storage.ts'

/**
 * Returns whether home reserves space for the customer's usual orders, so that the stores below do not move. The
 * browser remembers whether there are some. Before it knows, a customer with an address has probably ordered.
 */
export function hasUsualPlace({ default_address: address }: Session['data']): boolean {
  return (readKey('hasUsualOrders') ?? String(address !== null)) === 'true'
}
