import type { Services } from '#http/calls.ts'
import type { StoreOrderFacts } from './queries.ts'

const BY_THE_SALON = 4
const DELIVERY = 1
const onTheWay = [2, 3, 4]
const DELIVERED = 5

/** Returns whether the operator hides customers' contact from stores. */
export function hidesCustomers(settings: Services['settings']): boolean {
  return settings.isOn('hideCustomerDetailsFromStoreOwner')
}

/**
 * Returns whether the store itself goes to this customer, as a salon may (INT-06), and therefore sees the address. The
 * store sees the address for as long as a rider would: from acceptance until one hour after delivery
 * (docs/reference/security.md#authorisation).
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
