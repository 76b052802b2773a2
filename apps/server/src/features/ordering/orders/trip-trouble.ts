import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { TripTrouble } from '@nukkad/rules/trip-trouble.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { moveOrder } from './move-order.ts'
import { endTrouble, insertOrderEvent, markTrouble, type OrderRow } from './queries.ts'

type Report = { orderId: number; riderId: number }

/** Records that the rider cannot reach the customer, and notifies the customer; a repeated report changes nothing. */
export async function reportUnreachable(tx: Tx, { orderId, riderId }: Report): Promise<void> {
  const order = await markTrouble(tx, { id: orderId, riderId, trouble: 'customer_unreachable' })
  if (!order) return
  await insertOrderEvent(tx, order, {
    kind: 'trip_customer_unreachable',
    from: order.status,
    to: order.status,
    actor: 'rider',
    actorId: riderId,
    news: {
      title_key: 'troubleNewsTitle',
      message_key: 'troubleNewsText',
      click_action: `/running-order/${order.unique_order_id}`,
      unique_order_id: order.unique_order_id,
    },
  })
}

/**
 * Takes the order from its rider; the kind of `trouble` decides whether staff or other riders get the order next.
 * @returns the order; undefined when the rider no longer has the order in that state
 */
export async function releaseRider(
  tx: Tx,
  { orderId, riderId, from, trouble }: Report & { from: 'assigned' | 'picked_up'; trouble: TripTrouble },
): Promise<OrderRow | undefined> {
  return moveOrder(tx, {
    orderId,
    from,
    to: 'accepted',
    actor: 'rider',
    actorId: riderId,
    kind: `trip_${trouble}`,
    set: { rider_id: null, trouble, trouble_at: sql<Date>`now()`, trouble_rider_id: riderId },
    where: { rider_id: riderId },
    isQuiet: true,
  })
}

/** Ends the trouble of an order, so that riders can take it again; returns false if the order had no trouble. */
export async function offerAgain(tx: Tx, { orderId, staffId }: { orderId: number; staffId: number }): Promise<boolean> {
  const order = await endTrouble(tx, orderId)
  if (!order) return false
  const { accepted } = orderStatusIds
  await insertOrderEvent(tx, order, {
    kind: 'offered_again',
    from: accepted,
    to: accepted,
    actor: 'admin',
    actorId: staffId,
  })
  return true
}
