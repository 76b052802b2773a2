import type { Output } from '@nukkad/contract/contract.ts'
import { TRACKING_REFRESH_MS } from '@nukkad/rules/constants.ts'
import { isForLater, isRunning, type OrderStatus, orderStatusOfId, showsRider } from '@nukkad/rules/order-states.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { canBePaid } from '#lib/can-be-paid.ts'
import { listen } from '#lib/listen.ts'
import { ask } from '#lib/query.ts'
import { renewSession } from '#stores/session.ts'

export type Order = Output<'get-orders'>['data'][number]
export type RiderDetails = NonNullable<Output<'update-user-info'>['delivery_details']>
export type RiderPosition = { at: Point; heading: number | null; seenAt: number }

/**
 * Returns an order in progress. The hook polls every 15 s, and immediately when the event stream reports a change
 * (F-11, F-13, GAP-09). When the order ends, the hook fetches it once more from the list of orders, so that the screen
 * can show how it ended. `isNothing` means that the order had ended before or is not the customer's.
 */
export function useTracking(orderNumber: string, { isReturning }: { isReturning: boolean }) {
  const client = useQueryClient()
  const options = ask('update-user-info', { unique_order_id: orderNumber })
  const result = useQuery({ ...options, refetchInterval: TRACKING_REFRESH_MS, staleTime: 0 })
  const { data } = result
  useEffect(() => {
    if (data) renewSession({ ...data, running_order: null, delivery_details: null })
  }, [data])
  const [heard, setHeard] = useState<number | undefined>(undefined)
  useEffect(() => {
    const askAgain = () => {
      void client.invalidateQueries({ queryKey: ['update-user-info', { unique_order_id: orderNumber }] })
      void client.invalidateQueries({ queryKey: ['get-orders', { ended: orderNumber }] })
    }
    return listen(
      'customer',
      (event) => {
        if (event.type !== 'order-status' || event.unique_order_id !== orderNumber) return
        setHeard(event.orderstatus_id)
        askAgain()
      },
      // The order is fetched once more when the stream opens, because it may have changed since the first answer.
      askAgain,
    )
  }, [client, orderNumber])
  const running = data?.running_order ?? undefined
  const last = useRef<Order | undefined>(undefined)
  if (running) last.current = running
  const isOver = data !== undefined && !running
  const later = useOrderInList(isOver, orderNumber)
  const seen = later.order ?? withStatus(last.current, isOver ? heard : undefined)
  const order = running ?? (isOver ? seen : last.current)
  const status = order && orderStatusOfId(order.orderstatus_id)
  return {
    order,
    rider: data?.delivery_details ?? null,
    status,
    isNothing: isOver && later.isSettled && !isWorthShowing(order, last.current !== undefined || isReturning),
    isError: result.isError,
    isFetching: result.isFetching,
    updatedAt: result.dataUpdatedAt,
    refetch: result.refetch,
  }
}

/**
 * Returns whether to show an order that is not listed as in progress: one that waits for its scheduled time, can still
 * be paid, or ended while the person watched or paid. For an order that had ended before, the app opens the orders list
 * (GAP-09). A new order may appear in the list a moment before it counts as in progress.
 */
function isWorthShowing(order: Order | undefined, wasWatched: boolean): boolean {
  if (!order) return false
  const status = orderStatusOfId(order.orderstatus_id)
  const isUnderWay = status !== undefined && (isRunning(status) || isForLater(status))
  return wasWatched || isUnderWay || canBePaid(order)
}

function withStatus(order: Order | undefined, statusId: number | undefined): Order | undefined {
  return order && statusId !== undefined ? { ...order, orderstatus_id: statusId } : undefined
}

function useOrderInList(isOver: boolean, orderNumber: string) {
  const { data, isError } = useQuery({
    queryKey: ['get-orders', { ended: orderNumber }],
    queryFn: ({ signal }) => call('get-orders', {}, { signal }),
    enabled: isOver,
  })
  return {
    order: data?.data.find(({ unique_order_id }) => unique_order_id === orderNumber),
    isSettled: data !== undefined || isError,
  }
}

/** Returns the rider's position, from the event stream and from a poll every 15 s (N-10, GAP-42). */
export function useRiderPosition(order: Order | undefined, status: OrderStatus | undefined): RiderPosition | null {
  const isFollowed = status !== undefined && showsRider(status)
  const orderId = order?.id ?? 0
  const [streamed, setStreamed] = useState<RiderPosition | null>(null)
  useEffect(
    () =>
      listen('customer', (event) => {
        if (event.type !== 'rider-position' || event.order_id !== orderId) return
        const { latitude, longitude, heading, at } = event
        setStreamed({ at: { latitude, longitude }, heading, seenAt: Date.parse(at) || Date.now() })
      }),
    [orderId],
  )
  const { data } = useQuery({
    ...ask('delivery/get-delivery-guy-gps-location', { order_id: orderId }),
    enabled: isFollowed && orderId > 0,
    refetchInterval: TRACKING_REFRESH_MS,
    staleTime: 0,
  })
  if (!isFollowed) return null
  const asked = data ? positionOf(data) : null
  if (!streamed || !asked) return streamed ?? asked
  return streamed.seenAt >= asked.seenAt ? streamed : asked
}

function positionOf(rider: NonNullable<Output<'delivery/get-delivery-guy-gps-location'>>): RiderPosition | null {
  const [latitude, longitude] = [Number(rider.delivery_lat), Number(rider.delivery_long)]
  if (!rider.delivery_lat || !rider.delivery_long || !Number.isFinite(latitude + longitude)) return null
  const seenAt = rider.positioned_at ? Date.parse(rider.positioned_at) : Number.NaN
  return {
    at: { latitude, longitude },
    heading: rider.heading === null ? null : Number(rider.heading),
    seenAt: Number.isFinite(seenAt) ? seenAt : Date.now(),
  }
}

/** Returns the point of the order's stored delivery address. */
export function homeOf(order: Order): Point | null {
  try {
    const { lat, lng }: { lat?: unknown; lng?: unknown } = JSON.parse(order.location)
    const [latitude, longitude] = [Number(lat), Number(lng)]
    return Number.isFinite(latitude) && Number.isFinite(longitude) && lat !== null ? { latitude, longitude } : null
  } catch {
    return null
  }
}

/** Returns the current time and updates it at this interval, for texts that count minutes. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
