import type { Output } from '@nukkad/contract/contract.ts'
import { queryClient } from '#lib/query.ts'
import { keepInMemory } from '#lib/storage.ts'
import { fillCart } from '#stores/cart.ts'
import { keepPlace } from '#stores/place.ts'
import { forgetSession, keepAddresses, keepSession, useSession } from '#stores/session.ts'
import { endInvitation } from './invitation.ts'

export type ActingAnswer = Extract<Output<'register-guest-user'>, { acting: unknown }>

/** Returns where an order for a caller starts: at the store owner's own store, or at home. */
export function startOf({ store_slug: slug }: Pick<ActingAnswer, 'store_slug'>): string {
  return slug === null ? '/' : `/stores/${slug}`
}

/**
 * Starts the customer's session in memory only. After the page is loaded again, the browser's previous session applies
 * (docs/reference/security.md#acting-for-a-customer).
 */
export function startActing({ acting, addresses, success, data, running_order, delivery_details }: ActingAnswer): void {
  endInvitation()
  keepInMemory()
  forgetSession(true)
  fillCart([])
  keepSession({ success, data, running_order, delivery_details })
  keepAddresses(addresses)
  useSession.setState({ acting })
  const home = data.default_address
  if (home) {
    const { latitude, longitude, address, house, tag } = home
    keepPlace({ lat: Number(latitude), lng: Number(longitude), address, house, tag, businessLocation: false })
  }
  queryClient.clear()
}
