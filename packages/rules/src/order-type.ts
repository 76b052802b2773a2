/** How the customer gets the order; the values of `userPreferredSelection` and `userSelected` (E-25). */
export type OrderType = 'DELIVERY' | 'SELFPICKUP'
/** What a store offers: 1 delivery, 2 self-pickup, 3 both, 4 service delivered by the salon (R-05, INT-06). */
export type DeliveryType = 1 | 2 | 3 | 4

/** The codes by name. */
export const deliveryTypes = { delivery: 1, selfPickup: 2, both: 3, salon: 4 } as const satisfies Record<
  string,
  DeliveryType
>

/**
 * The order type to set under the standard rule (store page, cart, checkout): the preference when the store
 * supports it, undefined where the present selection stays. Salon stores change nothing (E-26, E-27, INT-06).
 */
export function standardOrderType(preference: OrderType, deliveryType: number): OrderType | undefined {
  const supported = preference === 'DELIVERY' ? [1, 3] : [2, 3]
  return supported.includes(deliveryType) ? preference : undefined
}

/** The order type to set under the salon home's rule; undefined for an unknown code (E-28, E-29, E-30, INT-05). */
export function salonOrderType(preference: OrderType, deliveryType: number): OrderType | undefined {
  if (deliveryType === deliveryTypes.delivery || deliveryType === deliveryTypes.salon) return 'DELIVERY'
  if (deliveryType === deliveryTypes.selfPickup) return 'SELFPICKUP'
  return deliveryType === deliveryTypes.both ? preference : undefined
}

/**
 * Whether a store of this kind takes such an order; decides lists and place-order (INT-06,
 * docs/reference/wire.md#home-and-store-lists).
 */
export function supportsOrderType(deliveryType: number, orderType: OrderType): boolean {
  return (orderType === 'DELIVERY' ? [1, 3, 4] : [2, 3]).includes(deliveryType)
}

/** `delivery_type` of an order on the wire (GAP-10). */
export function orderTypeCode(orderType: OrderType): 1 | 2 {
  return orderType === 'DELIVERY' ? 1 : 2
}

/** Reads an order's `delivery_type`; undefined for anything but 1 and 2. */
export function orderTypeOfCode(code: number): OrderType | undefined {
  if (code === 1) return 'DELIVERY'
  return code === 2 ? 'SELFPICKUP' : undefined
}
