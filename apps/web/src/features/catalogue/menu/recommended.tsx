import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { memo } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { type Item, type ItemStore, priceParts } from '#lib/menu-item.ts'
import { ItemControl, ItemLine } from './item-line.tsx'
import { openDetail } from './layers.ts'

/**
 * Shows the store's recommended items as a row of cards, or as a plain list without the setting recommendedLayoutV2
 * (D-11).
 */
export const Recommended = memo(({ items, store }: { items: Item[]; store: ItemStore }) => {
  if (items.length === 0) return null
  const hasCards = isSettingOn('recommendedLayoutV2')
  return (
    <section className="mt-5">
      <h2 className="title px-4 text-section">{t('itemsPageRecommendedText')}</h2>
      <ul aria-label={t('a11yRecommended')} className={hasCards ? 'rail mt-3 gap-3 pb-1' : 'divide-y divide-line px-4'}>
        {items.map((item) => (
          <li key={item.id} className={hasCards ? 'w-[9rem]' : undefined}>
            {hasCards ? <Card item={item} store={store} /> : <ItemLine item={item} store={store} />}
          </li>
        ))}
      </ul>
    </section>
  )
})

function Card({ item, store }: { item: Item; store: ItemStore }) {
  return (
    <article>
      <div className="relative mb-6">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={(event) => openDetail(item, store, event.currentTarget)}
          className={`press grid h-32 w-full place-items-center overflow-hidden rounded-card ${groundFor(item.id)}`}
        >
          {item.image ? (
            <Picture
              path={item.image}
              alt=""
              width={104}
              height={96}
              sizes="104px"
              className="-mt-2 h-24 w-26 object-contain"
              isEager
            />
          ) : (
            <span className="title text-title">{item.name.slice(0, 1)}</span>
          )}
        </button>
        <div className="absolute inset-x-0 -bottom-3.5 flex justify-center">
          <ItemControl item={item} store={store} />
        </div>
      </div>
      <h3 className="line-clamp-2 text-label">
        <button type="button" onClick={(event) => openDetail(item, store, event.currentTarget)} className="text-start">
          {item.name}
        </button>
      </h3>
      <PriceLine {...priceParts(item)} discount={null} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
    </article>
  )
}
