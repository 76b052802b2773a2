import { useEffect, useState } from 'react'
import { isKeptInMemory } from './storage.ts'

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
    if (!isKeptInMemory()) write(key, JSON.stringify(next))
  }
  // A reload unmounts nothing.
  useEffect(() => () => write(key, null), [key])
  return [value, change] as const
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** An object with these keys, each a text. */
export const isTexts =
  <Key extends string>(...keys: Key[]) =>
  (value: unknown): value is Record<Key, string> =>
    typeof value === 'object' && value !== null && keys.every((key) => isText((value as Record<string, unknown>)[key]))

// A browser may refuse storage: the form then works without memory.
function read<Value>(key: string, isForm: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isForm(value) ? value : undefined
  } catch {
    return undefined
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch (cause) {
    console.warn('draft not kept', cause)
  }
}
