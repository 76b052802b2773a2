import type { Point } from '@nukkad/rules/distance.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { chosenGeocoder } from '#outside/geo/choose.ts'
import { GeocoderError, lineOf } from '#outside/geo/geocoder.ts'
import { createLocalGeocoder } from '#outside/geo/local.ts'
import { listPopularLocations } from '#platform/settings/queries.ts'

type GeoServices = Pick<Services, 'db' | 'settings' | 'config' | 'log'>

/**
 * Returns the address line of a point on the map (P-68, GAP-30).
 * @throws AppError ADDRESS_UNREADABLE when the geocoder has no name for the point or the geocoder fails
 */
export async function readAddress(services: GeoServices, point: Point): Promise<string> {
  const { db, settings, log } = services
  try {
    const geocoder = chosenGeocoder(services) ?? createLocalGeocoder(() => listPopularLocations(db))
    const line = lineOf(await geocoder.reverse(point), { keepsStreet: settings.isOn('googleFullAddress') })
    if (line === '') throw new GeocoderError('an empty name')
    return line
  } catch (cause) {
    if (!(cause instanceof GeocoderError)) throw cause
    logEvent(log, 'geocoder.failed', { cause: cause.message })
    throw new AppError('ADDRESS_UNREADABLE', { cause })
  }
}
