import type { OrderActor, OrderStatus } from '@nukkad/rules/order-states.ts'
import {
  canMoveVisit,
  hasClaims,
  orderStatusOfVisit,
  type VisitActor,
  type VisitStatus,
  visitStatuses,
} from '@nukkad/rules/visit-states.ts'
import type { Tx } from '#db/connection.ts'
import { deleteClaims, insertVisitEvent, updateStatus } from './queries.ts'
import { tellOfVisit } from './tell-customer.ts'

/**
 * The order event of a customer who did not come, which makes the visit a no-show. Every other cancellation of an order
 * cancels its visit.
 */
export const NO_SHOW = 'order_no_show'

type Move = { to: OrderStatus; actor: OrderActor; actorId?: number | null; kind: string }

/**
 * Moves the visit of an order to the state that matches the order's new state, in the transaction of the order's move.
 */
export async function followOrder(tx: Tx, { id: orderId }: { id: number }, move: Move): Promise<void> {
  // Both a cancelled and a missed visit have a cancelled order. A no-show is known by its event, so for any other
  // cancellation `findLast` picks `cancelled`.
  const to =
    move.kind === NO_SHOW ? 'no_show' : visitStatuses.findLast((status) => orderStatusOfVisit[status] === move.to)
  if (to && to !== 'held') await moveVisit(tx, { orderId }, to, move)
}

/**
 * Ends the hold of an order that was not paid in time, and frees the people and resources that it held.
 * @see docs/decisions/0113-visits.md
 */
export async function releaseVisit(tx: Tx, orderId: number): Promise<void> {
  await moveVisit(tx, { orderId }, 'cancelled', { actor: 'scheduler' })
}

/**
 * Moves a visit to another state, records the move in the visit's history, and notifies the customer. The claims of a
 * visit that does not take place are deleted.
 * @returns false when the actor cannot make the move from the state of the visit
 */
export async function moveVisit(
  tx: Tx,
  about: { id: number } | { orderId: number },
  to: VisitStatus,
  { actor: mover, actorId = null }: { actor: OrderActor; actorId?: number | null },
): Promise<boolean> {
  const actor = mover as VisitActor // A rider never moves a visit.
  const from = visitStatuses.filter((status) => canMoveVisit(status, to, actor))
  const visit = await updateStatus(tx, about, { from, to })
  if (!visit) return false
  if (!hasClaims(to)) await deleteClaims(tx, visit.id)
  await insertVisitEvent(tx, { visitId: visit.id, kind: `visit_${to}`, from: visit.from_status, to, actor, actorId })
  const isOwnDoing = actor === 'customer'
  if (to === 'booked') await tellOfVisit(tx, visit, 'booked')
  const hasOrder = visit.order_id !== null
  if (to === 'no_show') await tellOfVisit(tx, visit, hasOrder ? 'noShow' : 'noShowUnpaid')
  // The customer gets no notification when a hold ends, because a hold is not yet a visit that could be cancelled.
  if (to === 'cancelled' && visit.from_status !== 'held' && !isOwnDoing)
    await tellOfVisit(tx, visit, hasOrder ? 'cancelled' : 'cancelledUnpaid')
  return true
}
