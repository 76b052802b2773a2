import { SEARCH_DEBOUNCE_MS, searchState } from '@nukkad/rules/search.ts'
import { useEffect, useState } from 'react'
import { isText, useDraft } from './draft.ts'

/**
 * Returns the typed query and the query to search for, which follows 500 ms after the last change from the third letter
 * on (K-01 to K-04).
 */
export function useSearch() {
  const [typed, setTyped] = useDraft('search', '', isText)
  const [query, setQuery] = useState('')
  const state = searchState(typed)
  useEffect(() => {
    if (state !== 'ready') {
      setQuery('')
      return
    }
    const timer = setTimeout(() => setQuery(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, state])
  return {
    typed,
    setTyped,
    query,
    isTooShort: state === 'too-short',
    isWaiting: state === 'ready' && query !== typed.trim(),
  }
}
