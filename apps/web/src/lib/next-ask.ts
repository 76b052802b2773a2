const firstMs = 2000
const mostMs = 30_000

/** After how many ms a provider's word is asked for again, by how often it was asked: 2, 4, 8, 16 s, then every 30 s. */
export function nextAskMs(timesAsked: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, timesAsked - 1), mostMs)
}
