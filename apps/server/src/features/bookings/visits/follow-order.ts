import type { OrderActor, OrderStatus } from '@nukkad/rules/order-states.ts'
import type { VisitActor, VisitStatus } from '@nukkad/rules/visit-states.ts'
import type { Tx } from '#db/connection.ts'
import { deleteClaims, insertVisitEvent, updateStatus } from './queries.ts'
import { tellOfVisit } from './tell-customer.ts'

/** The kind of the event of an order whose customer did not come; every other cancellation cancels the visit. */
export const NO_SHOW = 'order_no_show'

type Step = { from: readonly VisitStatus[]; to: VisitStatus; kind: string }

const steps: Partial<Record<OrderStatus, Step>> = {
  scheduled: { from: ['held'], to: 'booked', kind: 'visit_booked' },
  accepted: { from: ['booked'], to: 'arrived', kind: 'visit_arrived' },
  delivered: { from: ['arrived'], to: 'done', kind: 'visit_done' },
  cancelled: { from: ['held', 'booked', 'arrived'], to: 'cancelled', kind: 'visit_cancelled' },
}
const noShow: Step = { from: ['booked'], to: 'no_show', kind: 'visit_no_show' }

type Move = { to: OrderStatus; actor: OrderActor; actorId?: number | null; kind: string }

/** Moves the visit of an order with it, in the transaction of the order's move. */
export async function followOrder(tx: Tx, { id: orderId }: { id: number }, move: Move): Promise<void> {
  const step = move.kind === NO_SHOW ? noShow : steps[move.to]
  if (step) await moveVisit(tx, { orderId }, step, move)
}

/**
 * Ends the hold of an order that was not paid in time, and frees its people and things.
 * @see docs/decisions/0113-visits.md
 */
export async function releaseVisit(tx: Tx, orderId: number): Promise<void> {
  const step: Step = { from: ['held'], to: 'cancelled', kind: 'visit_cancelled' }
  await moveVisit(tx, { orderId }, step, { actor: 'scheduler' })
}

/**
 * Moves a visit one step with its history and the customer's notification; what it claimed is free again if it does not
 * take place.
 * @returns false when the visit is in another state
 */
export async function moveVisit(
  tx: Tx,
  about: { id: number } | { orderId: number },
  { from, to, kind }: Step,
  { actor, actorId = null }: { actor: OrderActor; actorId?: number | null },
): Promise<boolean> {
  const visit = await updateStatus(tx, about, { from, to })
  if (!visit) return false
  if (to === 'cancelled' || to === 'no_show') await deleteClaims(tx, visit.id)
  await insertVisitEvent(tx, {
    visitId: visit.id,
    kind,
    from: visit.from_status,
    to,
    actor: actor as VisitActor, // riders move no visits
    actorId,
  })
  const isOwnDoing = actor === 'customer'
  if (to === 'booked') await tellOfVisit(tx, visit, 'booked')
  if (to === 'no_show') await tellOfVisit(tx, visit, 'noShow')
  // A hold that ends was no visit yet.
  if (to === 'cancelled' && visit.from_status !== 'held' && !isOwnDoing) await tellOfVisit(tx, visit, 'cancelled')
  return true
}
