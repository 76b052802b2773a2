import { type Arrival, expectedArrival, isOldPosition } from '@nukkad/rules/arrival.ts'
import { distanceKm } from '@nukkad/rules/distance.ts'
import { stepsDone } from '@nukkad/rules/order-progress.ts'
import type { OrderStatus } from '@nukkad/rules/order-states.ts'
import { wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { formatDay, formatSlot } from '#lib/format-slot.ts'
import { tenths } from '#lib/locale.ts'
import { readSchedule } from '#lib/slots.ts'
import { homeOf, type Order, type RiderDetails, type RiderPosition } from './use-tracking.ts'

export function stepName(order: Pick<Order, 'delivery_type'>, status: OrderStatus): string {
  const names =
    order.delivery_type === 2
      ? [t('trackingStepPlaced'), t('trackingStepPreparing'), t('trackingStepReady'), t('trackingStepCollected')]
      : [t('trackingStepPlaced'), t('trackingStepPreparing'), t('trackingStepPickedUp'), t('trackingStepDelivered')]
  const number = Math.min(4, Math.max(1, Math.ceil(stepsDone(status, { isPickup: order.delivery_type === 2 }))))
  return t('trackingStepName', { number, count: 4, name: names[number - 1] ?? '' })
}

type Facts = { order: Order; status: OrderStatus; rider: RiderDetails | null; position: RiderPosition | null }

/** Returns one sentence about the order's progress, for people who do not see the timeline and the map. */
export function sentenceOf({ order, status, rider, position }: Facts): string {
  const store = order.restaurant.name
  const name = rider?.name ?? ''
  if (status === 'placed') return t('trackingSentencePlaced', { store })
  if (status === 'accepted') return t('trackingSentencePreparing', { store })
  if (status === 'assigned') return t('trackingSentenceAssigned', { rider: name, store })
  if (status === 'ready') return t('trackingSentenceReady', { store })
  if (status === 'picked_up') {
    const km = tenthsLeft(order, position)
    if (km === null) return t('trackingSentenceNoPosition', { rider: name })
    return t('trackingSentencePickedUp', { rider: name, distance: tenths(km) })
  }
  if (status === 'scheduled' || status === 'schedule_confirmed') {
    return t('trackingSentenceScheduled', scheduledFor(order))
  }
  return ''
}

function tenthsLeft(order: Order, position: RiderPosition | null): number | null {
  const home = homeOf(order)
  if (!home || !position) return null
  return distanceKm(
    { lat: position.at.latitude, lng: position.at.longitude },
    { lat: home.latitude, lng: home.longitude },
  )
}

/** Returns the scheduled day, such as "Mon, 23 Nov", and the slot. */
function scheduledFor(order: Order): { day: string; time: string } {
  const schedule = readSchedule(order.schedule_date, order.schedule_slot)
  return { day: schedule ? formatDay(schedule.date.date) : '', time: schedule ? formatSlot(schedule.slot) : '' }
}

/** Returns whether the rider's last position is too old to estimate the arrival from it. */
export function isLost(position: RiderPosition | null, now: number): boolean {
  return position !== null && isOldPosition(position.seenAt, now)
}

/** Returns when the order is expected, or null without a promised time. */
export function arrival({ order, status, position }: Omit<Facts, 'rider'>, now: number): Arrival | null {
  if (!order.promised_at) return null
  const home = homeOf(order)
  const seen = position && !isLost(position, now) ? position.at : null
  return expectedArrival(
    {
      promisedAt: wireInstant(order.promised_at).getTime(),
      status,
      rider: seen && { lat: seen.latitude, lng: seen.longitude },
      home: home && { lat: home.latitude, lng: home.longitude },
    },
    now,
  )
}
