import type { OrderStatus } from './order-states.ts'

/** The states of a visit (docs/glossary.md). A hold that expires has no state, because the server deletes it. */
export const visitStatuses = ['held', 'booked', 'arrived', 'done', 'no_show', 'cancelled'] as const
export type VisitStatus = (typeof visitStatuses)[number]

/** The parties that move a visit. `provider` is a payment provider, `scheduler` is the server's own timer. */
export const visitActors = ['customer', 'provider', 'scheduler', 'store', 'admin'] as const
export type VisitActor = (typeof visitActors)[number]

/** A row of the table of moves: the states before and after a move of a visit, and who can make it. */
export type VisitMove = { from: VisitStatus | 'new'; to: VisitStatus; actors: readonly VisitActor[] }

/** Every move that a visit can make, and who can make it. No other code decides about moves of visits. */
export const visitMoves: readonly VisitMove[] = [
  { from: 'new', to: 'held', actors: ['customer', 'store', 'scheduler'] },
  { from: 'new', to: 'booked', actors: ['store', 'admin'] },
  // The reception can enter a visit for a person who has already arrived.
  { from: 'new', to: 'arrived', actors: ['store', 'admin'] },
  { from: 'held', to: 'booked', actors: ['customer', 'provider', 'store', 'admin'] },
  { from: 'held', to: 'cancelled', actors: ['customer', 'provider', 'scheduler', 'store', 'admin'] },
  { from: 'booked', to: 'arrived', actors: ['store', 'admin'] },
  { from: 'booked', to: 'no_show', actors: ['store', 'admin'] },
  { from: 'booked', to: 'cancelled', actors: ['customer', 'store', 'admin'] },
  { from: 'arrived', to: 'done', actors: ['store', 'admin'] },
  // Only staff can cancel a visit whose customer has arrived.
  { from: 'arrived', to: 'cancelled', actors: ['admin'] },
]

/** Returns true when an actor can move a visit from one state to another. */
export function canMoveVisit(from: VisitStatus | 'new', to: VisitStatus, actor: VisitActor): boolean {
  return visitMoves.some((move) => move.from === from && move.to === to && move.actors.includes(actor))
}

/** Returns true while a visit in the given state has claims. */
export function hasClaims(status: VisitStatus): boolean {
  return status !== 'no_show' && status !== 'cancelled'
}

/**
 * The state that the order of a visit has in each state of the visit. A hold has either no order, or an order that
 * awaits payment.
 */
export const orderStatusOfVisit = {
  held: 'awaiting_payment',
  booked: 'scheduled',
  arrived: 'accepted',
  done: 'delivered',
  no_show: 'cancelled',
  cancelled: 'cancelled',
} as const satisfies Record<VisitStatus, OrderStatus>
