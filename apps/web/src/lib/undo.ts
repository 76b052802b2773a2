import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './query.ts'
import { tokenOf } from './tokens.ts'

/**
 * Returns a function that puts the cached answer of a call back as it is now, for a change that the server may refuse.
 * The function does nothing after a log-out, because the answer belongs to the person who was signed in.
 */
export function undoOf(key: QueryKey): () => void {
  const token = tokenOf('customer')
  const before = queryClient.getQueryData(key)
  return () => {
    if (tokenOf('customer') === token) queryClient.setQueryData(key, before)
  }
}
