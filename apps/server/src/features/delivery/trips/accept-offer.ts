import { heldTroubles } from '@nukkad/rules/trip-trouble.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { AppError } from '#http/errors.ts'
import { findOffer, lockRider, type OfferRow } from './queries.ts'

/**
 * `accepted`: the rider has the order. `gone`: another rider has it. `queue-full`: the rider has reached their limit of
 * open orders.
 */
export type AcceptOutcome = 'accepted' | 'gone' | 'queue-full'

/**
 * Accepts an offered order. If several riders accept the same order at the same time, one of them gets it. A rider who
 * accepts many orders in parallel never exceeds their limit, because their row is locked before their open jobs are
 * counted (GAP-43, docs/reference/security.md#order-states).
 * @throws AppError ORDER_NOT_YOURS, OFF_DUTY, CASH_LIMIT_REACHED
 */
export async function acceptOffer(
  db: Db,
  { riderId, orderId }: { riderId: number; orderId: number },
): Promise<AcceptOutcome> {
  return inTransaction(db, async (tx) => {
    await lockRider(tx, riderId)
    const offer = await findOffer(tx, { riderId, orderId })
    const known = outcomeBeforeMove(offer, riderId)
    if (known) return known
    const moved = await moveOrder(tx, {
      orderId,
      from: 'accepted',
      to: 'assigned',
      actor: 'rider',
      actorId: riderId,
      kind: 'delivery_accepted',
      set: { rider_id: riderId },
    })
    return moved ? 'accepted' : 'gone'
  })
}

/** Returns the outcome of an acceptance that changes nothing; undefined when the rider may take the order. */
function outcomeBeforeMove(offer: OfferRow | undefined, riderId: number): AcceptOutcome | undefined {
  if (!offer) throw new AppError('ORDER_NOT_YOURS')
  if (offer.rider_id === riderId && [3, 4, 5].includes(offer.status)) return 'accepted'
  if (!offer.is_member || offer.delivery_type !== 1) throw new AppError('ORDER_NOT_YOURS')
  if (offer.status === 3 || offer.status === 4) return 'gone'
  if (offer.status !== 2 || isHeldFrom(offer, riderId)) throw new AppError('ORDER_NOT_YOURS')
  if (!offer.is_on_duty) throw new AppError('OFF_DUTY')
  if (offer.has_full_queue) return 'queue-full'
  if (offer.holds_too_much_cash) throw new AppError('CASH_LIMIT_REACHED')
  return undefined
}

/**
 * Returns whether this rider may not take the order, because it waits for a decision of staff, or because this rider
 * gave it up before.
 */
function isHeldFrom({ trouble, trouble_rider_id }: OfferRow, riderId: number): boolean {
  return trouble !== null && (trouble_rider_id === riderId || heldTroubles.some((held) => held === trouble))
}
