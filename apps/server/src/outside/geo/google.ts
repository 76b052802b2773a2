import {
  askProvider,
  GeocoderError,
  isRecord,
  MAX_PLACES,
  type PlaceName,
  placeOf,
  type SearchingGeocoder,
  textOf,
} from './geocoder.ts'

type Google = { baseUrl: string; key: string; timeoutMs?: number }

/**
 * For each part of an address, the components of a Google address that may contain this part; the first one in the
 * address is used.
 */
const componentsOf = {
  house: ['street_number', 'premise', 'subpremise'],
  road: ['route'],
  locality: ['sublocality_level_1', 'sublocality', 'neighborhood'],
  city: ['locality', 'postal_town', 'administrative_area_level_3'],
  state: ['administrative_area_level_1'],
  postcode: ['postal_code'],
  country: ['country'],
} as const

/** Queries Google's Geocoding API; the `status` in the answer decides, because the HTTP status is always 200. */
export function createGoogle({ baseUrl, key, timeoutMs }: Google): SearchingGeocoder {
  /** Returns the results; an empty list if Google has found nothing. */
  const ask = async (query: Record<string, string>): Promise<unknown[]> => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/maps/api/geocode/json`)
    url.search = new URLSearchParams({ ...query, key }).toString()
    const { status, results } = await askProvider('Google', url, { timeoutMs })
    if (status === 'ZERO_RESULTS') return []
    if (status !== 'OK') throw new GeocoderError(`Google answered ${textOf(status)?.slice(0, 40) ?? 'no status'}`)
    return Array.isArray(results) ? results : []
  }
  return {
    reverse: async ({ lat, lng }) => {
      const [best] = await ask({ latlng: `${lat},${lng}` })
      if (!isRecord(best)) throw new GeocoderError('Google knows no name here')
      return nameIn(best)
    },
    search: async (text) => (await ask({ address: text })).filter(isRecord).slice(0, MAX_PLACES).flatMap(foundIn),
  }
}

function foundIn({ formatted_address: address, geometry }: Record<string, unknown>) {
  const at = isRecord(geometry) && isRecord(geometry.location) ? geometry.location : {}
  return placeOf({ address, latitude: at.lat, longitude: at.lng })
}

function nameIn({ formatted_address, address_components }: Record<string, unknown>): PlaceName {
  const whole = textOf(formatted_address)
  if (!whole) throw new GeocoderError('Google knows no name here')
  const components = Array.isArray(address_components) ? address_components.filter(isRecord) : []
  const texts = Object.entries(componentsOf).flatMap(([part, types]) => {
    const text = types.map((type) => textOf(components.find((one) => hasType(one, type))?.long_name)).find(Boolean)
    return text ? [[part, text]] : []
  })
  return { whole, ...Object.fromEntries(texts) }
}

function hasType({ types }: Record<string, unknown>, type: string): boolean {
  return Array.isArray(types) && types.includes(type)
}
