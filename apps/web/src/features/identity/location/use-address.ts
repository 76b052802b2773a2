import { call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import { keepPlace, pickPlace } from '#stores/place.ts'
import { type Address, keepAddresses, renewSession, useSession } from '#stores/session.ts'

/** Makes a customer's address the current location, and the default address of the session. */
export function wearAddress(address: Address): void {
  const { latitude, longitude, house, landmark, tag, delivery_instructions, delivery_note } = address
  pickPlace({ lat: Number(latitude), lng: Number(longitude), address: address.address, house, tag })
  const { user } = useSession.getState()
  if (!user) return
  const wishes = { delivery_instructions, delivery_note }
  const default_address = { address: address.address, house, landmark, latitude, longitude, tag, ...wishes }
  renewSession({ ...user, data: { ...user.data, default_address, default_address_id: address.id } })
}

/**
 * Makes the default address of the list the current location. If the list has no default address, removes the
 * customer's default address.
 */
export function wearDefault(addresses: Address[]): void {
  keepAddresses(addresses)
  const standard = addresses.find(({ is_default }) => is_default === 1)
  const { user } = useSession.getState()
  if (standard) wearAddress(standard)
  else if (user) renewSession({ ...user, data: { ...user.data, default_address: null, default_address_id: 0 } })
}

type NewAddress = { latitude: number; longitude: number; address: string; house: string; tag: string }

/** The id of an address to change, with its fields that the form does not show. */
export type Changed = Pick<Address, 'id' | 'landmark'>

/** Saves an address on the server for a customer, or in this browser for a guest (J-01, J-02). */
export async function saveAddress(fresh: NewAddress, changed?: Changed): Promise<void> {
  const { latitude, longitude, address, house, tag } = fresh
  const place = { lat: latitude, lng: longitude, address, house: house || null, tag: tag || null }
  if (!useSession.getState().user) {
    pickPlace(place)
    return
  }
  const written = { latitude, longitude, address, house: house || null, tag: tag || null }
  const answer = await call(
    'save-address',
    changed ? { ...written, landmark: changed.landmark, address_id: changed.id } : written,
  )
  if (!Array.isArray(answer)) return keepPlace({ ...place, businessLocation: false })
  wearDefault(answer)
  // Lists of addresses that were fetched earlier lack the new address, so they are fetched again. The server's answer
  // replaces only the list of addresses that was fetched without a store, because the cart's list has more fields.
  void queryClient.invalidateQueries({ queryKey: ['get-addresses'] })
  queryClient.setQueryData(ask('get-addresses', {}).queryKey, answer)
}
