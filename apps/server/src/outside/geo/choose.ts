import type { Services } from '#http/calls.ts'
import { GeocoderError, type SearchingGeocoder } from './geocoder.ts'
import { createGoogle } from './google.ts'
import { createNominatim, gapFor } from './nominatim.ts'

let inUse: { figures: string; geocoder: SearchingGeocoder } | undefined

/**
 * Returns the geocoder of the settings, or undefined if they name none. The process has only one geocoder, because its
 * queue and cache must be shared; a changed setting creates a new one.
 * @throws GeocoderError for a provider without its key, or a provider without TLS in production
 */
export function chosenGeocoder({
  settings,
  config,
}: Pick<Services, 'settings' | 'config'>): SearchingGeocoder | undefined {
  const kind = settings.get('geocoder')
  if (kind !== 'nominatim' && kind !== 'google') return undefined
  const baseUrl = settings.get(kind === 'google' ? 'googleMapsUrl' : 'nominatimUrl')
  if (!URL.canParse(baseUrl) || (config.mode === 'production' && !baseUrl.startsWith('https:')))
    throw new GeocoderError(`the address of ${kind} is not usable`)
  const [key, userAgent, email] = [
    settings.get('googleApiKeyIP'),
    settings.get('nominatimUserAgent'),
    settings.get('nominatimEmail'),
  ]
  if (kind === 'google' && !key) throw new GeocoderError('google has no key')
  const figures = JSON.stringify([kind, baseUrl, key, userAgent, email])
  if (inUse?.figures !== figures) {
    const geocoder =
      kind === 'google'
        ? createGoogle({ baseUrl, key })
        : createNominatim({ baseUrl, userAgent, email, gapMs: gapFor(baseUrl) })
    inUse = { figures, geocoder }
  }
  return inUse.geocoder
}
