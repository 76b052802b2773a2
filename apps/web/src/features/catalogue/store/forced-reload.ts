import { ApiError } from '#lib/api.ts'
import { forceReload } from '#lib/reload.ts'
import { isRecord, readKey, readSlice, removeKey, removeSlice, writeKey } from '#lib/storage.ts'

/** Store info answers 400 for a store that it does not know, and for nothing else (INT-17). */
export function isUnknownStore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400
}

/**
 * Answers a 400 for a store: what is stored of it goes, the force-reload flag rises, and the page reloads once if
 * the flag was down (GAP-55). Where storage refuses the flag nothing reloads, since the next page could not know of it.
 */
export function leaveUnknownStore(slug: string): void {
  if (readSlice('items', isRecord)?.slug === slug) removeSlice('items')
  if (readKey('forceReloadedStore') === slug) return
  writeKey('forceReloadedStore', slug)
  if (readKey('forceReloadedStore') === slug) forceReload()
}

/** The server has just answered the store: the next time it does not, the page may reload again. */
export function lowerForceReload(slug: string): void {
  if (readKey('forceReloadedStore') === slug) removeKey('forceReloadedStore')
}
