import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Rating } from '@nukkad/ui/components/rating.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StoreInfo } from '#features/catalogue/store/store-info.tsx'
import { plainText } from '#features/shell/rich-text.tsx'
import { ask } from '#lib/query.ts'
import { openText, termsOf } from '#lib/store-facts.ts'
import { ratingOf } from '#lib/store-summary.ts'
import { desktop } from './desktop-styles.ts'

/** Shows the facts of the store in the phone frame, or `instead` until they have arrived. */
export default function DesktopStore({ slug, instead }: { slug: string; instead: ReactNode }) {
  const { data: store } = useQuery({ ...ask('get-restaurant-info', { slug }), retry: false })
  if (!store) return instead
  const rating = ratingOf(store)
  return (
    <section style={desktop.panel} className="appear rounded-sheet bg-surface hairline">
      <div style={desktop.cover} className={groundFor(store.id)}>
        {store.image ? (
          <Picture
            path={store.image}
            alt=""
            width={780}
            height={340}
            sizes="288px"
            className="size-full object-cover"
          />
        ) : null}
      </div>
      <div className="p-5">
        <div className="flex items-start gap-3">
          <h2 className="title min-w-0 flex-1 text-section">{store.name}</h2>
          {rating ? <Rating {...rating} /> : null}
        </div>
        <p className="mt-1 text-small text-ink-2">{plainText(store.description)}</p>
        <ul className="num mt-2.5 text-small">
          <li className={`font-650 ${store.is_active ? 'text-ok' : 'text-error'}`}>{openText(store)}</li>
          {termsOf(store, undefined).map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <StoreInfo store={store} />
      </div>
    </section>
  )
}
