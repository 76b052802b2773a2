import type { Point } from '@nukkad/rules/distance.ts'
import { askParty } from '#trace/ask-party.ts'

/** The address of a point, from house to country; a geocoder fills in the parts that it knows. */
export type PlaceName = {
  /** The complete address in one line, if the provider gives it. */
  whole?: string
  house?: string
  road?: string
  locality?: string
  city?: string
  state?: string
  postcode?: string
  country?: string
}

/**
 * Turns coordinates into an address, or rejects with a GeocoderError if there is no address or the provider gives no
 * answer.
 */
export type Geocoder = { reverse: (point: Point) => Promise<PlaceName> }

/** A point that a provider found for a typed address: the address in one line, and the coordinates in degrees. */
export type FoundPlace = { address: string; latitude: number; longitude: number }

/**
 * A geocoder that also finds typed addresses, at most `MAX_PLACES`, the best first, or rejects with a GeocoderError.
 */
export type SearchingGeocoder = Geocoder & { search: (text: string) => Promise<FoundPlace[]> }

export const MAX_PLACES = 5

/**
 * A failure of a geocoder to find an address; the error's message is our own text and contains no key and no
 * coordinates.
 */
export class GeocoderError extends Error {
  override name = 'GeocoderError'
}

const DEFAULT_TIMEOUT_MS = 4000

type Asking = { headers?: Record<string, string>; timeoutMs?: number | undefined }

/**
 * Requests a JSON object from a geocoder's provider; a slow answer counts as a failure, because a person waits for it.
 * @throws GeocoderError
 */
export async function askProvider(provider: string, url: URL, asking: Asking): Promise<Record<string, unknown>> {
  const body = await askForJson(provider, url, asking)
  if (!isRecord(body)) throw new GeocoderError(`${provider} answered no JSON object`)
  return body
}

/**
 * Requests a JSON list from a geocoder's provider, like `askProvider`.
 * @throws GeocoderError
 */
export async function askForList(provider: string, url: URL, asking: Asking): Promise<unknown[]> {
  const body = await askForJson(provider, url, asking)
  if (!Array.isArray(body)) throw new GeocoderError(`${provider} answered no JSON list`)
  return body
}

async function askForJson(
  provider: string,
  url: URL,
  { headers = {}, timeoutMs = DEFAULT_TIMEOUT_MS }: Asking,
): Promise<unknown> {
  try {
    const response = await askParty(provider, url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new GeocoderError(`${provider} answered ${response.status}`)
    return body
  } catch (cause) {
    if (cause instanceof GeocoderError) throw cause
    // The message of the failed fetch is not used, because it can contain the URL, which may contain a key.
    throw new GeocoderError(`${provider} gave no answer: ${cause instanceof Error ? cause.name : 'unknown'}`)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns a list with the place that a provider found, or an empty list if its address or its coordinates are missing
 * or invalid.
 */
export function placeOf({ address, latitude, longitude }: Record<keyof FoundPlace, unknown>): FoundPlace[] {
  const line = textOf(address)?.slice(0, 300)
  const at = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) }
  const isOnEarth = Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180
  return line && isOnEarth ? [{ address: line, ...at }] : []
}

/** Returns the value if it is a string that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * Returns the address in one line, with house and street if the setting `googleFullAddress` is on, or if nothing else
 * is known.
 */
export function lineOf(name: PlaceName, { keepsStreet }: { keepsStreet: boolean }): string {
  const street = join([name.house, name.road])
  const area = join([name.locality, name.city, name.state, name.postcode, name.country])
  if (keepsStreet) return name.whole ?? join([street, area])
  return area || street || (name.whole ?? '')
}

function join(parts: (string | undefined)[]): string {
  return [...new Set(parts.filter(Boolean))].join(', ')
}
