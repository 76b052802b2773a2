import { useEffect, useState } from 'react'
import { isKeptInMemory, onCustomerLeft, onOtherTab } from './storage.ts'
import { type PersonEntry, readTab, writeTab } from './tab-storage.ts'
import { userIdOf } from './tokens.ts'

/** Returns the prefix of the entries that belong to the people who are signed in to this tab, or to a guest. */
const ownPrefix = () => `person ${userIdOf('customer') ?? ''}/${userIdOf('delivery') ?? ''} ` as const

/**
 * Removes drafts of people who are not signed in, which a tab that the browser restores may contain after a log-out in
 * another tab.
 */
function sweepDrafts(): void {
  const own = ownPrefix()
  const isForeign = (name: string): name is PersonEntry => name.startsWith('person ') && !name.startsWith(own)
  for (const name of tabEntries()) if (isForeign(name)) writeTab(name, null)
}

function tabEntries(): string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

sweepDrafts()
onOtherTab(sweepDrafts)
onCustomerLeft(sweepDrafts)

/**
 * Holds the state of a form, which survives a reload of the tab while the same person is signed in. Leaving the screen
 * removes the state of its form. A draft must not hold passwords or codes. `isForm` checks that the stored value still
 * has the expected form.
 */
export function useDraft<Value>(name: string, initial: Value, isForm: (value: unknown) => value is Value) {
  const key: PersonEntry = `${ownPrefix()}draft ${location.pathname} ${name}`
  const [value, setValue] = useState(() => read(key, isForm) ?? initial)
  const change = (next: Value) => {
    setValue(next)
    // While staff act for a customer, the text that the staff type is not stored
    // (docs/reference/security.md#acting-for-a-customer).
    if (!isKeptInMemory()) writeTab(key, JSON.stringify(next))
  }
  // React runs this cleanup when the person leaves the screen but not on a reload, so a draft survives a reload.
  useEffect(() => () => writeTab(key, null), [key])
  return [value, change] as const
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns a check for an object that has a string under each of these keys. */
export const isTexts =
  <Key extends string>(...keys: Key[]) =>
  (value: unknown): value is Record<Key, string> =>
    typeof value === 'object' && value !== null && keys.every((key) => isText((value as Record<string, unknown>)[key]))

function read<Value>(key: PersonEntry, isForm: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? 'null')
    return isForm(value) ? value : undefined
  } catch {
    return undefined
  }
}
