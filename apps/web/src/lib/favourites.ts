import { useQuery } from '@tanstack/react-query'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { useCustomer } from '#stores/session.ts'
import { t } from './catalogue.ts'
import { ask } from './query.ts'
import type { ListedStore } from './store-summary.ts'

/**
 * Returns which stores of a list are favourites, and a function that adds or removes a favourite. For a guest, the
 * function opens the login.
 */
export function useFavourites() {
  const customer = useCustomer()
  const options = ask('get-favorite-stores', coordinatesOf(usePlace(({ place }) => place)))
  const { data } = useQuery({ ...options, enabled: Boolean(customer) })
  const kept = new Set(data?.map(({ id }) => id))
  return (store: ListedStore) => ({
    isOn: kept.has(store.id),
    label: t('a11yFavourite'),
    onToggle: () =>
      void import('./toggle-favourite.ts').then(({ toggleFavourite }) =>
        toggleFavourite(store, { list: options.queryKey, isGuest: !customer }),
      ),
  })
}
