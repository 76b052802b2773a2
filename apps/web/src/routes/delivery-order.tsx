import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Wishes } from '#components/wishes.tsx'
import { GpsCard } from '#features/delivery/trips/gps-card.tsx'
import { NetworkLine } from '#features/delivery/trips/network-line.tsx'
import {
  AgePill,
  Earning,
  orderTitle,
  PayPill,
  QueuedPill,
  SlotPill,
  tripFacts,
} from '#features/delivery/trips/order-facts.tsx'
import { cashToCollect, isAccepted, isDelivered, isOffer, type ShownOrder } from '#features/delivery/trips/orders.ts'
import { orderQuery } from '#features/delivery/trips/queries.ts'
import { useQueuedSteps, withQueued } from '#features/delivery/trips/queue.ts'
import { Stops } from '#features/delivery/trips/stop-card.tsx'
import { TripDock } from '#features/delivery/trips/trip-dock.tsx'
import { TripItems } from '#features/delivery/trips/trip-items.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { Page } from '#features/shell/page.tsx'
import { ApiError } from '#lib/api.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'

export { OfferBanner } from '#features/delivery/trips/offer-banner.tsx'

const TripMap = lazy(async () => ({ default: (await import('#features/delivery/trips/trip-map.tsx')).TripMap }))
const Trouble = lazy(() => import('#features/delivery/trips/trouble.tsx'))
const MapGround = () => <div className="size-full bg-(--c-map-ground)" />

/** Shows one order to its rider, from the offer to the handover (N-04 to N-07). */
export function DeliveryOrder({ number }: { number: string }) {
  const { data, error, isFetching, refetch } = useQuery(orderQuery(number))
  const steps = useQueuedSteps()
  const order = data && withQueued(data, steps)
  if (order && isDelivered(order)) {
    return (
      <Over title={t('riderDelivered')} name={orderTitle(order)} picture="delivered">
        <Earned order={order} />
        <p className="justify-self-center">
          <QueuedPill orderId={order.id} />
        </p>
      </Over>
    )
  }
  if (error instanceof ApiError && error.code === 'ORDER_NOT_YOURS')
    return <Over title={t('riderOrderGone')} picture="no-orders-rider" />
  return (
    <Page title={order ? orderTitle(order) : t('riderOrdersTitle')} header={null} foot="dock">
      <div className="relative h-[40dvh] min-h-64">
        <Suspense fallback={<MapGround />}>{order ? <TripMap order={order} /> : <MapGround />}</Suspense>
        <IconButton
          label={t('a11yBack')}
          variant="glass"
          onClick={() => goBack('/delivery/orders')}
          className="absolute start-3 top-[calc(12px+var(--safe-top))] size-14"
        >
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <div className="relative -mt-7 rounded-t-sheet bg-bg px-4 pt-5 text-rider">
        {order ? (
          <Trip order={order} />
        ) : error ? (
          <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <TripSkeleton />
        )}
      </div>
      {order ? <TripDock order={order} /> : null}
    </Page>
  )
}

function Earned({ order }: { order: ShownOrder }) {
  if (!isSettingOn('enableDeliveryGuyEarning')) return null
  return (
    <div className="mt-4 text-center">
      <p className="text-body text-ink-2">{t('riderYouEarned')}</p>
      <Earning order={order} />
    </div>
  )
}

function Trip({ order }: { order: ShownOrder }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="-mx-4">
        <NetworkLine />
      </div>
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h1 tabIndex={-1} className="title me-auto text-title">
            {orderTitle(order)}
          </h1>
          {isOffer(order) ? null : (
            <Pill>{t(isAccepted(order) ? 'deliveryAcceptedOrdersTitle' : 'deliveryPickedupOrdersTitle')}</Pill>
          )}
          <AgePill order={order} />
          <SlotPill order={order} />
          <QueuedPill orderId={order.id} />
        </div>
        <div className="mt-1">
          <Earning order={order} />
        </div>
        <p className="num mt-1 text-body text-ink-2">{tripFacts(order).join(' · ')}</p>
      </div>
      {isOffer(order) ? null : <GpsCard />}
      <Stops order={order} />
      <Wishes order={order} />
      <Money order={order} />
      {order.trouble === 'rider_stopped' ? (
        <p className="rounded-card bg-gold-tint p-4 text-gold-ink">{t('troubleHandedOver')}</p>
      ) : null}
      <TripItems order={order} isChecklist={isAccepted(order)} />
      {order.order_comment ? (
        <section aria-label={t('riderNote')} className="rounded-card bg-info-tint p-4 text-info">
          <h2 className="font-650">{t('riderNote')}</h2>
          <p>{order.order_comment}</p>
        </section>
      ) : null}
      {isOffer(order) ? null : <TroubleButton order={order} />}
    </div>
  )
}

/** Opens the sheet with the problems on a trip that the rider can report. */
function TroubleButton({ order }: { order: ShownOrder }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button isBlock variant="outline" className="min-h-14 text-rider" onClick={() => setOpen(true)}>
        {t('troubleButton')}
      </Button>
      <Suspense>{isOpen ? <Trouble order={order} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

function Money({ order }: { order: ShownOrder }) {
  const cash = cashToCollect(order)
  if (cash === 0) {
    return (
      <p className="flex min-h-14 items-center justify-between rounded-card bg-surface px-4 hairline">
        {t('deliveryOnlinePayment')}
        <PayPill order={order} />
      </p>
    )
  }
  return (
    <section aria-label={t('deliveryCashOnDelivery')} className="rounded-card bg-gold-tint p-4 text-gold-ink">
      <p className="text-body">{t('deliveryCashOnDelivery')}</p>
      <p className="num title text-title">{t('riderCollect', { amount: wirePrice(cash, order.currency) })}</p>
      {order.cash_change_amount ? (
        <p className="num text-body">
          {t('riderChangeFor', { amount: wirePrice(order.cash_change_amount, order.currency) })}
        </p>
      ) : null}
    </section>
  )
}

type OverProps = { title: string; name?: string; picture: string; children?: ReactNode }

/** Shows that the rider has nothing left to do for this order. */
function Over({ title, name = title, picture, children }: OverProps) {
  return (
    <Page title={name} header={null}>
      <div className="grid min-h-dvh place-content-center text-rider">
        <EmptyState
          level={1}
          picture={`/assets/img/states/${picture}.webp`}
          title={title}
          action={
            <Button href="/delivery/orders" className="min-h-15 text-rider">
              {t('riderBackToOrders')}
            </Button>
          }
        />
        {children}
      </div>
    </Page>
  )
}

function TripSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-52 rounded-card" />
    </div>
  )
}
