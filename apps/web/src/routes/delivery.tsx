import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { useLiveTrips } from '#features/delivery/live.ts'
import { OfferBanner } from '#features/delivery/offer-banner.tsx'
import { usePositionReports } from '#features/delivery/position.ts'
import { ordersQuery } from '#features/delivery/queries.ts'
import { useWakeLock } from '#features/delivery/use-wake-lock.ts'
import { go } from '#lib/navigation.ts'
import { useRider } from '#stores/rider.ts'
import { DeliveryLogin } from './delivery-login.tsx'
import { DeliveryOrder } from './delivery-order.tsx'
import { DeliveryOrders } from './delivery-orders.tsx'
import NotFound from './not-found.tsx'

const DeliveryCompleted = lazy(async () => ({ default: (await import('./delivery-completed.tsx')).DeliveryCompleted }))

/** The riders' area: one chunk and one for what is earned, one session of its own (N-01, N-02). */
export default function DeliveryArea() {
  const isRider = useRider(({ rider }) => rider !== null)
  return (
    <>
      {isRider ? <OnTheRoad /> : null}
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
        <Route path={/^\/delivery(?:\/completed-orders)?\/?$/}>
          <RidersOnly>
            <Suspense fallback={<div className="min-h-dvh" />}>
              <DeliveryCompleted />
            </Suspense>
          </RidersOnly>
        </Route>
        <Route component={NotFound} />
      </Switch>
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

/** What runs beside every screen: news, position and an awake phone while an order is in the bag. */
function OnTheRoad() {
  useLiveTrips()
  const isOnDuty = useRider(({ rider }) => rider?.data.status === 1)
  const { data } = useQuery({ ...ordersQuery(isOnDuty), enabled: false })
  const isOnTrip = Boolean(data && data.accepted_orders.length + data.pickedup_orders.length > 0)
  usePositionReports(isOnTrip)
  useWakeLock(isOnTrip)
  return <OfferBanner />
}
