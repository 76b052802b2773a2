import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { type OrderStatus, orderStatuses, orderStatusIds } from './order-states.ts'

type OrderNews = { title: TextKey; message: TextKey }

/** States that the customer is notified of, with the keys of their texts (docs/reference/wire.md#push-payload). */
const news: Partial<Record<OrderStatus, OrderNews>> = {
  accepted: { title: 'runningOrderPreparingTitle', message: 'runningOrderPreparingSub' },
  assigned: { title: 'runningOrderDeliveryAssignedTitle', message: 'runningOrderDeliveryAssignedSub' },
  picked_up: { title: 'runningOrderOnwayTitle', message: 'runningOrderOnwaySub' },
  delivered: { title: 'runningOrderDelivered', message: 'runningOrderDeliveredSub' },
  cancelled: { title: 'runningOrderCanceledTitle', message: 'runningOrderCanceledSub' },
  ready: { title: 'runningOrderReadyForPickup', message: 'runningOrderReadyForPickupSub' },
}

/** Returns the texts that notify the customer of a state, by its id; undefined for one that is no news. */
export function orderNewsOf(statusId: number): OrderNews | undefined {
  const status = orderStatuses.find((name) => orderStatusIds[name] === statusId)
  return status && news[status]
}
