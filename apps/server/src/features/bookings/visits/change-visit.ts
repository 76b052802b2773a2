import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { claimsOf, type Plan } from '@nukkad/rules/salon.ts'
import { endOfFreeCancel, isFreeToCancel } from '@nukkad/rules/visit-terms.ts'
import type { Tx } from '#db/connection.ts'
import { lockSalon } from '#features/bookings/salon/lock-salon.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { setScheduledFor } from '#features/ordering/orders/set-scheduled.ts'
import type { WriteContext, Writer } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { moveVisit as moveState } from './follow-order.ts'
import { withNextStarts } from './hold-visit.ts'
import { nextStarts, readWantedAgain, requirePlan, stretchOfNext, type Wanted } from './plan-visit.ts'
import { termsOfRules } from './present.ts'
import {
  deleteHolds,
  findOwnVisit,
  getVisit,
  insertVisitEvent,
  lockOwnVisit,
  replaceTimes,
  type TermsJson,
  type VisitRow,
} from './queries.ts'
import { readOwnVisits } from './read-own-visits.ts'

/**
 * Moves a customer's booked visit to another start, as long as it can be moved free of charge. The price and the
 * deposit of the visit do not change.
 * @throws AppError VISIT_UNKNOWN, VISIT_CLOSED, MOVE_TOO_LATE, SLOT_INVALID, SLOT_TAKEN with the next starts
 */
export const moveOwnVisit: Writer<'move-visit'> = {
  write: async ({ tx, session: { userId }, input }) => {
    const own = { number: input.unique_visit_id, userId }
    const startsAt = new Date(input.starts_at)
    const found = await findOwnVisit(tx, own)
    if (!found) throw new AppError('VISIT_UNKNOWN')
    await lockSalon(tx, found.store_id)
    const visit = (await lockOwnVisit(tx, own))!
    if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
    const times = { startsAt: visit.starts_at.getTime(), now: Date.now() }
    if (!isFreeToCancel(termsOfRules(visit.terms), times)) throw new AppError('MOVE_TOO_LATE')
    const wanted = await readWantedAgain(tx, visit, { customerId: userId, from: startsAt, to: startsAt })
    const plan = requirePlan(wanted, startsAt, new Date())
    await applyPlan(tx, visit, { wanted, plan, actor: 'customer', actorId: userId })
    const [moved] = await readOwnVisits(tx, [await getVisit(tx, visit.id)])
    return { success: true, visit: moved! }
  },
  present: async ({ tx, session: { userId }, input }, stored) => {
    const visit = await findOwnVisit(tx, { number: input.unique_visit_id, userId })
    const isThere = visit?.status === 'booked' && visit.starts_at.getTime() === Date.parse(stored.visit.starts_at)
    const [shown] = isThere ? await readOwnVisits(tx, [visit]) : []
    return shown && { success: true, visit: shown }
  },
  around: ({ db, session: { userId }, input }, move) =>
    withNextStarts(move, async () => {
      const startsAt = new Date(input.starts_at)
      const visit = await findOwnVisit(db, { number: input.unique_visit_id, userId })
      if (!visit) return []
      const asking = { customerId: userId, ...stretchOfNext(startsAt) }
      return nextStarts(await readWantedAgain(db, visit, asking), startsAt, new Date())
    }),
}

type Applied = { wanted: Wanted; plan: Plan; actor: 'customer' | 'store' | 'admin'; actorId: number }

/**
 * Gives a locked visit the times of a plan, records the move in the visit's history, and moves its order to the new
 * times.
 * @throws AppError SLOT_TAKEN
 */
export async function applyPlan(tx: Tx, visit: VisitRow, { wanted, plan, actor, actorId }: Applied): Promise<void> {
  const claims = claimsOf(plan, visit.user_id)
  const [startsAt, endsAt] = [new Date(plan.startsAt), new Date(plan.endsAt)]
  await deleteHolds(tx, wanted.facts, { claims, userId: null, replaces: false })
  const terms = termsAfterMove(visit, startsAt, actor)
  await replaceTimes(tx, { id: visit.id, startsAt, endsAt, services: wanted.servicesOf(plan), claims, terms })
  if (visit.order_id !== null) await setScheduledFor(tx, visit.order_id, startsAt)
  await insertVisitEvent(tx, {
    visitId: visit.id,
    kind: 'visit_moved',
    from: visit.status,
    to: visit.status,
    actor,
    actorId,
    data: { from: visit.starts_at.toISOString(), to: startsAt.toISOString() },
  })
}

/**
 * Returns the terms of a visit with a new start. A customer accepts the end of free cancellation of the start that they
 * choose. If the salon moves the visit, free cancellation ends no earlier than before.
 */
function termsAfterMove({ terms, starts_at }: VisitRow, startsAt: Date, actor: Applied['actor']): TermsJson {
  const { freeUntil: _before, ...accepted } = terms
  if (actor === 'customer') return accepted
  const until = endOfFreeCancel(termsOfRules(terms), starts_at.getTime())
  if (until <= endOfFreeCancel(termsOfRules(accepted), startsAt.getTime())) return accepted
  return { ...accepted, freeUntil: new Date(until).toISOString() }
}

/**
 * Cancels a customer's booked visit and its order. After the end of free cancellation, the salon keeps the part of the
 * deposit that the customer accepted.
 * @throws AppError VISIT_UNKNOWN, VISIT_CLOSED also after the start
 */
export async function cancelOwnVisit({
  tx,
  input,
  session,
  settings,
}: WriteContext<'cancel-visit'>): Promise<Output<'cancel-visit'>> {
  const { userId, actingStaffId } = session
  const visit = await findOwnVisit(tx, { number: input.unique_visit_id, userId })
  if (!visit) throw new AppError('VISIT_UNKNOWN')
  if (visit.status !== 'booked' || visit.starts_at <= new Date()) throw new AppError('VISIT_CLOSED')
  const { currency } = visit.terms
  let [backMinor, keptMinor] = [0n, 0n]
  if (visit.order_id === null) {
    if (!(await moveState(tx, { id: visit.id }, 'cancelled', { actor: 'customer', actorId: userId })))
      throw new AppError('VISIT_CLOSED')
  } else {
    const cancelled = await cancelOrder(tx, settings, {
      orderId: visit.order_id,
      actor: 'customer',
      actorId: userId,
      actingStaffId,
      where: { user_id: userId },
    })
    if (!cancelled) throw new AppError('VISIT_CLOSED')
    backMinor = cancelled.back.ownMinor + cancelled.back.promotionMinor
    keptMinor = cancelled.kept.ownMinor + cancelled.kept.promotionMinor
  }
  const [shown] = await readOwnVisits(tx, [await getVisit(tx, visit.id)])
  return {
    success: true,
    visit: shown!,
    refunded: wireMoney(backMinor, currency),
    kept: wireMoney(keptMinor, currency),
  }
}
