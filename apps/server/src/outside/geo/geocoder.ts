import type { Point } from '@nukkad/rules/distance.ts'

/** What a spot is called, from the door to the country; a geocoder fills in what it knows. */
export type PlaceName = {
  /** The whole text as the provider writes it, where it writes one. */
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

/** A geocoder that gave no name. Its words are ours and hold no key and no coordinates. */
export class GeocoderError extends Error {
  override name = 'GeocoderError'
}

const DEFAULT_TIMEOUT_MS = 4000

/**
 * Asks a provider for JSON. Somebody waits with a pin in his hand, so a slow answer counts as none.
 * @throws GeocoderError
 */
export async function askProvider(
  provider: string,
  url: URL,
  {
    headers = {},
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: { headers?: Record<string, string>; timeoutMs?: number | undefined },
): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new GeocoderError(`${provider} answered ${response.status}`)
    if (!isRecord(body)) throw new GeocoderError(`${provider} answered no JSON object`)
    return body
  } catch (cause) {
    if (cause instanceof GeocoderError) throw cause
    // The text of a failed fetch can repeat its address, which may hold a key.
    throw new GeocoderError(`${provider} gave no answer: ${cause instanceof Error ? cause.name : 'unknown'}`)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A filled text of a provider, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * The name in one line; without the street-level parts unless they are wanted (setting `googleFullAddress`), and with
 * them when nothing else is known.
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
