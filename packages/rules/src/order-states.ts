import { type OrderType, orderTypes } from './order-type.ts'

/**
 * The states of an order by name, with the `orderstatus_id` of the wire (GAP-06,
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

/** The name of an order state. */
export type OrderStatus = keyof typeof orderStatusIds
/** The `orderstatus_id` of an order state. */
export type OrderStatusId = (typeof orderStatusIds)[OrderStatus]

/** All order states, sorted by id. The cast restores the names of the states, because Object.keys returns strings. */
export const orderStatuses = Object.keys(orderStatusIds) as readonly OrderStatus[]

/** The text key of the label of each order state (docs/reference/wire.md#status-ids). */
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

/** The parties that move an order. `provider` is a payment provider, `scheduler` is the server's own timer. */
export const orderActors = ['customer', 'provider', 'scheduler', 'store', 'rider', 'admin'] as const
/** A party that moves an order. */
export type OrderActor = (typeof orderActors)[number]

/** A row of the table of moves: the states before and after a move of an order, and who can make it. */
export type OrderMove = {
  from: OrderStatus | 'new'
  to: OrderStatus
  actors: readonly OrderActor[]
  /** The only order types that can make this move. */
  only?: readonly OrderType[]
}

const goods: readonly OrderType[] = ['DELIVERY', 'SELFPICKUP']

/**
 * Every move that an order can make, and who can make it. No other code decides about moves (GAP-07,
 * docs/reference/wire.md#moves-between-statuses, docs/reference/security.md#order-states, U-19). Assigning an order to
 * another rider changes no state, so it is not a move.
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
  { from: 'scheduled', to: 'schedule_confirmed', actors: ['store', 'admin'], only: goods },
  { from: 'scheduled', to: 'placed', actors: ['scheduler'], only: goods },
  { from: 'scheduled', to: 'accepted', actors: ['scheduler'], only: goods },
  // The salon accepts a visit's order when the customer has arrived; the scheduler does not accept orders of visits.
  { from: 'scheduled', to: 'accepted', actors: ['store', 'admin'], only: ['VISIT'] },
  { from: 'scheduled', to: 'cancelled', actors: ['customer', 'store', 'admin'] },
  { from: 'schedule_confirmed', to: 'accepted', actors: ['scheduler', 'admin'] },
  { from: 'schedule_confirmed', to: 'cancelled', actors: ['admin'] },
  { from: 'accepted', to: 'assigned', actors: ['rider', 'admin'], only: ['DELIVERY'] },
  { from: 'accepted', to: 'ready', actors: ['store', 'admin'], only: ['SELFPICKUP'] },
  { from: 'accepted', to: 'cancelled', actors: ['admin'] },
  { from: 'accepted', to: 'delivered', actors: ['store', 'admin'], only: ['VISIT'] },
  { from: 'assigned', to: 'picked_up', actors: ['rider'], only: ['DELIVERY'] },
  // The moves of a rider who cannot continue the trip (docs/reference/wire.md#trouble-on-a-trip).
  { from: 'assigned', to: 'accepted', actors: ['rider'], only: ['DELIVERY'] },
  { from: 'picked_up', to: 'accepted', actors: ['rider'], only: ['DELIVERY'] },
  { from: 'assigned', to: 'cancelled', actors: ['admin'] },
  // Staff complete a delivery whose PIN is locked after too many wrong attempts
  // (docs/reference/security.md#delivery-pin).
  { from: 'picked_up', to: 'delivered', actors: ['rider', 'admin'], only: ['DELIVERY'] },
  { from: 'picked_up', to: 'cancelled', actors: ['admin'] },
  { from: 'ready', to: 'delivered', actors: ['store', 'admin'], only: ['SELFPICKUP'] },
  { from: 'ready', to: 'cancelled', actors: ['admin'] },
]

/**
 * Returns true when an actor can move an order from one state to another.
 * @param orderType when given, moves that belong to other order types return false
 */
export function canMove(from: OrderStatus | 'new', to: OrderStatus, actor: OrderActor, orderType?: OrderType): boolean {
  return orderTypes.some((type) => (!orderType || orderType === type) && isAllowed({ from, to, actor, type }))
}

/** Returns the order types in which an actor can move an order from each of these states to another. */
export function typesToMove(from: readonly OrderStatus[], to: OrderStatus, actor: OrderActor): OrderType[] {
  return orderTypes.filter((type) => from.every((state) => isAllowed({ from: state, to, actor, type })))
}

function isAllowed(wanted: Pick<OrderMove, 'from' | 'to'> & { actor: OrderActor; type: OrderType }): boolean {
  return orderMoves.some(
    ({ from, to, actors, only }) =>
      from === wanted.from &&
      to === wanted.to &&
      actors.includes(wanted.actor) &&
      (!only || only.includes(wanted.type)),
  )
}

/**
 * Returns true while the call `check-running-order` counts the order as in progress: states 1, 2, 3, 4 and 7 (GAP-09).
 */
export function isRunning(status: OrderStatus): boolean {
  return ['placed', 'accepted', 'assigned', 'picked_up', 'ready'].includes(status)
}

/** Returns true while the tracking screen shows the order: the states in progress and 8 (GAP-09). */
export function isTracked(status: OrderStatus): boolean {
  return isRunning(status) || status === 'awaiting_payment'
}

/** Returns true while a scheduled order waits for its time: states 10 and 11 (GAP-09). */
export function isForLater(status: OrderStatus): boolean {
  return status === 'scheduled' || status === 'schedule_confirmed'
}

/**
 * Returns true for a move that brings the store a new order: an order that waits for the store, or one that was
 * accepted automatically. The states are given by `orderstatus_id`. An order that the store accepted itself is not new.
 */
export function isNewForStore({ from_status, to_status }: { from_status: number | null; to_status: number }): boolean {
  const { placed, accepted, scheduled, assigned, picked_up } = orderStatusIds
  const known: (number | null)[] = [placed, assigned, picked_up]
  return to_status === placed || to_status === scheduled || (to_status === accepted && !known.includes(from_status))
}

/** The states of new orders, which their stores have neither accepted nor confirmed. */
export const newOrderStatuses = ['placed', 'scheduled'] as const satisfies readonly OrderStatus[]

/** Returns true while the order is not over, so that an administrator can cancel it (GAP-07). */
export function isOpen(status: OrderStatus): boolean {
  return canMove(status, 'cancelled', 'admin')
}

/** Returns true when an actor can cancel an order in a state (GAP-16, docs/reference/security.md#order-states). */
export function isCancellableBy(status: OrderStatus, actor: OrderActor): boolean {
  return canMove(status, 'cancelled', actor)
}

/** Returns true while the customer can follow the rider's position: states 3 and 4 (GAP-42). */
export function showsRider(status: OrderStatus): boolean {
  return status === 'assigned' || status === 'picked_up'
}

/**
 * Returns the first state of a new order, which is also the state of a paid order once it no longer awaits payment
 * (GAP-08).
 */
export function firstStatus(order: {
  awaitsPayment: boolean
  isScheduled: boolean
  storeAutoAccepts: boolean
}): 'awaiting_payment' | 'scheduled' | 'accepted' | 'placed' {
  if (order.awaitsPayment) return 'awaiting_payment'
  if (order.isScheduled) return 'scheduled'
  return order.storeAutoAccepts ? 'accepted' : 'placed'
}

/** Returns the name of an order state by its `orderstatus_id`; undefined for an unknown id. */
export function orderStatusOfId(id: number): OrderStatus | undefined {
  return orderStatuses.find((status) => orderStatusIds[status] === id)
}
