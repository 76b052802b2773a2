import type { Output } from '@nukkad/contract/contract.ts'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Rating } from '@nukkad/ui/components/rating.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { plainText } from '#features/shell/rich-text.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { formatCount } from '#lib/locale.ts'
import { openLogin } from '#lib/login-sheet.ts'
import { isOffline, notify } from '#lib/toasts.ts'
import { useCustomer } from '#stores/session.ts'
import { StoreFacts } from './store-facts.tsx'

type Store = Output<'get-restaurant-info'>

type StoreCoverProps = {
  store: Pick<Store, 'id' | 'image' | 'is_active'> | undefined
  /** Whether the bar over the cover has a search button, so that the buttons of the cover must leave room for it. */
  hasSearch: boolean
  /** The buttons on the cover; undefined until the store is known. */
  children: ReactNode
}

export function StoreCover({ store, hasSearch, children }: StoreCoverProps) {
  return (
    <div
      // Marks the cover as the target into which the pressed picture of a store list grows.
      data-cover={store ? '' : undefined}
      className={`relative h-56 overflow-hidden rounded-b-sheet ${store ? groundFor(store.id) : 'bg-sunken'}`}
    >
      {store?.image ? (
        <Picture
          path={store.image}
          alt=""
          width={780}
          height={340}
          sizes="100vw"
          isFirst
          className={`absolute inset-0 size-full object-cover ${store.is_active ? '' : '[filter:saturate(40%)]'}`}
        />
      ) : null}
      <div className={`absolute top-[calc(6px+var(--safe-top))] z-1 flex gap-2 ${hasSearch ? 'end-16' : 'end-3'}`}>
        {children}
      </div>
    </div>
  )
}

export function FavouriteButton({ store }: { store: Store }) {
  const customer = useCustomer()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (_isFavourite: boolean) => call('toggle-favorite', { id: store.id }),
    onSuccess: (answer) => {
      client.setQueryData<Store>(['get-restaurant-info-with-favourite', { slug: store.slug }], answer)
      notify(t(answer.is_favorited ? 'storeFavouriteAdded' : 'storeFavouriteRemoved'))
      void client.invalidateQueries({ queryKey: ['get-favorite-stores'] })
    },
  })
  // Until the server answers, the button shows the state that the person chose.
  const isFavourite = isPending ? variables : store.is_favorited
  const toggle = () => {
    if (isOffline()) return
    if (customer) mutate(!store.is_favorited)
    else openLogin({ kind: 'favourite', store: store.name })
  }
  return (
    <IconButton label={t('a11yFavourite')} variant="glass" aria-pressed={isFavourite} onClick={toggle}>
      <Heart aria-hidden="true" className={isFavourite ? 'fill-fill stroke-fill' : undefined} />
    </IconButton>
  )
}

/** Shares the store's link through the phone, or copies it if the browser cannot share. */
export function ShareButton({ store }: { store: Pick<Store, 'slug' | 'name'> }) {
  const url = `${location.origin}/stores/${store.slug}`
  const copy = () => navigator.clipboard.writeText(url).then(() => notify(t('storeLinkCopied')))
  // The browser rejects the promise when the person closes the phone's share sheet, which is no failure, so no message
  // is shown.
  const share = () => ('share' in navigator ? navigator.share({ title: store.name, url }) : copy()).catch(() => {})
  return (
    <IconButton label={t('storeShare')} variant="glass" onClick={() => void share()}>
      <Share2 aria-hidden="true" />
    </IconButton>
  )
}

type StoreTitleProps = {
  store: Store
  rating: { score: string; name: string } | null
  /** The distance to the store, as `useDistance` returns it. */
  distance: number | 'unserved' | null | undefined
}

export function StoreTitle({ store, rating, distance }: StoreTitleProps) {
  return (
    <section className="mt-4.5 px-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="title text-title">
            {store.name}
          </h1>
          <p className="mt-1 text-small text-ink-2">{plainText(store.description)}</p>
        </div>
        {rating ? (
          <a href={`/reviews/${store.slug}`} className="reach text-center">
            <span className="sr-only">{t('storeSeeReviews')}, </span>
            <Rating {...rating} />
            <span aria-hidden="true" className="num mt-0.5 block text-micro font-normal text-ink-2">
              {store.rating_count > 0 ? formatCount(store.rating_count) : ''}
            </span>
          </a>
        ) : null}
      </div>
      <StoreFacts store={store} distance={distance} />
    </section>
  )
}

export function StoreTitleSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="mt-4.5 px-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="mt-1.5 h-4.5 w-1/2" />
      <Skeleton className="mt-3.5 h-24 rounded-[18px]" />
      <Skeleton className="mt-4.5 h-9 w-full rounded-full" />
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="mt-6 flex justify-between gap-4">
          <div className="flex-1">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-2 h-4 w-full" />
            <Skeleton className="mt-2 h-5 w-20" />
          </div>
          <Skeleton className="h-29 w-31 rounded-card" />
        </div>
      ))}
    </div>
  )
}
