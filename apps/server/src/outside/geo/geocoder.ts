import type { Point } from '@nukkad/rules/distance.ts'
import { askParty } from '#trace/ask-party.ts'

/** The name of a point, from the door to the country; a geocoder fills in the parts that it knows. */
export type PlaceName = {
  /** The whole text of the provider, if it gives one. */
  whole?: string
  house?: string
  road?: string
  locality?: string
  city?: string
  state?: string
  postcode?: string
  country?: string
}

/** Turns coordinates into a name. Rejects with a GeocoderError when there is none or the provider cannot be asked. */
export type Geocoder = { reverse: (point: Point) => Promise<PlaceName> }

/** A place that a provider found for a typed address: its line and its point in degrees. */
export type FoundPlace = { address: string; latitude: number; longitude: number }

/** A geocoder that also finds typed addresses, at most `MAX_PLACES`, the best first. Rejects with a GeocoderError. */
export type SearchingGeocoder = Geocoder & { search: (text: string) => Promise<FoundPlace[]> }

export const MAX_PLACES = 5

/** A geocoder gave no name. The text is ours and contains no key and no coordinates. */
export class GeocoderError extends Error {
  override name = 'GeocoderError'
}

const DEFAULT_TIMEOUT_MS = 4000

type Asking = { headers?: Record<string, string>; timeoutMs?: number | undefined }

/**
 * Requests a JSON object from a provider. A person waits for the answer, so a slow one counts as a failure.
 * @throws GeocoderError
 */
export async function askProvider(provider: string, url: URL, asking: Asking): Promise<Record<string, unknown>> {
  const body = await askForJson(provider, url, asking)
  if (!isRecord(body)) throw new GeocoderError(`${provider} answered no JSON object`)
  return body
}

/**
 * As `askProvider`, for a list.
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
    // The text of a failed fetch can contain its address, which may hold a key.
    throw new GeocoderError(`${provider} gave no answer: ${cause instanceof Error ? cause.name : 'unknown'}`)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a place of a provider's answer, or none if its line or its point is missing. */
export function placeOf({ address, latitude, longitude }: Record<keyof FoundPlace, unknown>): FoundPlace[] {
  const line = textOf(address)?.slice(0, 300)
  const at = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) }
  const isOnEarth = Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180
  return line && isOnEarth ? [{ address: line, ...at }] : []
}

/** Returns a text that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * Returns the name in one line. It includes the street-level parts if the setting `googleFullAddress` is on, or if
 * nothing else is known.
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
