import { usualOrders } from '@nukkad/rules/usual-orders.ts'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { StorePicture } from '#components/store-picture.tsx'
import { t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'
import { closedText, type ListedStore } from '#lib/store-summary.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { hasUsualPlace } from '#lib/usual-place.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import type { Session } from '#stores/session.ts'
import { type RecentOrder, useRecentOrders } from './recent-orders.ts'

const MOST = 3

/**
 * Lets a customer fill the cart with one of their usual orders. Orders of open stores come first; the orders of closed
 * stores say when the store opens.
 */
export default function UsualOrders({ customer }: { customer: Session['data'] }) {
  const [hasPlace] = useState(() => hasUsualPlace(customer))
  const { data: orders, isLoadingError } = useRecentOrders(true)
  const place = usePlace((state) => state.place)
  const { data: stores } = useQuery({ ...ask('get-delivery-restaurants', coordinatesOf(place)), enabled: hasPlace })
  const usual = orders
    ? usualOrders(orders, MOST)
        .map((order) => ({ order, closed: closedOf(order, stores) }))
        .toSorted((a, b) => Number(a.closed !== null) - Number(b.closed !== null))
    : undefined
  const has = usual && usual.length > 0
  useEffect(() => {
    if (has !== undefined) writeKey('hasUsualOrders', String(has))
  }, [has])
  const reorder = useReorder()
  if (!hasPlace || isLoadingError || has === false) return null
  return (
    <section aria-labelledby="usual-orders" className="mt-(--gap)">
      <div className="mb-2.5 flex items-end justify-between px-4">
        <h2 id="usual-orders" className="title text-section">
          {t('homeOrderAgain')}
        </h2>
        <a href="/my-orders" className="reach flex items-center text-label text-brand">
          {t('commonSeeAll')}
          <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        </a>
      </div>
      <div className="rail gap-3 pb-1">
        {usual?.map(({ order, closed }) => (
          <UsualOrder
            key={order.id}
            order={order}
            closed={closed}
            isBusy={reorder.isPending && reorder.variables.id === order.id}
            onChoose={() => reorder.mutate(order)}
          />
        )) ?? <Skeleton className="h-18 w-3/4 rounded-card" />}
      </div>
    </section>
  )
}

/** Returns when the closed store of an order opens, or null if the store is open. */
function closedOf({ restaurant }: RecentOrder, stores: ListedStore[] | undefined): string | null {
  return closedText(stores?.find(({ id }) => id === restaurant.id) ?? { ...restaurant, opens_at: null })
}

type UsualOrderProps = { order: RecentOrder; closed: string | null; isBusy: boolean; onChoose: () => void }

function UsualOrder({ order, closed, isBusy, onChoose }: UsualOrderProps) {
  const { restaurant, orderitems } = order
  return (
    <button
      type="button"
      aria-busy={isBusy}
      onClick={onChoose}
      className="press flex min-h-18 w-3/4 items-center gap-3 rounded-card bg-surface p-2 text-start hairline"
    >
      <StorePicture store={restaurant} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-label text-ink">
          {orderitems.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
        </span>
        <span dir="auto" className="block truncate text-small text-ink-2">
          {restaurant.name}
        </span>
        <span className="num block text-small text-ink-2">{closed ?? wirePrice(order.total, order.currency)}</span>
      </span>
      <RotateCcw aria-hidden="true" className={`me-1 size-5 shrink-0 text-brand ${isBusy ? 'spin' : ''}`} />
    </button>
  )
}
