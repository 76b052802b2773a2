import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useDuty } from '#features/delivery/trips/duty.ts'
import { GpsCard } from '#features/delivery/trips/gps-card.tsx'
import { OrderCard } from '#features/delivery/trips/order-card.tsx'
import { isAccepted, isDelivered, isPickedUp, type ShownOrder } from '#features/delivery/trips/orders.ts'
import { ordersQuery } from '#features/delivery/trips/queries.ts'
import { useQueuedSteps, withQueued } from '#features/delivery/trips/queue.ts'
import { RiderPage } from '#features/delivery/trips/rider-page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'

/** Lists offers first, then accepted and collected orders (B-29, N-03). `?show=active` hides the offers. */
export function DeliveryOrders() {
  const isOnlyActive = new URLSearchParams(useSearch()).get('show') === 'active'
  const { isOnDuty } = useDuty()
  const { data, isError, isFetching, refetch } = useQuery(ordersQuery(isOnDuty))
  const steps = useQueuedSteps()
  const isSlow = usePatience(isFetching && !data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect scrolls to the top after each change of the tab
  useEffect(() => {
    scrollTo(0, 0)
  }, [isOnlyActive])
  const own = data && [...data.accepted_orders, ...data.pickedup_orders].map((order) => withQueued(order, steps))
  const active = own?.filter((order) => !isDelivered(order)) ?? []
  return (
    <RiderPage title={t('riderOrdersTitle')} tab={isOnlyActive ? 'active' : 'new'}>
      <div className="grid grid-cols-1 gap-7 px-4">
        {active.length > 0 ? <GpsCard /> : null}
        {isSlow && !data ? <OrdersSkeleton /> : null}
        {isError && !data ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {data && !isOnlyActive ? <Offers offers={data.new_orders} isOnDuty={isOnDuty} /> : null}
        {data && isOnlyActive && active.length === 0 ? (
          <EmptyState picture="/assets/img/states/no-orders-rider.webp" title={t('riderEmptyActive')} />
        ) : null}
        {data && (!isOnlyActive || active.length > 0) ? (
          <>
            <Shelf
              title={t('deliveryAcceptedOrdersTitle')}
              orders={active.filter(isAccepted)}
              empty={t('deliveryNoOrdersAccepted')}
            />
            <Shelf
              title={t('deliveryPickedupOrdersTitle')}
              orders={active.filter(isPickedUp)}
              empty={t('deliveryNoPickedupOrdersMsg')}
            />
          </>
        ) : null}
      </div>
    </RiderPage>
  )
}

function Offers({ offers, isOnDuty }: { offers: ShownOrder[]; isOnDuty: boolean }) {
  if (offers.length > 0) return <Shelf title={t('deliveryNewOrdersTitle')} orders={offers} empty="" />
  return (
    <section aria-label={t('deliveryNewOrdersTitle')}>
      <h2 className="title text-section">{t('deliveryNewOrdersTitle')}</h2>
      {isOnDuty ? <Waiting /> : <OffDuty />}
    </section>
  )
}

function Waiting() {
  const area = useCity()?.labels.find(({ kind }) => kind === 'area')?.text
  return (
    <EmptyState
      picture="/assets/img/states/no-orders-rider.webp"
      title={t('deliveryNoNewOrders')}
      text={area ? t('riderEmptyNew', { area }) : undefined}
    />
  )
}

function OffDuty() {
  const { toggle, isPending } = useDuty()
  return (
    <EmptyState
      picture="/assets/img/states/no-orders-rider.webp"
      title={t('riderOffDutyTitle')}
      text={t('riderOffDutyText')}
      action={
        <Button className="min-h-15 text-rider" isBusy={isPending} onClick={toggle}>
          {t('riderGoOn')}
        </Button>
      }
    />
  )
}

function Shelf({ title, orders, empty }: { title: string; orders: ShownOrder[]; empty: string }) {
  return (
    <section aria-label={title}>
      <h2 className="title flex items-baseline gap-2 text-section">
        {title}
        {orders.length > 0 ? <span className="num text-rider text-ink-2">{orders.length}</span> : null}
      </h2>
      {orders.length === 0 ? <p className="mt-1 text-ink-2">{empty}</p> : null}
      <ul className="mt-3 grid grid-cols-1 gap-3">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-60 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
    </div>
  )
}
