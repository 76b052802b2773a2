import { readOrders } from '#features/ordering/orders/read-orders.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type DeliveryOrderOnWire, presentForRider } from './present.ts'
import { type DeliveryFacts, findDeliveryFacts } from './queries.ts'

type Reading = Pick<Services, 'db' | 'settings' | 'config'>

/** Returns one order as this rider may see it. */
export async function readDeliveryOrder(
  services: Reading,
  { riderId, orderId }: { riderId: number; orderId: number },
): Promise<DeliveryOrderOnWire> {
  const facts = await findDeliveryFacts(services.db, { riderId, orderId })
  if (!facts) throw new AppError('ORDER_NOT_YOURS')
  return (await readDeliveryOrders(services, { riderId, facts: [facts] }))[0]!
}

/** Returns orders as this rider may see them, in the given order (GAP-44). */
export async function readDeliveryOrders(
  { db, settings, config }: Reading,
  { riderId, facts }: { riderId: number; facts: readonly DeliveryFacts[] },
): Promise<DeliveryOrderOnWire[]> {
  const orders = await readOrders(
    db,
    facts.map(({ id }) => id),
    config,
  )
  const factsById = new Map(facts.map((row) => [row.id, row]))
  return orders.map((order) => presentForRider(order, factsById.get(order.id)!, { riderId, settings }))
}
