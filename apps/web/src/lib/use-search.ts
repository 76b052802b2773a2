import { SEARCH_DEBOUNCE_MS, SEARCH_MAXIMUM, searchState } from '@nukkad/rules/search.ts'
import { useEffect, useState } from 'react'
import { isText, useDraft } from './draft.ts'
import { useKept } from './use-kept.ts'

/**
 * Returns the typed query and the query to search for, which is the typed query 500 ms after its last change if it has
 * three letters or more (K-01 to K-04). Back restores both queries.
 * @param isInAddress whether the URL holds the query as `?q=`, so that a shared link restores it
 */
export function useSearch({ isInAddress = false } = {}) {
  const [named] = useState(() => (isInAddress ? queryOfAddress() : ''))
  const [kept, keep] = useKept('search', '')
  const isOwnDraft = (value: unknown): value is string => isText(value) && named === ''
  const [typed, setDraft] = useDraft('search', named || kept, isOwnDraft)
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
  useEffect(() => {
    if (isInAddress) writeAddress(query)
  }, [isInAddress, query])
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

/** Returns the query in the URL, or '' if the URL has no valid query. */
function queryOfAddress(): string {
  const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
  const isAllowed = searchState(query) === 'ready' && [...query].length <= SEARCH_MAXIMUM
  return isAllowed && !/[\p{Cc}\ufffd]/u.test(query) ? query : ''
}

/** Writes the query into the URL without adding a history entry, so Back does not step through queries. */
function writeAddress(query: string): void {
  const address = new URL(location.href)
  address.searchParams.delete('q')
  if (query) address.searchParams.set('q', [...query].slice(0, SEARCH_MAXIMUM).join(''))
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
