import type { Output } from '@nukkad/contract/contract.ts'
import type { OrderOnWire } from '#features/ordering/orders/present.ts'
import { hidesAddress } from './hidden-customers.ts'
import type { StoreOrderFacts } from './queries.ts'

export type StoreOrderOnWire = Output<'store-owner/accept-order'>

/** Returns an order as its store sees it: without PIN and wallet (docs/reference/security.md#authorisation). */
export function presentForStore(order: OrderOnWire, facts: StoreOrderFacts, isHidden: boolean): StoreOrderOnWire {
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
