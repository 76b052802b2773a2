const UNIT = String.raw`\d+(?:[.,]\d+)?\s?(?:kg|gm?|mg|ml|l|litres?|pcs|pieces?|packs?|tablets?|capsules?|strips?|sachets?)`

/**
 * Separates a pack size from an item's name, so that both "Onion (1 kg)" and "Onion 1 kg" give "Onion" and "1 kg". A
 * size in brackets may have any words next to its number. If the name has no size, the size comes from the start of the
 * description.
 */
export function splitPackSize(name: string, description: string): { name: string; size: string | null } {
  const own =
    /^(?<name>.+?)\s*\((?<size>[^()]*\d[^()]*)\)$/.exec(name) ??
    new RegExp(String.raw`^(?<name>.+?),?\s+(?<size>${UNIT})$`, 'i').exec(name)
  if (own?.groups) return { name: own.groups.name ?? name, size: own.groups.size ?? null }
  const [size] = new RegExp(String.raw`^${UNIT}\b`, 'i').exec(description) ?? [null]
  return { name, size }
}

/** Returns the minutes that a service takes if its description names them, such as "45 min" or "1 hour 30 min". */
export function serviceMinutes(description: string): number | null {
  const [, hours = '0', first] =
    /\b(\d+(?:\.5)?)\s?(?:h|hrs?|hours?)\b(?:\s*(?:and\s)?(\d+)\s?min)?/i.exec(description) ?? []
  const [, only] = /\b(\d+)\s?min(?:ute)?s?\b/i.exec(description) ?? []
  const minutes = Math.round(Number(hours) * 60) + Number(first ?? (hours === '0' ? (only ?? 0) : 0))
  return minutes > 0 ? minutes : null
}
