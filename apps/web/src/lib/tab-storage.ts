/**
 * Names of entries: the tab's own, and those of a person, which carry whose they are (`lib/draft.ts`). The types keep the
 * list complete.
 */
type TabEntry = 'nukkad-reloaded-at' | 'socialLogin'
export type PersonEntry = `person ${string}`

/** Storage of this tab only. A browser may refuse to read or write it; the app then works without it. */
export function readTab(name: TabEntry | PersonEntry): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Writes an entry, or removes it for null. */
export function writeTab(name: TabEntry | PersonEntry, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch (cause) {
    console.warn('not kept in this tab', name, cause)
  }
}
