import { SEARCH_DEBOUNCE_MS, searchState } from '@nukkad/rules/search.ts'
import { useEffect, useState } from 'react'
import { isText, useDraft } from './draft.ts'
import { useKept } from './use-kept.ts'

/**
 * Returns the typed query and the query to search for, which follows 500 ms after the last change from the third letter
 * on (K-01 to K-04). Back restores both.
 */
export function useSearch() {
  const [kept, keep] = useKept('search', '')
  const [typed, setDraft] = useDraft('search', kept, isText)
  const state = searchState(typed)
  const [query, setQuery] = useState(state === 'ready' ? typed.trim() : '')
  useEffect(() => {
    if (state !== 'ready') {
      setQuery('')
      return
    }
    const timer = setTimeout(() => setQuery(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, state])
  const setTyped = (next: string) => {
    keep(next)
    setDraft(next)
  }
  return {
    typed,
    setTyped,
    query,
    isTooShort: state === 'too-short',
    isWaiting: state === 'ready' && query !== typed.trim(),
  }
}
