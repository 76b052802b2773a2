import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { ItemRows } from '#features/catalogue/menu/item-rows.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { isOnList } from '#lib/menu-item.ts'
import { ask } from '#lib/query.ts'
import type { Visit } from '#lib/visits.ts'

const MenuLayers = lazy(() => import('#features/catalogue/menu/menu-layers.tsx'))

type GoodsSheetProps = { salon: Visit['store']; isOpen: boolean; onClose: () => void }

/**
 * Lists the products of a salon, to add them to a visit. Products can also be added while the salon is closed, because
 * the salon hands the products over at the visit.
 */
export default function GoodsSheet({ salon, isOpen, onClose }: GoodsSheetProps) {
  const menu = useQuery(ask('get-restaurant-items', { slug: salon.slug }))
  const services = useQuery(ask('salon-services', { store_id: salon.id }))
  const store = useMemo(() => ({ id: salon.id, name: salon.name, isOpen: true }), [salon.id, salon.name])
  const goods = useMemo(() => {
    if (!menu.data || !services.data) return undefined
    const booked = new Set(services.data.services.map(({ item_id }) => item_id))
    return Object.values(menu.data.items)
      .flat()
      .filter((item) => isOnList(item) && !booked.has(item.id))
  }, [menu.data, services.data])
  const failed = [menu, services].find(({ isLoadingError }) => isLoadingError)
  return (
    <>
      <Sheet
        isOpen={isOpen}
        onClose={onClose}
        title={t('bookGoods')}
        sub={t('bookGoodsText')}
        closeLabel={t('a11yClose')}
        size="full"
        foot={
          <Button isBlock onClick={onClose}>
            {t('modOSDoneBtnText')}
          </Button>
        }
      >
        {failed ? <NotLoaded onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} /> : null}
        {goods || failed ? null : <Skeleton className="h-60 rounded-card" />}
        {goods?.length === 0 ? (
          <EmptyState picture="/assets/img/states/search-empty.webp" title={t('storeNoItems')} />
        ) : null}
        {goods ? <ItemRows items={goods} store={store} label={t('bookGoods')} /> : null}
      </Sheet>
      <Suspense>
        <MenuLayers store={store} />
      </Suspense>
    </>
  )
}
