import type { Output } from '@nukkad/contract/contract.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { logEvent } from '#log-events.ts'
import { chosenGeocoder } from '#outside/geo/choose.ts'
import { GeocoderError } from '#outside/geo/geocoder.ts'

const WINDOW_SECONDS = 60
/** Minimum length of a search text; a shorter one would match too many addresses. */
const SHORTEST = 3

/**
 * Finds locations for a typed address with the geocoder of the settings. The drawn map cannot be searched, so without a
 * geocoding provider the answer states that search is unavailable.
 * @throws AppError ADDRESS_UNREADABLE when the provider fails, TOO_MANY_REQUESTS
 */
export async function findAddress({
  input: { query },
  request,
  services,
}: CallContext<'dashboard/stores/find-address'>): Promise<Output<'dashboard/stores/find-address'>> {
  const { db, settings, log } = services
  try {
    const geocoder = chosenGeocoder(services)
    if (!geocoder || query.length < SHORTEST) return { success: true, can_search: geocoder !== undefined, places: [] }
    await takeFromClientLimit(db, {
      name: 'find-address',
      client: request.client,
      most: settings.number('limitAddressReadingsPerAddress'),
      windowSeconds: WINDOW_SECONDS,
    })
    return { success: true, can_search: true, places: await geocoder.search(query) }
  } catch (cause) {
    if (!(cause instanceof GeocoderError)) throw cause
    logEvent(log, 'geocoder.failed', { cause: cause.message })
    throw new AppError('ADDRESS_UNREADABLE', { cause })
  }
}
