import { Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { StoreCard, StoreRow } from '@nukkad/ui/components/store-card.tsx'
import type { ReactNode } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { useFavourites } from '#lib/favourites.ts'
import { type ListedStore, summaryOf } from '#lib/store-summary.ts'

type StoreListProps = {
  stores: ListedStore[] | undefined
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
  /** The number of stores shown as large cards before the rows. */
  cards: number
  /** Content that the list shows between its stores: after the store with this number, counted from 1. */
  between?: { after: number; content: ReactNode }
  empty: ReactNode
  /** Whether the customer collects the order. */
  isPickup?: boolean
  /** Renders the name of a store in its row, such as with the searched letters in bold. */
  nameOf?: (store: ListedStore) => ReactNode
}

export function StoreList({
  stores,
  isLoading,
  hasFailed,
  onRetry,
  cards,
  between,
  empty,
  isPickup,
  nameOf,
}: StoreListProps) {
  const favouriteOf = useFavourites()
  const isWaiting = usePatience(isLoading && !stores)
  if (hasFailed && !stores) {
    return <NotLoaded onRetry={onRetry} isRetrying={isLoading} />
  }
  if (!stores) return isWaiting || isLoading ? <StoreListSkeleton /> : null
  if (stores.length === 0) return empty
  const large = stores.slice(0, cards)
  const small = stores.slice(cards)
  return (
    <>
      {large.length > 0 ? (
        <ul className="grid grid-cols-1 gap-6 wide:grid-cols-2">
          {large.map((store, index) => (
            <li key={store.id}>
              <StoreCard store={summaryOf(store, { favourite: favouriteOf(store), isPickup })} isFirst={index === 0} />
            </li>
          ))}
        </ul>
      ) : null}
      {between ? <div className="my-6">{between.content}</div> : null}
      <ul className="mt-4 grid grid-cols-1 gap-x-6 first:mt-0 gap-y-1 wide:grid-cols-2">
        {small.map((store) => (
          <li key={store.id} className="[contain-intrinsic-size:auto_104px] [content-visibility:auto]">
            <StoreRow store={summaryOf(store, { isPickup })} shownName={nameOf?.(store)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function StoreListSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid grid-cols-1 gap-6 wide:grid-cols-2">
      {['one', 'two'].map((key) => (
        <div key={key}>
          <Skeleton className="h-(--cover) rounded-cover" />
          <Skeleton className="mt-3 h-5 w-2/3" />
          <Skeleton className="mt-1.5 h-4 w-1/2" />
        </div>
      ))}
    </div>
  )
}
