import { usualOrders } from '@nukkad/rules/usual-orders.ts'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { ChevronRight, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { StorePicture } from '#components/store-picture.tsx'
import { t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { useCustomer } from '#stores/session.ts'
import { type RecentOrder, useRecentOrders } from './recent-orders.ts'

const MOST = 3

/**
 * Lets a customer fill the cart with one of their usual orders. The browser remembers that there are usual orders, so
 * that on the next visit home reserves space for them above the stores. On the first visit they are below the stores
 * (`isBelow`), so that nothing moves.
 */
export default function UsualOrders({ isBelow = false }: { isBelow?: boolean }) {
  const customer = useCustomer()
  const [hasPlace] = useState(() => readKey('hasUsualOrders') === 'true')
  const { data: orders } = useRecentOrders(true)
  const usual = orders && usualOrders(orders, MOST)
  const has = usual && usual.length > 0
  useEffect(() => {
    if (has !== undefined) writeKey('hasUsualOrders', String(has))
  }, [has])
  const reorder = useReorder()
  if (!customer || hasPlace === isBelow || !(has ?? hasPlace)) return null
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
        {usual?.map((order) => (
          <UsualOrder
            key={order.id}
            order={order}
            isBusy={reorder.isPending && reorder.variables.id === order.id}
            onChoose={() => reorder.mutate(order)}
          />
        )) ?? <Skeleton className="h-18 w-[66%] rounded-card" />}
      </div>
    </section>
  )
}

function UsualOrder({ order, isBusy, onChoose }: { order: RecentOrder; isBusy: boolean; onChoose: () => void }) {
  const { restaurant, orderitems } = order
  return (
    <button
      type="button"
      aria-busy={isBusy}
      onClick={onChoose}
      className="press flex h-18 w-[66%] items-center gap-3 rounded-card bg-surface p-2 text-start hairline"
    >
      <StorePicture store={restaurant} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-label text-ink">
          {orderitems.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
        </span>
        <span dir="auto" className="num block truncate text-small text-ink-2">
          {wirePrice(order.total, order.currency)} · {restaurant.name}
        </span>
      </span>
      <RotateCcw aria-hidden="true" className={`me-1 size-5 shrink-0 text-brand ${isBusy ? 'spin' : ''}`} />
    </button>
  )
}
