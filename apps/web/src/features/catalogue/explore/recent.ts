import { useState } from 'react'
import { isArray, readJsonKey, writeKey } from '#lib/storage.ts'

const most = 6

/** Returns the recent searches, the newest first. */
export function useRecentSearches() {
  const [recent, setRecent] = useState(() => readJsonKey('recentSearches', isTexts) ?? [])
  const keep = (next: string[]) => {
    writeKey('recentSearches', JSON.stringify(next))
    setRecent(next)
  }
  const without = (query: string) => recent.filter((one) => one.toLowerCase() !== query.toLowerCase())
  return {
    recent,
    remember: (query: string) => keep([query, ...without(query)].slice(0, most)),
    forget: (query: string) => keep(without(query)),
  }
}

function isTexts(value: unknown): value is string[] {
  return isArray(value) && value.every((text) => typeof text === 'string')
}
