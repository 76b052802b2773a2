import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { type OrderOnWire, readOrders } from '#features/ordering/orders/present.ts'
import type { Services } from '#http/calls.ts'
import type { StoreOrderFacts } from './queries.ts'

const BY_THE_SALON = 4
const DELIVERY = 1
const onTheWay = [2, 3, 4]
const DELIVERED = 5

export type StoreOrderOnWire = Output<'store-owner/accept-order'>

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

/** Returns whether the operator hides customers' contact from stores. */
export function hidesCustomers(settings: Services['settings']): boolean {
  return settings.isOn('hideCustomerDetailsFromStoreOwner')
}

/**
 * Returns whether the store itself goes to this customer, as a salon may (INT-06), and so sees the address. Like a
 * rider, it sees the address from acceptance until one hour after delivery (docs/reference/security.md#authorisation).
 */
function goesThere({ status, delivery_type, store_delivery_type, is_just_delivered }: PlaceFacts): boolean {
  if (store_delivery_type !== BY_THE_SALON || delivery_type !== DELIVERY) return false
  return onTheWay.includes(status) || (status === DELIVERED && is_just_delivered)
}

type PlaceFacts = Pick<StoreOrderFacts, 'status' | 'delivery_type' | 'store_delivery_type' | 'is_just_delivered'>

/** Returns whether the phone and address of an order's customer are hidden from its store. */
export function hidesAddress(facts: PlaceFacts, isHidden: boolean): boolean {
  return isHidden && !goesThere(facts)
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
  const isAddressHidden = hidesAddress(facts, isHidden)
  return {
    ...shown,
    orderitems_count: order.orderitems.length,
    ...(isAddressHidden && { address: '', location: 'null' }),
    user: {
      id: facts.customer_id,
      name: facts.customer_name,
      email: isHidden ? null : facts.customer_email,
      phone: isAddressHidden ? null : facts.customer_phone,
    },
  }
}
