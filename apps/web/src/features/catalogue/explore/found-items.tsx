import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { t } from '#lib/catalogue.ts'
import { isOnList, markOf, priceParts } from '#lib/menu-item.ts'
import { MatchedName } from './matched-name.tsx'
import type { FoundItem } from './use-found.ts'

/** Shows the items that a search found. Each links to the store that sells it. */
export function FoundItems({ items, query }: { items: FoundItem[]; query: string }) {
  const shown = items.filter(isOnList)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('exploreItemsText')}>
      <h2 className="title mb-2 text-section">{t('exploreItemsText')}</h2>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 wide:grid-cols-2">
        {shown.map((item) => (
          <li key={item.id}>
            <FoundItemRow item={item} query={query} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundItemRow({ item, query }: { item: FoundItem; query: string }) {
  const mark = markOf(item)
  return (
    <a
      href={`/stores/${item.restaurant.slug}`}
      data-store-link=""
      className="press flex items-center gap-3 rounded-card py-2"
    >
      <span className={`grid size-18 shrink-0 place-items-center overflow-hidden rounded-card ${groundFor(item.id)}`}>
        {item.image ? (
          <Picture path={item.image} alt="" width={72} height={72} sizes="72px" className="size-16 object-contain" />
        ) : (
          <span aria-hidden="true" className="title text-section">
            {item.name.slice(0, 1)}
          </span>
        )}
      </span>
      <span className="block min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          {mark ? <VegMark {...mark} /> : null}
          <h3 className="min-w-0 text-heading">
            <MatchedName name={item.name} query={query} />
          </h3>
        </span>
        <span className="block truncate text-small text-ink-2">{item.restaurant.name}</span>
        <PriceLine {...priceParts(item)} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
      </span>
    </a>
  )
}
