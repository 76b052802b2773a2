import { useEffect, useState } from 'react'
import { isKeptInMemory } from './storage.ts'
import { readTab, writeTab } from './tab-storage.ts'

/**
 * State of a form that a reload brings back, in this tab alone; leaving the screen forgets it. Never for passwords and
 * codes. `isForm` says whether what is stored is still of its kind.
 */
export function useDraft<Value>(name: string, initial: Value, isForm: (value: unknown) => value is Value) {
  const key = `draft ${location.pathname} ${name}`
  const [value, setValue] = useState(() => read(key, isForm) ?? initial)
  const change = (next: Value) => {
    setValue(next)
    // What staff type for a customer stays nowhere (security document §3).
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

function read<Value>(key: string, isForm: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? 'null')
    return isForm(value) ? value : undefined
  } catch {
    return undefined
  }
}
