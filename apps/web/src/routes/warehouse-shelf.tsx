import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ItemGroups } from '#features/catalogue/menu/item-groups.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { groupsOf, type ItemStore } from '#lib/menu-item.ts'
import { ask } from '#lib/query.ts'

// The code of the drawers loads only when a person touches the menu, because the first view does not need it.
const MenuLayers = lazy(() => import('#features/catalogue/menu/menu-layers.tsx'))

type ShelfProps = { slug: string; store: ItemStore; isWarehouse: boolean }

/**
 * Shows the items of home's active warehouse by category, with the first category expanded (C-03, C-10, C-32, C-42).
 */
export default function WarehouseShelf({ slug, store, isWarehouse }: ShelfProps) {
  const { data: menu, isError, isFetching, refetch } = useQuery(ask('get-warehouse-items', { slug }))
  if (isError && !menu) {
    return (
      <div className="mt-7 px-4">
        <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    )
  }
  if (!menu) return null
  return (
    <section className="mt-7 px-4">
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <h2 className="title min-w-0 text-section">
          <a href={`stores/${slug}`}>{t('homePopularItems', { store: store.name })}</a>
        </h2>
        {isWarehouse ? (
          <a href="daily" className="reach flex items-center text-label text-brand">
            {t('dailyTitle')}
            <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </a>
        ) : null}
      </div>
      <div className="mt-2">
        <ItemGroups groups={groupsOf(menu, store)} store={store} headingLevel={3} />
      </div>
      <Suspense>
        <MenuLayers />
      </Suspense>
    </section>
  )
}
