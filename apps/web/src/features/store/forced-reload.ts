import { ApiError } from '#lib/api.ts'
import { readKey, removeKey, writeKey } from '#lib/storage.ts'

/** Store info answers 400 for a store that it does not know, and for nothing else (INT-17). */
export function isUnknownStore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400
}

/**
 * Raises the force-reload flag for a store that is not known.
 * @returns whether it was down before: the page reloads once, never in a loop (GAP-55)
 */
export function raiseForceReload(slug: string): boolean {
  if (readKey('forceReloadedStore') === slug) return false
  writeKey('forceReloadedStore', slug)
  return true
}

/** The store is known after all: the next time it is not, the page may reload again. */
export function lowerForceReload(slug: string): void {
  if (readKey('forceReloadedStore') === slug) removeKey('forceReloadedStore')
}
