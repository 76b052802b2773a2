import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { type OrderStatus, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { sql } from 'kysely'
import { deliveryType } from '#db/codes.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { cancelOrder, unaccepted } from '#features/ordering/orders/cancel-order.ts'
import { moveOrder, type OrderMove } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { StoreOrderOnWire } from './present.ts'
import { findStoreOrder, type StoreOrderFacts } from './queries.ts'
import { readStoreOrders } from './read-store-orders.ts'

/** An order, the store to which it must belong, and the session of the person who acts. */
export type OwnOrder = {
  by: Pick<Session, 'userId' | 'audience' | 'stores' | 'actingStaffId'>
  storeId: number
  orderId: number
  request: { id: string; client: Client }
}
type Doing = Pick<Services, 'db' | 'config' | 'settings'>

const CANCELLED = 6
const READY = 7
const DELIVERED = 5

/**
 * Accepts a placed order; the preparation minutes that the store gives set a new promised time: the time when the order
 * is ready, plus the trip if it is delivered. A delivery or scheduled order never gets an earlier promised time than
 * before.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, ORDER_OF_VISIT, TRANSITION_REFUSED for an order that was cancelled or is
 * not paid
 */
export async function acceptStoreOrder(
  services: Doing,
  own: OwnOrder,
  prepMinutes: number | null | undefined,
): Promise<StoreOrderOnWire> {
  return onOwnOrder(services, own, async (tx, order) => {
    const set = prepMinutes ? { prep_minutes: prepMinutes, promised_at: promise(order, prepMinutes) } : {}
    // Staff may accept a scheduled order before its time (docs/reference/wire.md#moves-between-statuses).
    const from: OrderMove['from'] = own.by.audience === 'staff' ? ['placed', 'schedule_confirmed'] : 'placed'
    const moved = await moveOwn(tx, own, { from, to: 'accepted', kind: 'order_accepted_store', set })
    return moved ? undefined : alreadyDone(tx, own)
  })
}

/**
 * Confirms a scheduled order; the scheduler accepts it before its slot (GAP-07).
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, ORDER_OF_VISIT
 */
export async function confirmStoreOrder(services: Doing, own: OwnOrder): Promise<StoreOrderOnWire> {
  return onOwnOrder(services, own, async (tx) => {
    const step = { from: 'scheduled', to: 'schedule_confirmed', kind: 'order_confirmed_store' } as const
    const moved = await moveOwn(tx, own, step)
    return moved ? undefined : alreadyDone(tx, own)
  })
}

/**
 * Rejects an order that the store has not accepted, and refunds it (GAP-16, docs/reference/security.md#order-states); a
 * repeated rejection changes nothing.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, TRANSITION_REFUSED
 */
export async function cancelStoreOrder(
  tx: Tx,
  services: Pick<Services, 'config' | 'settings'>,
  own: OwnOrder,
  reason: string | null | undefined,
): Promise<StoreOrderOnWire> {
  const order = await findOwnOrder(tx, own)
  const staffId = staffOf(own)
  const cancelled = await cancelOrder(tx, services.settings, {
    orderId: own.orderId,
    actor: staffId === null ? 'store' : 'admin',
    actorId: staffId ?? own.by.userId,
    actingStaffId: staffId,
    reason: reason ?? null,
    from: unaccepted,
  })
  if (!cancelled) await refuseUnlessReached(tx, own, CANCELLED)
  else if (staffId !== null) await auditMove(tx, own, { from: unaccepted, to: 'cancelled' })
  return readOrder(tx, order, services)
}

/**
 * Marks a self-pickup order as ready to collect.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, ORDER_OF_VISIT, TRANSITION_REFUSED
 */
export async function markReady(services: Doing, own: OwnOrder): Promise<StoreOrderOnWire> {
  return onOwnOrder(services, own, async (tx) => {
    const moved = await moveOwn(tx, own, {
      from: 'accepted',
      to: 'ready',
      kind: 'order_ready_store',
      where: { delivery_type: 2 },
    })
    if (!moved) await refuseUnlessReached(tx, own, READY)
  })
}

/**
 * Marks a ready order as collected, and settles its money in the same transaction.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, ORDER_OF_VISIT, TRANSITION_REFUSED
 */
export async function markCollected(services: Doing, own: OwnOrder): Promise<StoreOrderOnWire> {
  return onOwnOrder(services, own, async (tx) => {
    const moved = await moveOwn(tx, own, {
      from: 'ready',
      to: 'delivered',
      kind: 'order_completed_store',
      where: { delivery_type: 2 },
    })
    if (moved) await settleOrder(tx, moved, services)
    else await refuseUnlessReached(tx, own, DELIVERED)
  })
}

/**
 * Runs `act` on an order of a store that the person runs, in a transaction, and returns the changed order with the
 * fields that `act` returns. Only orders of goods are accepted, prepared and collected; the order of a visit moves with
 * the visit in the diary.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, ORDER_OF_VISIT
 */
async function onOwnOrder(
  services: Doing,
  own: OwnOrder,
  act: (tx: Tx, order: StoreOrderFacts) => Promise<Partial<StoreOrderOnWire> | undefined>,
): Promise<StoreOrderOnWire> {
  return inTransaction(services.db, async (tx) => {
    const order = await findOwnOrder(tx, own)
    if (order.delivery_type === orderTypeCodes.VISIT) throw new AppError('ORDER_OF_VISIT')
    const added = await act(tx, order)
    return { ...(await readOrder(tx, order, services)), ...added }
  })
}

/** Moves an order for the store, or for staff on its behalf, and records the actions of staff. */
async function moveOwn(
  tx: Tx,
  own: OwnOrder,
  move: Omit<OrderMove, 'orderId' | 'actor' | 'actorId'> & {
    to: 'accepted' | 'schedule_confirmed' | 'ready' | 'delivered'
  },
) {
  const { orderId, by } = own
  const staffId = staffOf(own)
  const actor = staffId === null ? 'store' : 'admin'
  const moved = await moveOrder(tx, { ...move, orderId, actor, actorId: staffId ?? by.userId })
  if (moved && staffId !== null) await auditMove(tx, own, move)
  return moved
}

/** Returns the member of staff who acts, in their own session or as the store owner. */
function staffOf({ by }: OwnOrder): number | null {
  return by.audience === 'staff' ? by.userId : by.actingStaffId
}

async function auditMove(
  tx: Tx,
  { orderId, by, request }: OwnOrder,
  { from, to }: Pick<OrderMove, 'from' | 'to'>,
): Promise<void> {
  await writeAudit(tx, {
    actorId: by.userId,
    action: 'order.moved',
    object: { type: 'order', id: orderId },
    before: { status: from },
    after: { status: to },
    request,
  })
}

/**
 * Finds an order of a store that the person runs.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
export async function findOwnOrder(db: Db, own: OwnOrder): Promise<StoreOrderFacts> {
  await requireOwnStore(db, own.by, own.storeId)
  const order = await findStoreOrder(db, own)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

/** States in which the store does not prepare an order: unpaid, or ended without a delivery. */
const notHappening: readonly OrderStatus[] = ['awaiting_payment', 'payment_failed', 'cancelled']

/**
 * Returns the answer for an order that has already passed this step. Refuses unpaid, failed and cancelled orders, so
 * that no app treats them as accepted.
 * @throws AppError TRANSITION_REFUSED
 */
async function alreadyDone(tx: Tx, own: OwnOrder): Promise<{ already_action: true }> {
  const { status } = await findOwnOrder(tx, own)
  if (notHappening.includes(orderStatusOfId(status)!))
    throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
  return { already_action: true }
}

async function refuseUnlessReached(tx: Tx, own: OwnOrder, reached: number): Promise<void> {
  const { status } = await findOwnOrder(tx, own)
  if (status !== reached) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
}

async function readOrder(
  tx: Tx,
  order: StoreOrderFacts,
  services: Pick<Services, 'config' | 'settings'>,
): Promise<StoreOrderOnWire> {
  return (await readStoreOrders(tx, [order], services))[0]!
}

/**
 * Returns the promised time: preparation plus the trip. The promised time of a delivery or scheduled order does not
 * become earlier, because quick preparation makes neither the rider nor the chosen slot earlier.
 */
function promise({ delivery_type, distance_km }: StoreOrderFacts, prepMinutes: number) {
  const wayMinutes = delivery_type === 1 ? deliveryMinutes(distance_km ?? 0) - deliveryMinutes(0) : 0
  // PostgreSQL's `greatest` ignores nulls, so an order without an earlier promised time to keep gets the new time.
  return sql<Date>`greatest(now() + make_interval(mins => ${prepMinutes + wayMinutes}::int),
                            case when delivery_type = ${deliveryType.delivery} or scheduled_for is not null then promised_at end)`
}
