import { go } from '#lib/navigation.ts'
import { ownPath } from '#lib/paths.ts'
import { queryClient } from '#lib/query.ts'
import { readKey, removeKey } from '#lib/storage.ts'
import { keepPlace, usePlace } from '#stores/place.ts'
import { keepSession, type Session } from '#stores/session.ts'

/**
 * Returns the chosen location as the address to send with a sign-in; null if the shop chose the location
 * (docs/reference/wire.md#sign-in-codes-and-passwords).
 */
export function carriedAddress() {
  const { place } = usePlace.getState()
  if (!place || place.businessLocation) return null
  const { lat, lng, address, house, tag } = place
  return { lat, lng, address, house, tag }
}

/** Returns the stored referral code, which is sent at sign-up (I-08, INT-10). */
export function storedReferral(): { refid?: string } {
  const refid = readKey('refid')
  return refid ? { refid } : {}
}

/**
 * Starts the session, makes its default address the chosen location, and opens the screen that the person wanted
 * (GAP-64).
 */
export function enter(session: Session): void {
  startSession(session)
  queryClient.clear()
  const next = ownPath(new URLSearchParams(location.search).get('next'))
  go(next ?? '/', { replace: true })
}

/** Starts the session and makes its default address the chosen location. */
export function startSession(session: Session): void {
  keepSession(session)
  // A referral code counts for one sign-up, and must not apply to the next person in this browser (S-18).
  removeKey('refid')
  const home = session.data.default_address
  if (home) {
    keepPlace({
      lat: Number(home.latitude),
      lng: Number(home.longitude),
      address: home.address,
      house: home.house,
      tag: home.tag,
      businessLocation: false,
    })
  }
}

/** Returns the path of another sign-in screen that leads to the same destination. */
export function withNext(path: string): string {
  return path + location.search
}
