const firstMs = 2000
const mostMs = 30_000

/**
 * Returns the ms until the next query of the payment status, by the number of queries so far: 2, 4, 8, 16 s, then every
 * 30 s.
 */
export function nextAskMs(timesAsked: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, timesAsked - 1), mostMs)
}
