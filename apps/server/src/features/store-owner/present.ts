import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { type OrderOnWire, presentOrders } from '#features/orders/present.ts'
import type { Services } from '#http/calls.ts'
import type { StoreOrderFacts } from './queries.ts'

export type StoreOrderOnWire = Output<'store-owner/accept-order'>

/** Orders as their store sees them: with the customer, without PIN and wallet (security document §4). */
export async function presentStoreOrders(
  db: Db,
  facts: readonly StoreOrderFacts[],
  { config, settings }: Pick<Services, 'config' | 'settings'>,
): Promise<StoreOrderOnWire[]> {
  const orders = await presentOrders(
    db,
    facts.map(({ id }) => id),
    { timeZone: config.timeZone },
  )
  const factsById = new Map(facts.map((row) => [row.id, row]))
  const isHidden = hidesCustomers(settings)
  return orders.map((order) => presentForStore(order, factsById.get(order.id)!, isHidden))
}

/** Whether the operator keeps customers' contact from stores. */
export function hidesCustomers(settings: Services['settings']): boolean {
  return settings.isOn('hideCustomerDetailsFromStoreOwner')
}

function presentForStore(order: OrderOnWire, facts: StoreOrderFacts, isHidden: boolean): StoreOrderOnWire {
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
    ...(isHidden && { address: '', location: 'null' }),
    user: {
      id: facts.customer_id,
      name: facts.customer_name,
      email: isHidden ? null : facts.customer_email,
      phone: isHidden ? null : facts.customer_phone,
    },
  }
}
