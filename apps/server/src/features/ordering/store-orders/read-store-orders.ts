import type { Db } from '#db/connection.ts'
import { readOrders } from '#features/ordering/orders/read-orders.ts'
import type { Services } from '#http/calls.ts'
import { hidesCustomers } from './hidden-customers.ts'
import { presentForStore, type StoreOrderOnWire } from './present.ts'
import type { StoreOrderFacts } from './queries.ts'

/**
 * Returns orders as their store sees them: with the customer, without PIN and wallet
 * (docs/reference/security.md#authorisation).
 */
export async function readStoreOrders(
  db: Db,
  facts: readonly StoreOrderFacts[],
  { config, settings }: Pick<Services, 'config' | 'settings'>,
): Promise<StoreOrderOnWire[]> {
  const orders = await readOrders(
    db,
    facts.map(({ id }) => id),
    { timeZone: config.timeZone },
  )
  const factsById = new Map(facts.map((row) => [row.id, row]))
  const isHidden = hidesCustomers(settings)
  return orders.map((order) => presentForStore(order, factsById.get(order.id)!, isHidden))
}
