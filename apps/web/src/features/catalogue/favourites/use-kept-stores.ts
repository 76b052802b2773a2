import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import type { ListedStore } from '#lib/store-summary.ts'
import { isOffline, notify } from '#lib/toasts.ts'
import { undoOf } from '#lib/undo.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

/**
 * Returns the customer's favourite stores. Removing a favourite shows a toast with an undo button (K-10,
 * docs/reference/interface.md#favourites).
 */
export function useKeptStores() {
  const options = ask('get-favorite-stores', coordinatesOf(usePlace(({ place }) => place)))
  const client = useQueryClient()
  const query = useQuery({ ...options, staleTime: 0 })
  const { mutate } = useMutation({
    mutationFn: ({ id }: ListedStore) => call('toggle-favorite', { id }),
    onMutate: (store) => {
      const undo = undoOf(options.queryKey)
      client.setQueryData(options.queryKey, (stores = []) =>
        stores.some(({ id }) => id === store.id) ? stores.filter(({ id }) => id !== store.id) : [store, ...stores],
      )
      return undo
    },
    onError: (_error, _store, undo) => undo?.(),
    onSuccess: ({ is_favorited }, store) => {
      if (is_favorited) return notify(t('storeFavouriteAdded'))
      notify(t('storeFavouriteRemoved'), 'success', { label: t('commonUndo'), onAct: () => toggle(store) })
    },
  })
  const toggle = (store: ListedStore) => {
    if (!isOffline()) mutate(store)
  }
  return { ...query, toggle }
}
