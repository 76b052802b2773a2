import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { type OrderStatus, orderStatuses, orderStatusIds } from './order-states.ts'
import { orderTypeOfCode } from './order-type.ts'

type OrderNews = { title: TextKey; message: TextKey }

/**
 * The order states of which the customer is notified, with the keys of the texts of the messages
 * (docs/reference/wire.md#push-payload). The messages name the store, the order and the rider.
 */
const news: Partial<Record<OrderStatus, OrderNews>> = {
  accepted: { title: 'runningOrderPreparingTitle', message: 'alertOrderPreparing' },
  assigned: { title: 'runningOrderDeliveryAssignedTitle', message: 'alertOrderAssigned' },
  picked_up: { title: 'runningOrderOnwayTitle', message: 'alertOrderPickedUp' },
  delivered: { title: 'runningOrderDelivered', message: 'alertOrderDelivered' },
  cancelled: { title: 'runningOrderCanceledTitle', message: 'alertOrderCancelled' },
  ready: { title: 'runningOrderReadyForPickup', message: 'alertOrderReady' },
}
const collected: OrderNews = { title: 'trackingCollectedTitle', message: 'alertOrderCollected' }

/**
 * Returns the texts that notify the customer of an order state, by its id and the order's `delivery_type`; undefined
 * for a state without a notification.
 */
export function orderNewsOf(statusId: number, deliveryType: number): OrderNews | undefined {
  const status = orderStatuses.find((name) => orderStatusIds[name] === statusId)
  // Orders of visits get no texts here, because messages about a visit name its time and its people.
  if (orderTypeOfCode(deliveryType) === 'VISIT') return undefined
  if (status === 'delivered' && orderTypeOfCode(deliveryType) === 'SELFPICKUP') return collected
  return status && news[status]
}
