import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { type OrderOnWire, presentOrders } from '#features/orders/present.ts'
import type { StoreOrderFacts } from './queries.ts'

export type StoreOrderOnWire = Output<'store-owner/accept-order'>

/** Orders as their store sees them: with the customer, without PIN and wallet (security document §4). */
export async function presentStoreOrders(
  db: Db,
  facts: readonly StoreOrderFacts[],
  { timeZone }: { timeZone: string },
): Promise<StoreOrderOnWire[]> {
  const orders = await presentOrders(
    db,
    facts.map(({ id }) => id),
    { timeZone },
  )
  const factsById = new Map(facts.map((row) => [row.id, row]))
  return orders.map((order) => presentForStore(order, factsById.get(order.id)!))
}

function presentForStore(order: OrderOnWire, facts: StoreOrderFacts): StoreOrderOnWire {
  const {
    delivery_pin: _pin,
    rating: _rating,
    is_ratable: _ratable,
    transaction_id: _transaction,
    wallet_amount: _wallet,
    ...shown
  } = order
  return {
    ...shown,
    orderitems_count: order.orderitems.length,
    user: { id: facts.customer_id, name: facts.customer_name, phone: facts.customer_phone },
  }
}
