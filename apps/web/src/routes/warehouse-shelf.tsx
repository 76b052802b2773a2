import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { groupsOf } from '#features/menu/item.ts'
import { ItemGroups } from '#features/menu/item-groups.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { call } from '#lib/api.ts'
import { broughtFor } from '#lib/boot.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { applyPreference, applySalonPreference } from '#stores/preferences.ts'
import { useCustomer } from '#stores/session.ts'

// Not needed to show the menu, only once something of it is touched.
const MenuLayers = lazy(() => import('#features/menu/menu-layers.tsx'))

/** The nearest ones are asked about at once (C-40). */
const askedAtOnce = 5

/** The nearest warehouse's items on home, by category with the first open (C-03, C-10, C-32, C-40 to C-43). */
export default function WarehouseShelf({ isSalon }: { isSalon: boolean }) {
  const customer = useCustomer()
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const { data: warehouses } = useQuery({
    ...ask('get-delivery-warehouses', coordinates),
    initialData: () => broughtFor(coordinates)?.warehouses,
    initialDataUpdatedAt: 0,
  })
  const nearest = warehouses?.toSorted((a, b) => a.distance - b.distance).slice(0, askedAtOnce) ?? []
  const name = customer ? 'get-restaurant-info-with-favourite' : 'get-restaurant-info'
  const infos = useQueries({
    queries: nearest.map(({ slug }) => ({
      queryKey: [name, { slug }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(name, { slug }, { signal }),
    })),
  })
  const inUse = infos.map(({ data }) => data).find((info) => info?.is_active === 1)
  const id = inUse?.id
  const deliveryType = inUse?.delivery_type
  useEffect(() => {
    if (id === undefined || deliveryType === undefined) return
    writeKey('warehouse_id', String(id))
    if (isSalon) applySalonPreference(deliveryType)
    else applyPreference(deliveryType)
  }, [id, deliveryType, isSalon])
  if (!inUse) return null
  return (
    <Items
      slug={inUse.slug}
      store={{ id: inUse.id, name: inUse.name, isOpen: true }}
      isWarehouse={inUse.kind === 'warehouse'}
    />
  )
}

type ItemsProps = { slug: string; store: { id: number; name: string; isOpen: boolean }; isWarehouse: boolean }

function Items({ slug, store, isWarehouse }: ItemsProps) {
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
      <ItemGroups groups={groupsOf(menu)} store={store} headingLevel={3} />
      <Suspense>
        <MenuLayers />
      </Suspense>
    </section>
  )
}
