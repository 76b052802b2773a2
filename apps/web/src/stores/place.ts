import { DEFAULT_COORDINATES } from '@nukkad/rules/distance.ts'
import { create } from 'zustand'
import { isRecord, mirror, onCustomerLeft, onOtherTab, readJsonKey, readKey, writeKey } from '#lib/storage.ts'

/** The place in use, as local storage keeps it under `userSetAddress` (J-02, S-15). */
export type Place = {
  lat: number
  lng: number
  address: string
  house: string | null
  tag: string | null
  /** True for a place of the shop's choosing, until the person picks one. */
  businessLocation: boolean
}

type PlaceState = {
  place: Place | null
  hasPicked: boolean
  /** None of the popular locations is the primary one and nothing is saved (M-17). */
  isCritical: boolean
}

const kept = mirror('userSetAddress')
const present = () => ({ place: readPlace(), hasPicked: readKey('userAlreadySelectedLocation') === 'true' })

export const usePlace = create<PlaceState>(() => ({ ...present(), isCritical: false }))

onOtherTab(() => {
  if (kept.hasChanged()) usePlace.setState(present())
})
// The place leaves with the session that it belonged to (H-15).
onCustomerLeft(() => {
  kept.hasChanged()
  usePlace.setState({ place: null })
})

/** Takes a place that the person chose (J-05). */
export function pickPlace(place: Omit<Place, 'businessLocation'>): void {
  writeKey('userAlreadySelectedLocation', 'true')
  keepPlace({ ...place, businessLocation: false })
  usePlace.setState({ hasPicked: true })
}

export function keepPlace(place: Place): void {
  // Exactly these keys (J-02).
  const { lat, lng, address, house, tag, businessLocation } = place
  kept.write(JSON.stringify({ lat, lng, address, house, tag, businessLocation }))
  usePlace.setState({ place, isCritical: false })
}

/** Where to look for stores: the saved place, else the built-in coordinates (C-50, GAP-52). */
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
