import { DEFAULT_COORDINATES } from '@nukkad/rules/distance.ts'
import { create } from 'zustand'
import { isRecord, mirror, onCustomerLeft, onOtherTab, readJsonKey, readKey, writeKey } from '#lib/storage.ts'

/** The current location, as stored under `userSetAddress` (J-02, S-15). */
export type Place = {
  lat: number
  lng: number
  address: string
  house: string | null
  tag: string | null
  /** True if the shop chose this location and the person has not picked one yet. */
  businessLocation: boolean
}

type PlaceState = {
  place: Place | null
  hasPicked: boolean
  /** True if no popular location is the primary one and no location is stored (M-17). */
  isCritical: boolean
}

const kept = mirror('userSetAddress')
const present = () => ({ place: readPlace(), hasPicked: readKey('userAlreadySelectedLocation') === 'true' })

export const usePlace = create<PlaceState>(() => ({ ...present(), isCritical: false }))

onOtherTab(() => {
  if (kept.hasChanged()) usePlace.setState(present())
})
// When the customer's session ends, the customer's location is removed too (H-15).
onCustomerLeft(() => {
  kept.hasChanged()
  usePlace.setState({ place: null })
})

/** Stores a location that the person chose (J-05). */
export function pickPlace(place: Omit<Place, 'businessLocation'>): void {
  writeKey('userAlreadySelectedLocation', 'true')
  keepPlace({ ...place, businessLocation: false })
  usePlace.setState({ hasPicked: true })
}

export function keepPlace(place: Place): void {
  // The specification fixes the keys of a stored location, so other fields are dropped (J-02).
  const { lat, lng, address, house, tag, businessLocation } = place
  kept.write(JSON.stringify({ lat, lng, address, house, tag, businessLocation }))
  usePlace.setState({ place, isCritical: false })
}

/** Returns where to search for stores: the current location, or the built-in coordinates (C-50, GAP-52). */
export function coordinatesOf(place: Place | null): { latitude: number; longitude: number } {
  if (!place) return { latitude: DEFAULT_COORDINATES.lat, longitude: DEFAULT_COORDINATES.lng }
  return { latitude: place.lat, longitude: place.lng }
}

function readPlace(): Place | null {
  const stored = readJsonKey('userSetAddress', isRecord)
  const [lat, lng] = [Number(stored?.lat), Number(stored?.lng)]
  if (!stored || !Number.isFinite(lat) || !Number.isFinite(lng) || stored.lat === null || stored.lng === null)
    return null
  return {
    lat,
    lng,
    address: typeof stored.address === 'string' ? stored.address : '',
    house: typeof stored.house === 'string' ? stored.house : null,
    tag: typeof stored.tag === 'string' ? stored.tag : null,
    businessLocation: stored.businessLocation === true || stored.businessLocation === 'true',
  }
}
