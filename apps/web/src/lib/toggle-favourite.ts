import { call } from './api.ts'
import { t } from './catalogue.ts'
import { openLogin } from './login-sheet.ts'
import { type ask, queryClient } from './query.ts'
import type { ListedStore } from './store-summary.ts'
import { isOffline, notify } from './toasts.ts'
import { undoOf } from './undo.ts'

type List = ReturnType<typeof ask<'get-favorite-stores'>>['queryKey']

/**
 * Adds a store to the favourites or removes it. The list on the screen changes before the server answers. If the server
 * refuses, the list changes back without a message, because the person sees the heart of the store change.
 */
export async function toggleFavourite(
  store: ListedStore,
  { list, isGuest }: { list: List; isGuest: boolean },
): Promise<void> {
  if (isOffline()) return
  if (isGuest) return openLogin({ kind: 'favourite', store: store.name })
  const undo = undoOf(list)
  queryClient.setQueryData(list, (stores: ListedStore[] = []) =>
    stores.some(({ id }) => id === store.id) ? stores.filter(({ id }) => id !== store.id) : [store, ...stores],
  )
  try {
    const answer = await call('toggle-favorite', { id: store.id })
    notify(t(answer.is_favorited ? 'storeFavouriteAdded' : 'storeFavouriteRemoved'))
  } catch {
    undo()
  }
}
