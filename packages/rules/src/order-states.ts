import type { OrderType } from './order-type.ts'

/**
 * The states of an order by name, with `orderstatus_id` as the wire carries it (GAP-06,
 * docs/reference/security.md#order-states).
 */
export const orderStatusIds = {
  placed: 1,
  accepted: 2,
  assigned: 3,
  picked_up: 4,
  delivered: 5,
  cancelled: 6,
  ready: 7,
  awaiting_payment: 8,
  payment_failed: 9,
  scheduled: 10,
  schedule_confirmed: 11,
} as const

/** An order state by name. */
export type OrderStatus = keyof typeof orderStatusIds
/** An order state as `orderstatus_id`. */
export type OrderStatusId = (typeof orderStatusIds)[OrderStatus]

/** All states, in the order of their ids. */
export const orderStatuses = Object.keys(orderStatusIds) as readonly OrderStatus[] // keys of a literal object

/** Text key of each state's label (docs/reference/wire.md#status-ids). */
export const orderStatusTextKeys = {
  placed: 'orderPlacedStatusText',
  accepted: 'preparingOrderStatusText',
  assigned: 'deliveryGuyAssignedStatusText',
  picked_up: 'orderPickedUpStatusText',
  delivered: 'deliveredStatusText',
  cancelled: 'canceledStatusText',
  ready: 'readyForPickupStatusText',
  awaiting_payment: 'awaitingPaymentStatusText',
  payment_failed: 'paymentFailedStatusText',
  scheduled: 'scheduledOrderStatusText',
  schedule_confirmed: 'confirmedOrderStatusText',
} as const satisfies Record<OrderStatus, string>

/** Who moves an order. `provider` is a payment provider's word, `scheduler` the server's own clock. */
export const orderActors = ['customer', 'provider', 'scheduler', 'store', 'rider', 'admin'] as const
/** One of {@link orderActors}. */
export type OrderActor = (typeof orderActors)[number]

/** One row of the table of moves. */
export type OrderMove = {
  from: OrderStatus | 'new'
  to: OrderStatus
  actors: readonly OrderActor[]
  /** Only for orders of this type. */
  only?: OrderType
}

/**
 * Every move an order can make, and who may make it: the only authority (GAP-07,
 * docs/reference/wire.md#moves-between-statuses, docs/reference/security.md#order-states, U-19). Giving an assigned
 * order to another rider changes no state and is no move.
 */
export const orderMoves: readonly OrderMove[] = [
  { from: 'new', to: 'placed', actors: ['customer'] },
  { from: 'new', to: 'accepted', actors: ['customer'] },
  { from: 'new', to: 'awaiting_payment', actors: ['customer'] },
  { from: 'new', to: 'scheduled', actors: ['customer'] },
  { from: 'awaiting_payment', to: 'placed', actors: ['provider', 'admin'] },
  { from: 'awaiting_payment', to: 'accepted', actors: ['provider', 'admin'] },
  { from: 'awaiting_payment', to: 'scheduled', actors: ['provider', 'admin'] },
  { from: 'awaiting_payment', to: 'payment_failed', actors: ['provider', 'scheduler'] },
  { from: 'awaiting_payment', to: 'cancelled', actors: ['admin'] },
  { from: 'payment_failed', to: 'placed', actors: ['provider'] },
  { from: 'payment_failed', to: 'accepted', actors: ['provider'] },
  { from: 'payment_failed', to: 'scheduled', actors: ['provider'] },
  { from: 'placed', to: 'accepted', actors: ['store', 'admin'] },
  { from: 'placed', to: 'cancelled', actors: ['customer', 'store', 'admin'] },
  { from: 'scheduled', to: 'schedule_confirmed', actors: ['store', 'admin'] },
  { from: 'scheduled', to: 'placed', actors: ['scheduler'] },
  { from: 'scheduled', to: 'accepted', actors: ['scheduler'] },
  { from: 'scheduled', to: 'cancelled', actors: ['customer', 'store', 'admin'] },
  { from: 'schedule_confirmed', to: 'accepted', actors: ['scheduler', 'admin'] },
  { from: 'schedule_confirmed', to: 'cancelled', actors: ['admin'] },
  { from: 'accepted', to: 'assigned', actors: ['rider', 'admin'], only: 'DELIVERY' },
  { from: 'accepted', to: 'ready', actors: ['store', 'admin'], only: 'SELFPICKUP' },
  { from: 'accepted', to: 'cancelled', actors: ['admin'] },
  { from: 'assigned', to: 'picked_up', actors: ['rider'], only: 'DELIVERY' },
  { from: 'assigned', to: 'cancelled', actors: ['admin'] },
  // staff close a delivery whose PIN is locked after too many wrong tries (docs/reference/security.md#delivery-pin)
  { from: 'picked_up', to: 'delivered', actors: ['rider', 'admin'], only: 'DELIVERY' },
  { from: 'picked_up', to: 'cancelled', actors: ['admin'] },
  { from: 'ready', to: 'delivered', actors: ['store', 'admin'], only: 'SELFPICKUP' },
  { from: 'ready', to: 'cancelled', actors: ['admin'] },
]

/**
 * Whether this actor may move an order so.
 * @param orderType when given, moves that belong to the other type are refused as well
 */
export function canMove(from: OrderStatus | 'new', to: OrderStatus, actor: OrderActor, orderType?: OrderType): boolean {
  const move = orderMoves.find((candidate) => candidate.from === from && candidate.to === to)
  if (!move?.actors.includes(actor)) return false
  return !move.only || !orderType || move.only === orderType
}

/** True while check-running-order counts the order: 1, 2, 3, 4, 7 (GAP-09). */
export function isRunning(status: OrderStatus): boolean {
  return ['placed', 'accepted', 'assigned', 'picked_up', 'ready'].includes(status)
}

/** True while the tracking screen shows the order: the running ones and 8 (GAP-09). */
export function isTracked(status: OrderStatus): boolean {
  return isRunning(status) || status === 'awaiting_payment'
}

/** True while the order waits for its time: 10 and 11 (GAP-09). */
export function isForLater(status: OrderStatus): boolean {
  return status === 'scheduled' || status === 'schedule_confirmed'
}

/**
 * True for a move that is news to the store, as `orderstatus_id`: an order that waits for it, or one that was accepted
 * by itself, but not the one it has accepted.
 */
export function isNewForStore({ from_status, to_status }: { from_status: number | null; to_status: number }): boolean {
  const { placed, accepted, scheduled } = orderStatusIds
  return to_status === placed || to_status === scheduled || (to_status === accepted && from_status !== placed)
}

/** True while the order can still go on, so that an admin may cancel it (GAP-07). */
export function isOpen(status: OrderStatus): boolean {
  return canMove(status, 'cancelled', 'admin')
}

/** Whether this actor may cancel an order in this state (GAP-16, docs/reference/security.md#order-states). */
export function isCancellableBy(status: OrderStatus, actor: OrderActor): boolean {
  return canMove(status, 'cancelled', actor)
}

/** True while the customer may follow the rider's position: 3 and 4 (GAP-42). */
export function showsRider(status: OrderStatus): boolean {
  return status === 'assigned' || status === 'picked_up'
}

/** The state a new order starts in, and the one a paid order goes to once it no longer awaits payment (GAP-08). */
export function firstStatus(order: {
  awaitsPayment: boolean
  isScheduled: boolean
  storeAutoAccepts: boolean
}): 'awaiting_payment' | 'scheduled' | 'accepted' | 'placed' {
  if (order.awaitsPayment) return 'awaiting_payment'
  if (order.isScheduled) return 'scheduled'
  return order.storeAutoAccepts ? 'accepted' : 'placed'
}

/** Name of a wire id; undefined for an id that is none. */
export function orderStatusOfId(id: number): OrderStatus | undefined {
  return orderStatuses.find((status) => orderStatusIds[status] === id)
}

/** Payment methods of place-order (GAP-10). */
export const paymentMethods = [
  'COD',
  'WALLET',
  'RAZORPAY',
  'PAYTM',
  'STRIPE',
  'PAYMONGO',
  'MERCADOPAGO',
  'KHALTI',
] as const
/** One of {@link paymentMethods}. */
export type PaymentMethod = (typeof paymentMethods)[number]

/** True for methods whose provider must confirm before the order counts: all but cash and wallet (GAP-08, GAP-79). */
export function isPrepaid(method: PaymentMethod): boolean {
  return method !== 'COD' && method !== 'WALLET'
}
