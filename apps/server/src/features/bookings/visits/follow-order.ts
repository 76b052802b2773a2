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

/** The kind of the event of an order whose customer did not come; every other cancellation cancels the visit. */
export const NO_SHOW = 'order_no_show'

type Move = { to: OrderStatus; actor: OrderActor; actorId?: number | null; kind: string }

/** Moves the visit of an order with it, in the transaction of the order's move. */
export async function followOrder(tx: Tx, { id: orderId }: { id: number }, move: Move): Promise<void> {
  // Both ends of a visit that does not take place cancel its order; the last one is the usual one.
  const to =
    move.kind === NO_SHOW ? 'no_show' : visitStatuses.findLast((status) => orderStatusOfVisit[status] === move.to)
  if (to && to !== 'held') await moveVisit(tx, { orderId }, to, move)
}

/**
 * Ends the hold of an order that was not paid in time, and frees its people and things.
 * @see docs/decisions/0113-visits.md
 */
export async function releaseVisit(tx: Tx, orderId: number): Promise<void> {
  await moveVisit(tx, { orderId }, 'cancelled', { actor: 'scheduler' })
}

/**
 * Moves a visit to another state with its history and the customer's notification; its claims end if it does not take
 * place.
 * @returns false when this actor cannot make this move from the state of the visit
 */
export async function moveVisit(
  tx: Tx,
  about: { id: number } | { orderId: number },
  to: VisitStatus,
  { actor: mover, actorId = null }: { actor: OrderActor; actorId?: number | null },
): Promise<boolean> {
  const actor = mover as VisitActor // riders move no visits
  const from = visitStatuses.filter((status) => canMoveVisit(status, to, actor))
  const visit = await updateStatus(tx, about, { from, to })
  if (!visit) return false
  if (!hasClaims(to)) await deleteClaims(tx, visit.id)
  await insertVisitEvent(tx, { visitId: visit.id, kind: `visit_${to}`, from: visit.from_status, to, actor, actorId })
  const isOwnDoing = actor === 'customer'
  if (to === 'booked') await tellOfVisit(tx, visit, 'booked')
  if (to === 'no_show') await tellOfVisit(tx, visit, 'noShow')
  // A hold that ends was no visit yet.
  if (to === 'cancelled' && visit.from_status !== 'held' && !isOwnDoing) await tellOfVisit(tx, visit, 'cancelled')
  return true
}
