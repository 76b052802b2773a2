/**
 * Names of entries in session storage: those of the tab, and those of a person, whose id is in the name
 * (`lib/draft.ts`). The types of `readTab` and `writeTab` allow no other names.
 */
type TabEntry = 'nukkad-reloaded-at' | 'socialLogin'
export type PersonEntry = `person ${string}`

/** Reads an entry of session storage. If the browser refuses access to session storage, the result is null. */
export function readTab(name: TabEntry | PersonEntry): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Writes an entry of session storage, or removes it for null. */
export function writeTab(name: TabEntry | PersonEntry, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch (cause) {
    console.warn('the value could not be stored in this tab', name, cause)
  }
}
