import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { useCustomer } from '#stores/session.ts'
import { call } from './api.ts'
import { t } from './catalogue.ts'
import { go, loginPath } from './navigation.ts'
import { ask } from './query.ts'
import type { ListedStore } from './store-summary.ts'
import { isOffline, notify } from './toasts.ts'

/** Returns which stores of a list are favourites, and a function to change that. Guests are asked to log in. */
export function useFavourites() {
  const customer = useCustomer()
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const options = ask('get-favorite-stores', coordinates)
  const client = useQueryClient()
  const { data } = useQuery({ ...options, enabled: Boolean(customer) })
  const kept = new Set(data?.map(({ id }) => id))
  const { mutate } = useMutation({
    mutationFn: ({ id }: ListedStore) => call('toggle-favorite', { id }),
    onMutate: (store) => {
      const before = client.getQueryData(options.queryKey)
      client.setQueryData(options.queryKey, (list = []) =>
        list.some(({ id }) => id === store.id) ? list.filter(({ id }) => id !== store.id) : [store, ...list],
      )
      return before
    },
    // A refused change is rolled back without a message, because the person sees the heart change back.
    onError: (_error, _store, before) => client.setQueryData(options.queryKey, before),
    onSuccess: (answer) => notify(t(answer.is_favorited ? 'storeFavouriteAdded' : 'storeFavouriteRemoved')),
  })
  return (store: ListedStore) => ({
    isOn: kept.has(store.id),
    label: t('a11yFavourite'),
    onToggle: () => {
      if (isOffline()) return
      if (customer) mutate(store)
      else go(loginPath())
    },
  })
}
