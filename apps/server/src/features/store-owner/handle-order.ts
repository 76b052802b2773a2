import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '#db/connection.ts'
import { cancelOrder } from '#features/orders/cancel-order.ts'
import { moveOrder } from '#features/orders/move-order.ts'
import { settleOrder } from '#features/orders/settle-order.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { presentStoreOrders, type StoreOrderOnWire } from './present.ts'
import { findStoreOrder, ownsStore, type StoreOrderFacts } from './queries.ts'

/** An order, the store it must belong to, and who acts. */
export type OwnOrder = { ownerId: number; storeId: number; orderId: number }
type Doing = Pick<Services, 'db' | 'config' | 'settings'>

const CANCELLED = 6
const READY = 7
const DELIVERED = 5

/**
 * Accepts a placed order. With preparation minutes the promise to the customer is made anew: ready then, or at the
 * door after the way there.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
export async function acceptStoreOrder(
  { db, config }: Doing,
  own: OwnOrder,
  prepMinutes: number | null | undefined,
): Promise<StoreOrderOnWire> {
  return inTransaction(db, async (tx) => {
    const order = await findOwnOrder(tx, own)
    const moved = await moveOrder(tx, {
      orderId: own.orderId,
      from: 'placed',
      to: 'accepted',
      actor: 'store',
      actorId: own.ownerId,
      kind: 'order_accepted_store',
      set: prepMinutes ? { prep_minutes: prepMinutes, promised_at: promise(order, prepMinutes) } : {},
    })
    const answer = await present(tx, order, config)
    return moved ? answer : { ...answer, already_action: true }
  })
}

/**
 * Rejects an order that the store has not accepted; what was paid goes back (GAP-16, security document §8). Rejecting it
 * again changes nothing.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, TRANSITION_REFUSED
 */
export async function cancelStoreOrder(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  own: OwnOrder,
  reason: string | null | undefined,
): Promise<StoreOrderOnWire> {
  const order = await findOwnOrder(tx, own)
  const cancelled = await cancelOrder(tx, {
    orderId: own.orderId,
    actor: 'store',
    actorId: own.ownerId,
    reason: reason ?? null,
  })
  if (!cancelled) await refuseUnlessReached(tx, own, CANCELLED)
  return present(tx, order, config)
}

/**
 * Says that a self-pickup order can be collected.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, TRANSITION_REFUSED
 */
export async function markReady({ db, config }: Doing, own: OwnOrder): Promise<StoreOrderOnWire> {
  return inTransaction(db, async (tx) => {
    const order = await findOwnOrder(tx, own)
    const moved = await moveOrder(tx, {
      orderId: own.orderId,
      from: 'accepted',
      to: 'ready',
      actor: 'store',
      actorId: own.ownerId,
      kind: 'order_ready_store',
      where: { delivery_type: 2 },
    })
    if (!moved) await refuseUnlessReached(tx, own, READY)
    return present(tx, order, config)
  })
}

/**
 * Says that a ready order was collected, and settles its money in the same transaction.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, TRANSITION_REFUSED
 */
export async function markCollected({ db, config, settings }: Doing, own: OwnOrder): Promise<StoreOrderOnWire> {
  return inTransaction(db, async (tx) => {
    const order = await findOwnOrder(tx, own)
    const moved = await moveOrder(tx, {
      orderId: own.orderId,
      from: 'ready',
      to: 'delivered',
      actor: 'store',
      actorId: own.ownerId,
      kind: 'order_completed_store',
      where: { delivery_type: 2 },
    })
    if (moved) await settleOrder(tx, moved, settings)
    else await refuseUnlessReached(tx, own, DELIVERED)
    return present(tx, order, config)
  })
}

/**
 * A store that is not the caller's and one that does not exist get the same refusal.
 * @throws AppError ORDER_NOT_YOURS
 */
export async function requireOwnStore(db: Services['db'], own: { ownerId: number; storeId: number }): Promise<void> {
  if (await ownsStore(db, { userId: own.ownerId, storeId: own.storeId })) return
  throw new AppError('ORDER_NOT_YOURS', { message: 'Unauthorized' })
}

async function findOwnOrder(tx: Tx, own: OwnOrder): Promise<StoreOrderFacts> {
  await requireOwnStore(tx, own)
  const order = await findStoreOrder(tx, own)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

async function refuseUnlessReached(tx: Tx, own: OwnOrder, reached: number): Promise<void> {
  const { status } = await findOwnOrder(tx, own)
  if (status !== reached) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
}

async function present(tx: Tx, order: StoreOrderFacts, config: Services['config']): Promise<StoreOrderOnWire> {
  return (await presentStoreOrders(tx, [order], config))[0]!
}

/** The usual time to the door counts minutes for cooking of its own; the store's take their place. */
function promise({ delivery_type, distance_km }: StoreOrderFacts, prepMinutes: number) {
  const wayMinutes = delivery_type === 1 ? deliveryMinutes(distance_km ?? 0) - deliveryMinutes(0) : 0
  return sql<Date>`now() + make_interval(mins => ${prepMinutes + wayMinutes}::int)`
}
