import { DEFAULT_COORDINATES } from '@nukkad/rules/distance.ts'
import { create } from 'zustand'
import { isRecord, readJsonKey, readKey, removeKey, writeKey } from '#lib/storage.ts'

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

export const usePlace = create<PlaceState>(() => ({
  place: readPlace(),
  hasPicked: readKey('userAlreadySelectedLocation') === 'true',
  isCritical: false,
}))

/** Takes a place that the person chose (J-05). */
export function pickPlace(place: Omit<Place, 'businessLocation'>): void {
  writeKey('userAlreadySelectedLocation', 'true')
  keepPlace({ ...place, businessLocation: false })
  usePlace.setState({ hasPicked: true })
}

export function keepPlace(place: Place): void {
  // Exactly these keys (J-02).
  const { lat, lng, address, house, tag, businessLocation } = place
  writeKey('userSetAddress', JSON.stringify({ lat, lng, address, house, tag, businessLocation }))
  usePlace.setState({ place, isCritical: false })
}

/** Forgets the place with the session it belonged to (H-15). */
export function forgetPlace(): void {
  removeKey('userSetAddress')
  removeKey('geoLocation')
  usePlace.setState({ place: null })
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
