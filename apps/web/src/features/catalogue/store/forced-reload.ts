import { ApiError } from '#lib/api.ts'
import { forceReload } from '#lib/reload.ts'
import { isRecord, readKey, readSlice, removeKey, removeSlice, writeKey } from '#lib/storage.ts'

/**
 * Returns whether an error means that the store is unknown. The store's info call answers 400 for an unknown store and
 * for nothing else (INT-17).
 */
export function isUnknownStore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400
}

/**
 * Handles the status 400 for a store: removes the store's data from this browser, sets the force-reload flag,
 * and reloads the page if the flag was not set (GAP-55). If the browser refuses to store the force-reload flag, the
 * page is not reloaded, because each reloaded page would reload again.
 */
export function leaveUnknownStore(slug: string): void {
  if (readSlice('items', isRecord)?.slug === slug) removeSlice('items')
  if (readKey('forceReloadedStore') === slug) return
  writeKey('forceReloadedStore', slug)
  if (readKey('forceReloadedStore') === slug) forceReload()
}

/**
 * Clears the force-reload flag after the server has returned this store, so that a later status 400 may reload the page
 * again.
 */
export function lowerForceReload(slug: string): void {
  if (readKey('forceReloadedStore') === slug) removeKey('forceReloadedStore')
}
