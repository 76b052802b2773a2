import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { watchHold } from '#features/delivery/trips/hold.ts'
import { useLiveTrips } from '#features/delivery/trips/live.ts'
import { usePositionReports } from '#features/delivery/trips/position.ts'
import { ordersQuery } from '#features/delivery/trips/queries.ts'
import { useWakeLock } from '#features/delivery/trips/use-wake-lock.ts'
import { go } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { useRider } from '#stores/rider.ts'
import { DeliveryOrders } from './delivery-orders.tsx'
import NotFound from './not-found.tsx'

const order = () => import('./delivery-order.tsx')
// The banner for offers is in the chunk of the rider's order screen, which the rider screens fetch early.
const OfferBanner = lazy(async () => ({ default: (await order()).OfferBanner }))
const DeliveryOrder = lazy(async () => ({ default: (await order()).DeliveryOrder }))
const DeliveryLogin = lazy(async () => ({ default: (await import('./delivery-login.tsx')).DeliveryLogin }))
const DeliveryCompleted = lazy(async () => ({ default: (await import('./delivery-completed.tsx')).DeliveryCompleted }))

/** Shows the riders' area, which has its own session (N-01, N-02). */
export default function DeliveryArea() {
  const isRider = useRider(({ rider }) => rider !== null)
  return (
    <>
      {isRider ? <OnTheRoad /> : null}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Switch>
          <Route path="/delivery/login" component={DeliveryLogin} />
          <Route path="/delivery/orders">
            <RidersOnly>
              <DeliveryOrders />
            </RidersOnly>
          </Route>
          <Route path="/delivery/orders/:number">
            {({ number }) => (
              <RidersOnly>
                <DeliveryOrder key={number} number={number} />
              </RidersOnly>
            )}
          </Route>
          <Route path={/^\/delivery(?:\/completed-orders)?$/}>
            <RidersOnly>
              <DeliveryCompleted />
            </RidersOnly>
          </Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </>
  )
}

function RidersOnly({ children }: { children: ReactNode }) {
  const isRider = useRider(({ rider }) => rider !== null)
  useEffect(() => {
    if (!isRider) go('/delivery/login', { replace: true })
  }, [isRider])
  return isRider ? children : <div className="min-h-dvh" />
}

/** Updates the lists on every rider screen, and during a trip reports the position and keeps the screen on. */
function OnTheRoad() {
  useLiveTrips()
  useEffect(() => watchHold(queryClient), [])
  const isOnDuty = useRider(({ rider }) => rider?.data.status === 1)
  const { data } = useQuery({ ...ordersQuery(isOnDuty), enabled: false })
  const isOnTrip = Boolean(data && data.accepted_orders.length + data.pickedup_orders.length > 0)
  usePositionReports(isOnTrip)
  useWakeLock(isOnTrip)
  // Fetches the order screen early, because the rider may be offline when they open it. If this fails, nothing is
  // reported, because opening the order screen loads its code again.
  useEffect(() => {
    void Promise.all([order(), import('#features/delivery/trips/trip-map.tsx')]).catch(() => undefined)
  }, [])
  return (
    <Suspense>
      <OfferBanner />
    </Suspense>
  )
}
