import { go, ownPath } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { readKey, removeKey } from '#lib/storage.ts'
import { keepPlace, usePlace } from '#stores/place.ts'
import { keepSession, type Session } from '#stores/session.ts'

/**
 * The address that goes along with a sign-in, unless it is only the shop's choosing
 * (docs/reference/wire.md#sign-in-codes-and-passwords).
 */
export function carriedAddress() {
  const { place } = usePlace.getState()
  if (!place || place.businessLocation) return null
  const { lat, lng, address, house, tag } = place
  return { lat, lng, address, house, tag }
}

/** The stored referral code, sent at sign-up when there is one (I-08, INT-10). */
export function storedReferral(): { refid?: string } {
  const refid = readKey('refid')
  return refid ? { refid } : {}
}

/** Starts the session, takes over its address and goes where the person wanted to go (GAP-64). */
export function enter(session: Session): void {
  keepSession(session)
  // The code of a friend counts for one sign-up, never for the next person at this browser (S-18).
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
  queryClient.clear()
  const next = ownPath(new URLSearchParams(location.search).get('next'))
  go(next ?? '/', { replace: true })
}

/** The other way in, with the place to go afterwards kept. */
export function withNext(path: string): string {
  return path + location.search
}
