import { orderNewsOf } from '@nukkad/rules/order-news.ts'
import { type OrderActor, type OrderStatus, orderStatusIds, typesToMove } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { Tx } from '#db/connection.ts'
import { followOrder } from '#features/bookings/visits/follow-order.ts'
import {
  insertOrderEvent,
  type MovedOrder,
  type OrderRow,
  type OrderUpdate,
  type OrderWhere,
  updateOrderStatus,
  updateRider,
} from './queries.ts'

export type OrderMove = {
  orderId: number
  from: OrderStatus | readonly OrderStatus[]
  to: OrderStatus
  actor: OrderActor
  /** The person who moves the order; null if the system does. */
  actorId?: number | null
  /** Kind of the event, such as `order_accepted_store`. */
  kind: string
  reason?: string | null
  /** Columns to change together with the state. */
  set?: OrderUpdate
  /** Further conditions for the move, such as the order's customer. */
  where?: OrderWhere
  /** Whether the move sends the customer no notification, because the order goes back a step. */
  isQuiet?: boolean
}

type Handover = { orderId: number; status: number; fromRiderId: number; toRiderId: number; staffId: number }

/**
 * Gives an order in progress to another rider on behalf of staff; its state does not change
 * (docs/reference/wire.md#moves-between-statuses).
 * @returns undefined when the order is no longer in that state with the first rider
 */
export async function handOver(
  tx: Tx,
  { orderId, status, fromRiderId, toRiderId, staffId }: Handover,
): Promise<OrderRow | undefined> {
  const order = await updateRider(tx, { id: orderId, status, from: fromRiderId, to: toRiderId })
  if (!order) return undefined
  await insertOrderEvent(tx, order, {
    kind: 'order_reassigned',
    from: order.status,
    to: order.status,
    actor: 'admin',
    actorId: staffId,
  })
  return order
}

/**
 * Returns the notification of an order's state in the form of the table of notifications: keys of texts, which are
 * shown in the reader's language. The statement that inserts the notification adds the names (`newsWithNames`).
 * @returns undefined for a state without a notification
 */
export function notificationOf({
  unique_order_id,
  status,
  delivery_type,
}: Pick<OrderRow, 'unique_order_id' | 'status' | 'delivery_type'>) {
  const news = orderNewsOf(status, delivery_type)
  if (!news) return undefined
  return {
    kind: 'order',
    title_key: news.title,
    message_key: news.message,
    click_action: `/running-order/${unique_order_id}`,
    unique_order_id,
  }
}

/**
 * Moves an order in the transaction of the calling function: updates the order if it is still in the old state, inserts
 * a row of its history, and inserts the customer's notification. If the order pays a visit, the visit moves too.
 * @returns the order after the move; undefined when the order was in another state, its order type does not allow this
 * move, or `where` did not match
 * @see GAP-07, docs/reference/security.md#order-states
 */
export async function moveOrder(tx: Tx, move: OrderMove): Promise<MovedOrder | undefined> {
  const from = typeof move.from === 'string' ? [move.from] : move.from
  const types = typesToMove(from, move.to, move.actor)
  if (types.length === 0) throw new Error(`${move.actor} may not move ${from.join(' or ')} to ${move.to}`)
  const moved = await updateOrderStatus(tx, {
    id: move.orderId,
    from: from.map((state) => orderStatusIds[state]),
    to: orderStatusIds[move.to],
    types: types.map((type) => orderTypeCodes[type]),
    set: move.set ?? {},
    where: move.where ?? {},
  })
  if (!moved) return undefined
  const { from_status, ...order } = moved
  await insertOrderEvent(tx, order, {
    ...move,
    from: from_status,
    to: order.status,
    news: move.isQuiet ? undefined : notificationOf(order),
  })
  if (order.delivery_type === orderTypeCodes.VISIT) await followOrder(tx, order, move)
  return order
}
