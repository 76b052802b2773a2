import {
  askForList,
  askProvider,
  GeocoderError,
  isRecord,
  MAX_PLACES,
  type PlaceName,
  placeOf,
  type SearchingGeocoder,
  textOf,
} from './geocoder.ts'

type Nominatim = {
  baseUrl: string
  userAgent: string
  email?: string | undefined
  /**
   * The minimum time between two requests of the whole application, in milliseconds; the public server requires a
   * second.
   */
  gapMs: number
  timeoutMs?: number
}

/**
 * Number of decimals of the degrees in a query, which is precise to about eleven metres; a more precise query would get
 * the same answer.
 */
const DECIMALS = 4
const MAX_KEPT = 5000
const KEPT_MS = 30 * 24 * 3600 * 1000
/**
 * Maximum wait in the queue in milliseconds; a later answer is useless, because the person has moved the pin on the map
 * meanwhile.
 */
const LONGEST_TURN_MS = 3000

/** Queries a Nominatim server: one request at a time as its policy requires, with answers cached for 30 days. */
export function createNominatim({ baseUrl, userAgent, email, gapMs, timeoutMs }: Nominatim): SearchingGeocoder {
  const kept = new Map<string, { name: PlaceName; until: number }>()
  let nextTurnAt = 0
  let lastSentAt = Number.NEGATIVE_INFINITY
  let turns = Promise.resolve()
  const asking = { headers: { 'user-agent': userAgent }, timeoutMs }

  const takeTurn = async (): Promise<void> => {
    const now = performance.now()
    if (nextTurnAt - now > LONGEST_TURN_MS) throw new GeocoderError('too many wait for Nominatim')
    nextTurnAt = Math.max(now, nextTurnAt) + gapMs
    turns = turns.then(async () => {
      const waitMs = lastSentAt + gapMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      lastSentAt = performance.now()
    })
    await turns
  }

  return {
    reverse: async (point) => {
      const [lat, lon] = [point.lat.toFixed(DECIMALS), point.lng.toFixed(DECIMALS)]
      const key = `${lat},${lon}`
      const known = kept.get(key)
      if (known && known.until > Date.now()) return known.name
      await takeTurn()
      const url = urlFor(baseUrl, 'reverse', { lat, lon, zoom: '18', addressdetails: '1', email })
      const name = nameIn(await askProvider('Nominatim', url, asking))
      kept.delete(key)
      kept.set(key, { name, until: Date.now() + KEPT_MS })
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
      return name
    },
    search: async (text) => {
      await takeTurn()
      const url = urlFor(baseUrl, 'search', { q: text, limit: String(MAX_PLACES), email })
      const found = (await askForList('Nominatim', url, asking)).filter(isRecord)
      return found.flatMap(({ display_name: address, lat, lon }) => placeOf({ address, latitude: lat, longitude: lon }))
    },
  }
}

function urlFor(
  baseUrl: string,
  path: 'reverse' | 'search',
  { email, ...query }: Record<string, string | undefined>,
): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`)
  const asked = { ...query, format: 'jsonv2', 'accept-language': 'en' }
  url.search = new URLSearchParams({ ...asked, ...(email && { email }) }).toString()
  return url
}

/** Reads the address from an answer; if Nominatim finds no address, the answer has the status 200 and an `error`. */
function nameIn(body: Record<string, unknown>): PlaceName {
  const whole = textOf(body.display_name)
  if (body.error !== undefined || !whole) throw new GeocoderError('Nominatim knows no name here')
  const address = isRecord(body.address) ? body.address : {}
  const first = (...keys: string[]) => keys.map((key) => textOf(address[key])).find(Boolean)
  return filled({
    whole,
    house: first('house_number'),
    road: first('road', 'pedestrian', 'footway'),
    locality: first('neighbourhood', 'suburb', 'city_district', 'quarter'),
    city: first('city', 'town', 'village', 'municipality'),
    state: first('state'),
    postcode: first('postcode'),
    country: first('country'),
  })
}

function filled(name: { [Key in keyof PlaceName]: PlaceName[Key] | undefined }): PlaceName {
  return Object.fromEntries(Object.entries(name).filter(([, value]) => value !== undefined))
}

/**
 * Returns the pause between requests that the policy of the public server requires; an operator's own server needs no
 * pause.
 */
export function gapFor(baseUrl: string): number {
  return new URL(baseUrl).hostname === 'nominatim.openstreetmap.org' ? 1000 : 0
}
