import { stepsDone } from '@nukkad/rules/order-progress.ts'
import { isTracked, orderStatusOfId, orderStatusTextKeys } from '@nukkad/rules/order-states.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Bike, ChevronRight } from 'lucide-react'
import { wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { ask } from '#lib/query.ts'
import { useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { type RecentOrder, useFreshOrders, useRecentOrders } from './recent-orders.ts'

/** Shows the order in progress, with links to its tracking and to all orders (F-12, C-28). */
export function RunningStrip() {
  const customer = useCustomer()
  const hasCart = useCart(({ lines }) => lines.length > 0)
  const { data: isRunning = false } = useQuery({
    ...ask('check-running-order', {}),
    enabled: Boolean(customer),
    refetchInterval: 60_000,
  })
  const { data: orders } = useRecentOrders(isRunning)
  useFreshOrders(isRunning)
  if (!customer || !isRunning) return null
  const order = orders?.find(({ orderstatus_id }) => isTracked(statusOf(orderstatus_id)))
  return (
    <div
      className="fixed inset-x-0 z-19 mx-auto max-w-192 px-3"
      style={{ bottom: `calc(var(--nav) + ${hasCart ? 80 : 10}px)` }}
    >
      <span
        aria-hidden="true"
        className="absolute inset-x-0 -top-1 -bottom-2.5 -z-1 [background:linear-gradient(transparent,var(--c-bg)_55%)]"
      />
      <div data-foot className="flex min-h-14 rounded-card bg-tint font-650 text-on-tint shadow-2">
        {order ? (
          <>
            <OrderLink order={order} />
            <a href="/my-orders" className="press grid place-items-center px-3.5 text-label">
              <span className="sr-only">{t('ongoingOrderMsg')}: </span>
              {t('commonSeeAll')}
            </a>
          </>
        ) : (
          <a href="/my-orders" className="press flex min-w-0 flex-1 items-center gap-3 px-4">
            <Bike aria-hidden="true" className="size-5" />
            <span className="min-w-0 flex-1 py-2">{t('ongoingOrderMsg')}</span>
            <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          </a>
        )}
      </div>
    </div>
  )
}

const statusOf = (id: number) => orderStatusOfId(id) ?? 'placed'

function OrderLink({ order }: { order: RecentOrder }) {
  const status = statusOf(order.orderstatus_id)
  const promised = order.promised_at && wireInstant(order.promised_at)
  const state = t(orderStatusTextKeys[status])
  return (
    <a
      href={`/running-order/${order.unique_order_id}`}
      className="press flex min-w-0 flex-1 items-center gap-3 py-1.5 ps-2"
    >
      <Ring order={order} share={stepsDone(status, { isPickup: order.delivery_type === 2 }) / 4} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-ink">
          {order.restaurant.name}
        </span>
        <span className="num block text-small">
          {promised && promised.getTime() > Date.now()
            ? t(order.delivery_type === 2 ? 'homeRunningPickup' : 'homeRunningState', { state, time: timeOf(promised) })
            : state}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="me-2 size-5 shrink-0 rtl:-scale-x-100" />
    </a>
  )
}

/** Shows the store's picture in a ring, whose filled share, from 0 to 1, is the progress of the order. */
function Ring({ order: { restaurant }, share }: { order: RecentOrder; share: number }) {
  return (
    <span aria-hidden="true" className="relative grid size-11 shrink-0 place-items-center">
      <svg aria-hidden="true" viewBox="0 0 44 44" className="absolute inset-0">
        <circle cx="22" cy="22" r="20" fill="none" stroke="var(--c-tint-2)" strokeWidth="3" />
        <circle
          cx="22"
          cy="22"
          r="20"
          fill="none"
          stroke="var(--c-text)"
          strokeWidth="3"
          strokeLinecap="round"
          pathLength="1"
          transform="rotate(-90 22 22)"
          strokeDasharray={`${share} 1`}
        />
      </svg>
      <span className={`relative size-8 overflow-hidden rounded-full ${groundFor(restaurant.id)}`}>
        {restaurant.image ? (
          <Picture
            path={restaurant.image}
            alt=""
            width={32}
            height={32}
            sizes="64px"
            className="absolute inset-0 size-full object-cover"
          />
        ) : null}
      </span>
    </span>
  )
}
