import type { Minor } from '@nukkad/rules/money.ts'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findOwnVisit, insertVisitEvent, setOrder } from './queries.ts'
import { tellOfVisit } from './tell-customer.ts'

/** A hold with what its order is made of. */
export type HeldVisit = {
  id: number
  number: string
  userId: number
  storeId: number
  startsAt: Date
  /** The deposit that the customer accepted, minor units. */
  depositMinor: Minor
  /** One line for each service, at the price that the customer accepted. */
  lines: {
    item: { id: number; name: string; image: string | null; is_counted: false }
    quantity: 1
    unitMinor: Minor
    addons: { id: number; category: string; name: string; price_minor: number }[]
  }[]
}

/**
 * Reads the visit that an order of a customer will pay.
 * @throws AppError VISIT_UNKNOWN also for another customer's, VISIT_CLOSED for one that is booked or over, HOLD_EXPIRED
 */
export async function readHeldVisit(
  db: Db,
  { cart, userId }: { cart: { unique_visit_id?: string | null | undefined }; userId: number | null },
): Promise<HeldVisit> {
  const number = cart.unique_visit_id
  const visit = number && userId !== null ? await findOwnVisit(db, { number, userId }) : undefined
  if (!visit || userId === null) throw new AppError('VISIT_UNKNOWN')
  if (visit.status !== 'held' || visit.held_until === null) throw new AppError('VISIT_CLOSED')
  if (visit.held_until <= new Date()) throw new AppError('HOLD_EXPIRED')
  return {
    id: visit.id,
    number: visit.unique_visit_id,
    userId,
    storeId: visit.store_id,
    startsAt: visit.starts_at,
    depositMinor: BigInt(visit.terms.depositMinor),
    lines: visit.services.map(({ item_id: id, name, image, price_minor, addons }) => {
      if (id === null) throw new AppError('ITEM_UNAVAILABLE')
      return { item: { id, name, image, is_counted: false }, quantity: 1, unitMinor: BigInt(price_minor), addons }
    }),
  }
}

/**
 * Binds a hold to the order that pays it, in the order's transaction: it is booked if nothing is left to pay now, and
 * else it is held while the order awaits its payment.
 * @throws AppError HOLD_EXPIRED when the hold has ended meanwhile
 */
export async function bookHeldVisit(
  tx: Tx,
  { id, userId, number, startsAt, storeId }: HeldVisit,
  { orderId, isPaid }: { orderId: number; isPaid: boolean },
): Promise<void> {
  if (!(await setOrder(tx, { id, orderId, isPaid }))) throw new AppError('HOLD_EXPIRED')
  if (!isPaid) return
  await insertVisitEvent(tx, {
    visitId: id,
    kind: 'visit_booked',
    from: 'held',
    to: 'booked',
    actor: 'customer',
    actorId: userId,
  })
  await tellOfVisit(tx, { user_id: userId, unique_visit_id: number, starts_at: startsAt, store_id: storeId }, 'booked')
}
