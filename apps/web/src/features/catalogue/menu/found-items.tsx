import { rankByName } from '@nukkad/rules/search.ts'
import { type ReactNode, useMemo } from 'react'
import { t } from '#lib/catalogue.ts'
import type { ItemStore, Menu } from '#lib/menu-item.ts'
import { ItemRows } from './item-rows.tsx'

type FoundItemsProps = {
  menu: Menu
  store: ItemStore
  query: string
  /** Shown if nothing matches. */
  instead: ReactNode
}

/** Lists the items of the whole menu whose names match, tolerating typos (D-39). */
export function FoundItems({ menu, store, query, instead }: FoundItemsProps) {
  const found = useMemo(() => rankByName(Object.values(menu.items).flat(), query, (item) => item.name), [menu, query])
  return (
    <>
      <div className="px-4">
        <p role="status" className="mt-1 text-small text-ink-2">
          {found.length > 0 ? `${t('itemSearchText')} ${query}` : t('storeSearchNone', { query })}
        </p>
        <ItemRows key={query} items={found} store={store} />
      </div>
      {found.length > 0 ? null : instead}
    </>
  )
}
