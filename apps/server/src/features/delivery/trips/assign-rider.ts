import type { Tx } from '#db/connection.ts'
import { handOver, moveOrder } from '#features/ordering/orders/move-order.ts'
import { AppError } from '#http/errors.ts'
import { findOffer, isRider, lockRider, type OfferRow } from './queries.ts'

const ACCEPTED = 2
const CARRIED = [3, 4]
const DELIVERY = 1

type Assignment = { orderId: number; riderId: number; staffId: number }

/**
 * Gives an accepted or picked-up order to a rider on behalf of staff. The rider's limits apply as when they accept an
 * order themselves, and the rider's row is locked first, so that parallel calls never exceed the limits. Staff may
 * choose a rider who does not serve the store of the order. The rider keeps the orders that they already carry.
 * @returns the previous rider; undefined when this rider already has the order
 * @throws AppError NOT_FOUND, RIDER_UNAVAILABLE, TRANSITION_REFUSED
 */
export async function giveToRider(
  tx: Tx,
  { orderId, riderId, staffId }: Assignment,
): Promise<{ beforeId: number | null } | undefined> {
  await lockRider(tx, riderId)
  const offer = await findOffer(tx, { orderId, riderId })
  if (!offer || !(await isRider(tx, riderId))) throw new AppError('NOT_FOUND')
  const { status, rider_id: beforeId } = offer
  const refused = () => new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
  if (offer.delivery_type !== DELIVERY || ![ACCEPTED, ...CARRIED].includes(status)) throw refused()
  if (beforeId === riderId) return undefined
  if (!mayTake(offer)) throw new AppError('RIDER_UNAVAILABLE')
  const moved =
    status === ACCEPTED || beforeId === null
      ? await moveOrder(tx, {
          orderId,
          from: 'accepted',
          to: 'assigned',
          actor: 'admin',
          actorId: staffId,
          kind: 'order_assigned',
          set: { rider_id: riderId, trouble: null, trouble_at: null },
        })
      : await handOver(tx, { orderId, status, fromRiderId: beforeId, toRiderId: riderId, staffId })
  if (!moved) throw refused()
  return { beforeId: status === ACCEPTED ? null : beforeId }
}

function mayTake({ is_on_duty, has_full_queue, holds_too_much_cash }: OfferRow): boolean {
  return is_on_duty && !has_full_queue && !holds_too_much_cash
}
