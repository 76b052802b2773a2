import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from './duty.ts'
import { closeBanner } from './live.ts'
import type { DeliveryOrder } from './orders.ts'
import { orderQuery, refreshTrips } from './queries.ts'
import { isQueued, type QueuedStep, queueStep, sendQueue } from './queue.ts'

type Trip = { id: number; unique_order_id: string }

/** Accepts an offer. Only one rider can accept an order, so an acceptance is never queued while offline (N-05). */
export function useAccept({ onAccepted, onRefused }: { onAccepted: () => void; onRefused: (reason: string) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Trip) => call('delivery/accept-to-deliver', { order_id: id }),
    onSuccess: (order, { unique_order_id }) => {
      closeBanner()
      refreshTrips()
      if (order.already_accepted) return onRefused(t('deliveryAlreadyAccepted'))
      if (order.max_order) return onRefused(t('deliveryMaxOrderReachedMsg'))
      client.setQueryData(orderQuery(unique_order_id).queryKey, order)
      navigator.vibrate?.(10)
      onAccepted()
    },
    onError: (error) => {
      refreshTrips()
      onRefused(refusalText(error))
    },
  })
}

/** The result of a step, without fields if the step was queued. */
type Outcome = { order?: DeliveryOrder; isPinWrong?: boolean }

/**
 * Reports that an order was picked up or delivered. While the phone is offline, the step is queued and the trip
 * continues (N-06, N-07, GAP-43).
 */
export function useStep(trip: Trip, onRefused: (reason: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (step: Omit<QueuedStep, 'orderId'>) => sendOrQueue({ orderId: trip.id, ...step }),
    onSuccess: ({ order, isPinWrong }) => {
      if (isPinWrong) return
      if (order) client.setQueryData(orderQuery(trip.unique_order_id).queryKey, order)
      navigator.vibrate?.(10)
      refreshTrips()
    },
    onError: (error) => {
      refreshTrips()
      onRefused(refusalText(error))
    },
  })
}

async function sendOrQueue(queued: QueuedStep): Promise<Outcome> {
  const { orderId: order_id, step, pin } = queued
  // The steps of an order must reach the server in their order, so a step is queued if an earlier one is still queued.
  if (isQueued(order_id)) return putInQueue(queued)
  try {
    if (step === 'pickup') return { order: await call('delivery/pickedup-order', { order_id }) }
    const order = await call('delivery/deliver-order', { order_id, delivery_pin: pin ?? null })
    return order.delivery_pin_error ? { isPinWrong: true } : { order }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    return putInQueue(queued)
  }
}

function putInQueue(queued: QueuedStep): Outcome {
  queueStep(queued)
  void sendQueue()
  return {}
}
