import type { Input } from '@nukkad/contract/contract.ts'
import type { Currency } from '@nukkad/rules/money.ts'
import type { OrderActor } from '@nukkad/rules/order-states.ts'
import { claimsOf, type Plan } from '@nukkad/rules/salon.ts'
import { canMarkNoShow } from '@nukkad/rules/visit-terms.ts'
import type { Db, Tx } from '#db/connection.ts'
import { lockSalon } from '#features/bookings/salon/lock-salon.ts'
import { settleObjection } from '#features/ordering/cases/settle-objection.ts'
import { cancelOrder, giveBackKept } from '#features/ordering/orders/cancel-order.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { applyPlan } from './change-visit.ts'
import { moveVisit } from './follow-order.ts'
import { drawVisitNumber } from './hold-visit.ts'
import {
  nextStarts,
  readWanted,
  readWantedAgain,
  requirePlan,
  stretchOfNext,
  termsOfVisit,
  type Wanted,
} from './plan-visit.ts'
import {
  deleteHolds,
  findStoreVisit,
  insertVisit,
  insertVisitEvent,
  lockCustomer,
  lockStoreVisit,
  type NewVisitService,
  type VisitRow,
} from './queries.ts'
import { readVisit } from './read-visit.ts'
import { tellOfVisit } from './tell-customer.ts'

/** A visit of a store, and the session of the person who changes it for the store. */
export type ReceptionVisit = {
  by: Pick<Session, 'userId' | 'audience' | 'stores' | 'actingStaffId'>
  storeId: number
  number: string
}
type Actor = { actor: OrderActor & ('store' | 'admin'); actorId: number }

/** Returns the kind of actor who changes a visit: the store, or a member of staff. */
export function actorOf({ by }: Pick<ReceptionVisit, 'by'>): Actor {
  const staffId = by.audience === 'staff' ? by.userId : by.actingStaffId
  return staffId === null ? { actor: 'store', actorId: by.userId } : { actor: 'admin', actorId: staffId }
}

/**
 * Locks a visit of a store that the caller works at.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN
 */
export async function openVisit(tx: Tx, reception: ReceptionVisit): Promise<VisitRow> {
  await requireOwnStore(tx, reception.by, reception.storeId)
  const visit = await lockStoreVisit(tx, reception)
  if (!visit) throw new AppError('VISIT_UNKNOWN')
  return visit
}

/**
 * Returns the time from which the salon may book: one step between starts ago, because the salon may still book a start
 * that has just passed.
 */
function nowOfReception({ salon }: Wanted): Date {
  return new Date(Date.now() - salon.stepMinutes * 60_000)
}

type NewTimes = { startsAt: Date; stylistIds?: readonly (number | null)[] | undefined }

/** The salon needs no lead time, and cannot take a time that its customer is holding in the app. */
const ofSalon = { leadMinutes: 0, isHoldTaken: true }

/**
 * Moves a booked visit to another start or other people; the customer is notified of a new start.
 * @returns the id
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED, SLOT_INVALID, SLOT_TAKEN, STYLIST_CANNOT
 */
export async function moveReceptionVisit(
  tx: Tx,
  reception: ReceptionVisit,
  { startsAt, stylistIds }: NewTimes,
): Promise<number> {
  await requireOwnStore(tx, reception.by, reception.storeId)
  await lockSalon(tx, reception.storeId)
  const visit = await openVisit(tx, reception)
  if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
  if (stylistIds && stylistIds.length !== visit.services.length) throw new AppError('STYLIST_CANNOT')
  // If the call names no people, all people of the visit stay, even those that the customer did not choose.
  const people = stylistIds ?? visit.services.map(({ stylist }) => stylist?.id ?? null)
  const asking = { customerId: visit.user_id, from: startsAt, to: startsAt, ...ofSalon }
  const wanted = await readWantedAgain(tx, visit, { ...asking, stylistIds: people })
  const plan = requirePlan(wanted, startsAt, nowOfReception(wanted))
  await applyPlan(tx, visit, { wanted, plan, ...actorOf(reception) })
  if (startsAt.getTime() !== visit.starts_at.getTime())
    await tellOfVisit(tx, { ...visit, starts_at: startsAt }, 'moved')
  return visit.id
}

/** Lists the next starts to which the salon can move a visit. */
export async function nextReceptionStarts(
  db: Db,
  reception: ReceptionVisit,
  { startsAt, stylistIds }: NewTimes,
): Promise<string[]> {
  const visit = await findStoreVisit(db, reception)
  if (!visit) return []
  const people = stylistIds ?? visit.services.map(({ stylist }) => stylist?.id ?? null)
  const asking = { customerId: visit.user_id, ...ofSalon, ...stretchOfNext(startsAt) }
  return nextStarts(await readWantedAgain(db, visit, { ...asking, stylistIds: people }), startsAt, new Date())
}

type WalkIn = Pick<
  Input<'dashboard/bookings/walk-in'>,
  'services' | 'guest_name' | 'guest_phone' | 'is_there' | 'customer_id'
> & { startsAt: Date }
type AskedWalkIn = Pick<WalkIn, 'services' | 'startsAt'> & { customerId: number | null }

/**
 * Plans the visit of a guest without entering it.
 * @throws AppError the refusals declared by the call
 */
export async function quoteWalkIn(
  db: Db,
  settings: Settings,
  { by, storeId }: Omit<ReceptionVisit, 'number'>,
  asked: Pick<WalkIn, 'services' | 'startsAt'>,
): Promise<{ plan: Plan; rows: NewVisitService[]; currency: Currency }> {
  await requireOwnStore(db, by, storeId)
  const { wanted, plan } = await planWalkIn(db, settings, storeId, { ...asked, customerId: null })
  return { plan, rows: wanted.servicesOf(plan), currency: wanted.facts.currency }
}

async function planWalkIn(
  db: Db,
  settings: Settings,
  storeId: number,
  { services, startsAt, customerId }: AskedWalkIn,
): Promise<{ wanted: Wanted; plan: Plan }> {
  const asking = { storeId, services, customerId, from: startsAt, to: startsAt, ...ofSalon }
  const wanted = await readWanted(db, settings, asking)
  return { wanted, plan: requirePlan(wanted, startsAt, nowOfReception(wanted)) }
}

/**
 * Enters the visit of a guest without an account, or of a customer of the salon, who is notified of a later visit. The
 * visit has no order, because the salon takes the money directly.
 * @returns the id
 * @throws AppError the refusals declared by the call, NOT_FOUND also for someone who is no customer of the salon
 */
export async function enterWalkIn(
  tx: Tx,
  settings: Settings,
  { by, storeId }: Omit<ReceptionVisit, 'number'>,
  { services, startsAt, customer_id: customer, is_there: isThere, ...typed }: WalkIn,
): Promise<number> {
  await requireOwnStore(tx, by, storeId)
  const customerId = customer ?? null
  const guest = customerId === null ? guestOf(typed) : undefined
  if (customerId !== null && !(await lockCustomer(tx, { storeId, customerId }))) throw new AppError('NOT_FOUND')
  await lockSalon(tx, storeId)
  const { wanted, plan } = await planWalkIn(tx, settings, storeId, { services, startsAt, customerId })
  const claims = claimsOf(plan, customerId)
  await deleteHolds(tx, wanted.facts, { claims, userId: null, replaces: false })
  const rows = wanted.servicesOf(plan)
  const status = isThere ? 'arrived' : 'booked'
  const number = drawVisitNumber()
  const { id } = await insertVisit(tx, {
    number,
    storeId,
    userId: customerId,
    guest,
    status,
    startsAt,
    endsAt: new Date(plan.endsAt),
    heldSeconds: null,
    terms: { ...termsOfVisit(wanted.facts, rows, wanted.facts.currency), depositMinor: 0 },
    services: rows,
    claims,
  })
  await insertVisitEvent(tx, { visitId: id, kind: `visit_${status}`, from: null, to: status, ...actorOf({ by }) })
  const about = { user_id: customerId, store_id: storeId, starts_at: startsAt, unique_visit_id: number }
  if (!isThere) await tellOfVisit(tx, about, 'booked')
  return id
}

function guestOf({ guest_name: name, guest_phone: phone }: Pick<WalkIn, 'guest_name' | 'guest_phone'>) {
  if (name === undefined) throw new AppError('INVALID_INPUT', { fields: { guest_name: 'fieldValidationMsg' } })
  return { name, phone: phone || null }
}

/** Lists the next starts for the visit of a guest or a customer. */
export async function nextWalkInStarts(
  db: Db,
  settings: Settings,
  { storeId }: Omit<ReceptionVisit, 'number'>,
  { services, startsAt, customer_id: customer }: WalkIn,
): Promise<string[]> {
  const asking = { storeId, services, customerId: customer ?? null, ...ofSalon, ...stretchOfNext(startsAt) }
  return nextStarts(await readWanted(db, settings, asking), startsAt, new Date())
}

/**
 * Records that the customer of a booked visit has arrived. A repeated call changes nothing, and the result says so.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED
 */
export async function arriveVisit(tx: Tx, reception: ReceptionVisit): Promise<{ id: number; isRepeated: boolean }> {
  const visit = await openVisit(tx, reception)
  if (visit.status === 'arrived') return { id: visit.id, isRepeated: true }
  if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
  const by = actorOf(reception)
  const { order_id: orderId } = visit
  const moved =
    orderId === null
      ? await moveVisit(tx, { id: visit.id }, 'arrived', by)
      : await moveOrder(tx, { orderId, from: 'scheduled', to: 'accepted', kind: 'order_arrived', ...by })
  if (!moved) throw new AppError('VISIT_CLOSED')
  return { id: visit.id, isRepeated: false }
}

/**
 * Marks a booked visit as missed. The salon keeps the accepted share of the deposit after the customer's objection
 * time.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED, NO_SHOW_TOO_EARLY
 */
export async function missVisit(tx: Tx, settings: Settings, reception: ReceptionVisit): Promise<number> {
  const visit = await openVisit(tx, reception)
  if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
  const { graceMinutes } = await readVisit(tx, visit.id)
  if (!canMarkNoShow({ startsAt: visit.starts_at.getTime(), graceMinutes, now: Date.now() }))
    throw new AppError('NO_SHOW_TOO_EARLY')
  await endVisit(tx, settings, visit, { reception, isNoShow: true, reason: null })
  return visit.id
}

/**
 * Cancels a booked visit on behalf of the salon; the customer gets all money back.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED
 */
export async function cancelReceptionVisit(
  tx: Tx,
  settings: Settings,
  reception: ReceptionVisit,
  reason: string | null,
): Promise<number> {
  const visit = await openVisit(tx, reception)
  if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
  await endVisit(tx, settings, visit, { reception, isNoShow: false, reason })
  return visit.id
}

type Ending = { reception: ReceptionVisit; isNoShow: boolean; reason: string | null }

async function endVisit(
  tx: Tx,
  settings: Settings,
  visit: VisitRow,
  { reception, isNoShow, reason }: Ending,
): Promise<void> {
  const by = actorOf(reception)
  const { order_id: orderId } = visit
  if (orderId === null) {
    const to = isNoShow ? 'no_show' : 'cancelled'
    if (!(await moveVisit(tx, { id: visit.id }, to, by))) throw new AppError('VISIT_CLOSED')
    return
  }
  const cancelled = await cancelOrder(tx, settings, {
    orderId,
    ...by,
    actingStaffId: by.actor === 'admin' ? by.actorId : null,
    reason,
    from: ['scheduled'],
    isNoShow,
  })
  if (!cancelled) throw new AppError('VISIT_CLOSED')
}

/**
 * Gives back to the customer the share that the salon keeps of a cancelled or missed visit, during the customer's
 * objection time.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED when no share waits for objections,
 *   REFUND_IMPOSSIBLE for a disputed payment and for the wallet of a deleted account, CASE_WAITS while staff's refund or
 *   credit for the objection waits for an approver
 */
export async function waiveShare(tx: Tx, settings: Settings, reception: ReceptionVisit): Promise<number> {
  const visit = await openVisit(tx, reception)
  const { actor, actorId } = actorOf(reception)
  const about = { orderId: visit.order_id ?? 0, actingStaffId: actor === 'admin' ? actorId : null }
  const backMinor = visit.order_id === null ? undefined : await giveBackKept(tx, settings, about)
  if (backMinor === undefined || visit.order_id === null) throw new AppError('VISIT_CLOSED')
  await settleObjection(tx, {
    orderId: visit.order_id,
    decidedBy: actorId,
    answer: settings.text('visitReturnedTitle'),
  })
  await insertVisitEvent(tx, {
    visitId: visit.id,
    kind: 'visit_share_returned',
    from: visit.status,
    to: visit.status,
    actor,
    actorId,
    data: { amount_minor: String(backMinor) },
  })
  await tellOfVisit(tx, visit, 'returned')
  return visit.id
}
