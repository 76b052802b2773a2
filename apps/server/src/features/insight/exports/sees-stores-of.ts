import type { Session } from '#http/session.ts'
import type { RunRow } from './queries.ts'

/**
 * Returns whether a person may still see all stores of a finished file. Its rows are from the time when the file was
 * made, so a person who has lost a store, or no longer works for the shop, must not fetch it.
 */
export function seesStoresOf(run: Pick<RunRow, 'audience' | 'stores'>, stores: Session['stores']): boolean {
  if (stores === 'all') return true
  if (run.audience === 'staff') return false
  return run.stores?.every((id) => stores.includes(id)) ?? true
}
