import { useEffect, useState } from 'react'
import { isKeptInMemory, onCustomerLeft, onOtherTab } from './storage.ts'
import { type PersonEntry, readTab, writeTab } from './tab-storage.ts'
import { userIdOf } from './tokens.ts'

/** What the entries of the people signed in here begin with, or those of a guest. */
const ownPrefix = () => `person ${userIdOf('customer') ?? ''}/${userIdOf('delivery') ?? ''} ` as const

/** Removes what another person typed: a tab that a browser restores may hold it after a log-out elsewhere. */
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
 * State of a form that a reload brings back, in this tab alone and to the same person; leaving the screen forgets it.
 * Never for passwords and codes. `isForm` says whether what is stored is still of its kind.
 */
export function useDraft<Value>(name: string, initial: Value, isForm: (value: unknown) => value is Value) {
  const key: PersonEntry = `${ownPrefix()}draft ${location.pathname} ${name}`
  const [value, setValue] = useState(() => read(key, isForm) ?? initial)
  const change = (next: Value) => {
    setValue(next)
    // What staff type for a customer stays nowhere (docs/reference/security.md#acting-for-a-customer).
    if (!isKeptInMemory()) writeTab(key, JSON.stringify(next))
  }
  // A reload unmounts nothing.
  useEffect(() => () => writeTab(key, null), [key])
  return [value, change] as const
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** An object with these keys, each a text. */
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
