import { useState } from 'react'
import { presentEntry } from './history-entries.ts'

/** Like `useState`, for a value that Back restores. `name` must be unique on its screen. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((last: T) => T)) => void] {
  const [values] = useState(() => presentEntry().values)
  const [value, setValue] = useState(() => (values.has(name) ? (values.get(name) as T) : initial))
  const keep = (next: T | ((last: T) => T)) =>
    setValue((last) => {
      const chosen = next instanceof Function ? next(last) : next
      values.set(name, chosen)
      return chosen
    })
  return [value, keep]
}
