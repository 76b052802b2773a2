import { memo } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import type { Item, ItemStore } from '#lib/menu-item.ts'
import { ItemLine } from './item-line.tsx'
import { ItemTile } from './item-tile.tsx'

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
            {hasCards ? <ItemTile item={item} store={store} isEager /> : <ItemLine item={item} store={store} />}
          </li>
        ))}
      </ul>
    </section>
  )
})
