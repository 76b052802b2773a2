import type { Output } from '@nukkad/contract/contract.ts'
import { isOldPosition } from '@nukkad/rules/arrival.ts'
import { TRACKING_REFRESH_MS } from '@nukkad/rules/constants.ts'
import { stepsDone } from '@nukkad/rules/order-progress.ts'
import { orderStatusOfId, orderStatusTextKeys } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { Timeline } from '@nukkad/ui/components/timeline.tsx'
import { tracking } from '@nukkad/ui/components/tracking-frame.ts'
import { useQuery } from '@tanstack/react-query'
import { Bike } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { StorePicture } from '#components/store-picture.tsx'
import { ArrivalTime } from '#features/ordering/tracking/arrival.tsx'
import { stepName } from '#features/ordering/tracking/progress.ts'
import { useNow } from '#features/ordering/tracking/use-tracking.ts'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { ask } from '#lib/query.ts'

type Shared = Output<'get-shared-order'>

const PlacesMap = lazy(async () => ({ default: (await import('#features/ordering/tracking/order-map.tsx')).PlacesMap }))
const MapGround = () => <div className="size-full bg-(--c-map-ground)" />

/** Shows a shared order to anyone with its link. The screen polls every 15 s until the link ends. */
export default function Share() {
  const { token = '' } = useParams<{ token: string }>()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...ask('get-shared-order', { share_token: token.slice(0, 64) }),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : TRACKING_REFRESH_MS),
    staleTime: 0,
  })
  if (isGone(error)) return <Gone />
  return (
    <Page title={t('sharedTitle')} header={null}>
      <div className={tracking.ground}>
        {!isSettingOn('showMap') ? (
          <div className="ground-hero size-full" />
        ) : (
          <Suspense fallback={<MapGround />}>{data ? <SharedMap shared={data} /> : <MapGround />}</Suspense>
        )}
      </div>
      <div className={tracking.scroller}>
        <div className={tracking.gap} />
        <div className={tracking.sheet}>
          <span aria-hidden="true" className={tracking.grip} />
          {data ? (
            <SharedProgress shared={data} />
          ) : error && !isFetching ? (
            <ScreenNotLoaded level={1} onRetry={() => void refetch()} />
          ) : (
            <SharedSkeleton />
          )}
          {data ? (
            <p className="mt-4 text-center text-small text-ink-2">
              {t('trackingUpdated', { time: timeOf(new Date(dataUpdatedAt)) })}
            </p>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

const isGone = (error: Error | null) => error instanceof ApiError && error.code === 'NOT_FOUND'

function SharedProgress({ shared }: { shared: Shared }) {
  const now = useNow(TRACKING_REFRESH_MS)
  const { store, rider, delivery_type, arrives_at, late_minutes: lateMinutes, is_overdue: isOverdue } = shared
  const status = orderStatusOfId(shared.orderstatus_id) ?? 'placed'
  const isPickup = delivery_type === 2
  const at = arrives_at ? Date.parse(arrives_at) : Number.NaN
  const minutes = Math.max(0, Math.round((at - now) / 60_000))
  const isArriving = status !== 'delivered' && status !== 'ready' && Number.isFinite(at)
  const label = t(orderStatusTextKeys[status])
  return (
    <div className="grid grid-cols-1 gap-3">
      {isArriving ? (
        <ArrivalTime
          isPickup={isPickup}
          expected={{ at, minutes, lateMinutes, isOverdue }}
          isUnsure={typeof rider?.positioned_at === 'string' && isOldPosition(Date.parse(rider.positioned_at), now)}
        />
      ) : (
        <h1 tabIndex={-1} className="title text-display">
          {label}
        </h1>
      )}
      <Timeline name={stepName(shared, status)} steps={4} done={stepsDone(status, { isPickup })} />
      <section className="flex items-center gap-3 rounded-card bg-surface p-3.5 hairline">
        <StorePicture store={store} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-heading">{t('sharedFrom', { store: store.name })}</h2>
          {isArriving ? <p className="text-small text-ink-2">{label}</p> : null}
        </div>
      </section>
      {rider ? (
        <section className="flex items-center gap-3 rounded-card bg-surface p-3.5 hairline">
          <span className="grid size-14 shrink-0 place-items-center rounded-full bg-tint text-on-tint">
            <Bike aria-hidden="true" className="size-6" />
          </span>
          <p className="min-w-0 flex-1">{t('sharedOnTheWay', { rider: rider.name })}</p>
        </section>
      ) : null}
    </div>
  )
}

function SharedMap({ shared: { store, rider } }: { shared: Shared }) {
  const now = useNow(TRACKING_REFRESH_MS)
  const position =
    rider && rider.latitude !== null && rider.longitude !== null && rider.positioned_at
      ? {
          at: { latitude: rider.latitude, longitude: rider.longitude },
          heading: null,
          seenAt: Date.parse(rider.positioned_at),
        }
      : null
  return <PlacesMap store={store} home={null} position={position} isCarried now={now} />
}

/** Links that have ended and links that never existed show the same text, so that no one learns which tokens exist. */
function Gone() {
  return (
    <Page title={t('sharedNotFoundTitle')} header={null}>
      <div className="grid min-h-[90dvh] place-items-center">
        <EmptyState
          level={1}
          picture="/assets/img/states/not-found.webp"
          title={t('sharedNotFoundTitle')}
          text={t('sharedNotFoundText')}
          action={<Button href="/">{t('notFoundHome')}</Button>}
        />
      </div>
    </Page>
  )
}

function SharedSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
      <Skeleton className="h-14 w-2/3" />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-21 rounded-card" />
    </div>
  )
}
