import { call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import { keepPlace, pickPlace } from '#stores/place.ts'
import { type Address, keepAddresses, renewSession, useSession } from '#stores/session.ts'

/** Makes an address of the customer the one in use, here and in the session. */
export function wearAddress(address: Address): void {
  const { latitude, longitude, house, tag } = address
  pickPlace({ lat: Number(latitude), lng: Number(longitude), address: address.address, house, tag })
  const { user } = useSession.getState()
  if (!user) return
  const default_address = { address: address.address, house, latitude, longitude, tag }
  renewSession({ ...user, data: { ...user.data, default_address, default_address_id: address.id } })
}

/** The default one of an answered list becomes the place in use; with none left, none is. */
export function wearDefault(addresses: Address[]): void {
  keepAddresses(addresses)
  const standard = addresses.find(({ is_default }) => is_default === 1)
  const { user } = useSession.getState()
  if (standard) wearAddress(standard)
  else if (user) renewSession({ ...user, data: { ...user.data, default_address: null, default_address_id: 0 } })
}

type NewAddress = { latitude: number; longitude: number; address: string; house: string; tag: string }

/** An address that is changed rather than added, with what the form does not show of it. */
export type Changed = Pick<Address, 'id' | 'landmark'>

/** Saved on the server for a customer, and in this browser for a guest (J-01, J-02). */
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
  // Lists that were asked for before do not know it; the answer is the plain one, the cart's says more about each.
  void queryClient.invalidateQueries({ queryKey: ['get-addresses'] })
  queryClient.setQueryData(ask('get-addresses', {}).queryKey, answer)
}
