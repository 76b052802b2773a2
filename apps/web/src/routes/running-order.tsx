import { stepsDone } from '@nukkad/rules/order-progress.ts'
import { isCancellableBy, isForLater, type OrderStatus, showsRider } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { RiderCard } from '@nukkad/ui/components/rider-card.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { Timeline } from '@nukkad/ui/components/timeline.tsx'
import { tracking } from '@nukkad/ui/components/tracking-frame.ts'
import { ChevronLeft, CircleHelp, RotateCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { Wishes } from '#components/wishes.tsx'
import { useHelp } from '#features/ordering/help/use-help.tsx'
import { Arrival } from '#features/ordering/tracking/arrival.tsx'
import { OrderCard, PinCard, PlaceCard } from '#features/ordering/tracking/order-cards.tsx'
import { sentenceOf, stepName } from '#features/ordering/tracking/progress.ts'
import { StoreRow } from '#features/ordering/tracking/store-row.tsx'
import {
  type Order,
  type RiderDetails,
  type RiderPosition,
  useNow,
  useRiderPosition,
  useTracking,
} from '#features/ordering/tracking/use-tracking.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { canBePaid } from '#lib/can-be-paid.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { isJustPlaced } from '#lib/just-placed.ts'
import { go, goBack } from '#lib/navigation.ts'
import { showOrder } from '#lib/order-to-show.ts'
import { spanOf } from '#lib/span.ts'
import { announce } from '#lib/toasts.ts'
import { isUnpaid } from '#lib/unpaid.ts'
import { forgetPayment, usePaymentCheck } from '#lib/use-payment-check.ts'

const OrderMap = lazy(async () => ({ default: (await import('#features/ordering/tracking/order-map.tsx')).OrderMap }))
const MapGround = () => <div className="size-full bg-(--c-map-ground)" />
const PlacedMoment = lazy(() => import('#features/ordering/tracking/placed-moment.tsx'))
const PushSheet = lazy(() => import('#features/messaging/alerts/push-sheet.tsx'))
const PayPanel = lazy(() => import('#features/payments/paying/pay-panel.tsx'))
const CancelOrder = lazy(async () => ({
  default: (await import('#features/ordering/tracking/cancel-order.tsx')).CancelOrder,
}))
const VisitOfOrder = lazy(() => import('#features/bookings/visit-of-order.tsx'))
const Ended = lazy(() => import('#features/ordering/tracking/ended.tsx'))

export default function RunningOrder() {
  const { unique_order_id = '' } = useParams<{ unique_order_id: string }>()
  return (
    <CustomersOnly>
      <Tracking orderNumber={unique_order_id} />
    </CustomersOnly>
  )
}

function Tracking({ orderNumber }: { orderNumber: string }) {
  const check = usePaymentCheck()
  const { order, rider, status, isNothing, isError, isFetching, updatedAt, refetch } = useTracking(orderNumber, {
    isReturning: check.status !== 'none',
  })
  const isVisit = order?.delivery_type === orderTypeCodes.VISIT
  const position = useRiderPosition(order, status)
  const now = useNow(15_000)
  useEffect(() => {
    if (isNothing && !isVisit) go('/my-orders', { replace: true })
    else if (order) showOrder(undefined)
  }, [isNothing, isVisit, order])
  const help = useHelp()
  const [hasLapsed, setLapsed] = useState(false)
  const [isPaidNow, setPaidNow] = useState(false)
  const mustPay = order !== undefined && isUnpaid(order)
  useEffect(() => {
    if (check.status !== 'paid' || !order || mustPay) return
    announce(t('payReceived'))
    navigator.vibrate?.([10, 40, 10])
    setPaidNow(true)
    forgetPayment()
  }, [check.status, order, mustPay])
  const isNew = isJustPlaced(orderNumber)
  if (isVisit) {
    return (
      <Suspense>
        <VisitOfOrder orderNumber={orderNumber} />
      </Suspense>
    )
  }
  const result = order && endOf(order, status, hasLapsed && check.status !== 'paid')
  if (result) {
    return (
      <Page title={t('trackingTitle')} header={null}>
        <Suspense>
          <Ended order={order} result={result} />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page title={t('trackingTitle')} header={null} onRefresh={refetch}>
      <div className={tracking.ground}>
        {isSettingOn('showMap') ? (
          <Suspense fallback={<MapGround />}>
            {order ? <OrderMap order={order} position={position} now={now} /> : <MapGround />}
          </Suspense>
        ) : (
          <div className="ground-hero size-full" />
        )}
      </div>
      <div className="pointer-events-none fixed inset-x-3 top-[calc(12px+var(--safe-top))] z-5 mx-auto flex max-w-186 justify-between [&>*]:pointer-events-auto">
        <IconButton label={t('a11yBack')} variant="glass" onClick={() => goBack('/my-orders')}>
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
        <button
          type="button"
          aria-label={t('trackingHelp')}
          disabled={!order}
          className="press glass flex min-h-11 items-center gap-1.5 rounded-[14px] px-3.5 text-label"
          onClick={() => order && help.open(order)}
        >
          <CircleHelp aria-hidden="true" className="size-5" />
          {t('trackingHelpShort')}
        </button>
      </div>
      <Suspense>{help.sheet(order)}</Suspense>
      <Suspense>{order && !mustPay ? <PushSheet /> : null}</Suspense>
      <Suspense>{(isNew || isPaidNow) && !mustPay ? <PlacedMoment order={order} /> : null}</Suspense>
      {/* The sheet has a separate scroll area, so that a person can drag the map where the sheet does not cover it. */}
      <div className={tracking.scroller}>
        <div className={tracking.gap} />
        <div className={tracking.sheet}>
          <span aria-hidden="true" className={tracking.grip} />
          {mustPay ? (
            <div className="grid grid-cols-1 gap-3">
              <Suspense fallback={<Skeleton className="h-52" />}>
                <PayPanel order={order} check={check} onLapsed={() => setLapsed(true)} />
              </Suspense>
              <OrderCard order={order} />
              <PlaceCard order={order} />
            </div>
          ) : order && status ? (
            <Progress order={order} status={status} rider={rider} position={position} now={now} />
          ) : isError && !isFetching ? (
            <ScreenNotLoaded level={1} onRetry={() => void refetch()} />
          ) : (
            <TrackingSkeleton text={t(isNew ? 'checkoutPlaced' : 'trackingLoading')} />
          )}
          {order ? (
            <p className="mt-4 flex items-center justify-center gap-1 text-small text-ink-2">
              {isFetching ? t('trackingReconnecting') : t('trackingUpdated', { time: timeOf(new Date(updatedAt)) })}
              <IconButton label={t('runningOrderRefreshButton')} disabled={isFetching} onClick={() => void refetch()}>
                <RotateCw aria-hidden="true" className={`!size-4 ${isFetching ? 'spin' : ''}`} />
              </IconButton>
            </p>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

/** Returns how an order ended, or undefined while it is in progress or can still be paid. */
function endOf(order: Order, status: OrderStatus | undefined, hasLapsed: boolean) {
  if (status === 'delivered' || status === 'cancelled') return status
  const isLost = isUnpaid(order) && (hasLapsed || (status === 'payment_failed' && !canBePaid(order)))
  return isLost ? ('unpaid' as const) : undefined
}

type ProgressProps = {
  order: Order
  status: OrderStatus
  rider: RiderDetails | null
  position: RiderPosition | null
  now: number
}

function Progress({ order, status, rider, position, now }: ProgressProps) {
  const isPickup = order.delivery_type === 2
  const sentence = sentenceOf({ order, status, rider, position })
  useStatusNews(sentence)
  const minutesSilent = position ? Math.floor((now - position.seenAt) / 60_000) : 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <Arrival order={order} status={status} position={position} now={now} />
      <Timeline
        name={stepName(order, status)}
        steps={4}
        done={stepsDone(status, { isPickup: order.delivery_type === 2 })}
      />
      <p className={tracking.sentence}>
        {sentence}
        {minutesSilent >= 1 ? (
          <span className="block text-small text-ink-2">{t('trackingSeenAgo', { time: spanOf(minutesSilent) })}</span>
        ) : null}
      </p>
      {isPickup || isForLater(status) ? null : (
        <RiderCard
          rider={showsRider(status) && rider ? { ...rider, vehicle: rider.vehicle_number, rating: rider.rating } : null}
          findingText={t('trackingFindingRider')}
          callLabel={t('trackingCall', { name: rider?.name ?? '' })}
        />
      )}
      <StoreRow order={order} />
      {order.delivery_pin && !isPickup && isSettingOn('enableDeliveryPin') ? (
        <PinCard pin={order.delivery_pin} />
      ) : null}
      <OrderCard order={order} />
      <PlaceCard order={order} />
      <Wishes order={order} />
      {isCancellableBy(status, 'customer') ? (
        <div className="text-center">
          <Suspense>
            <CancelOrder order={order} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}

/** Announces a new status to screen readers, wherever the focus is. */
function useStatusNews(sentence: string) {
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
}

function TrackingSkeleton({ text }: { text: string }) {
  return (
    <div role="status" className="grid gap-3">
      <p className={tracking.sentence}>{text}</p>
      <Skeleton className="h-14 w-1/2" />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-19 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  )
}
