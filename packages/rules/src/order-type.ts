/** How the customer receives the order; the values of `userPreferredSelection` and `userSelected` (E-25). */
export type OrderType = 'DELIVERY' | 'SELFPICKUP'
/** The order types of a store: 1 delivery, 2 self-pickup, 3 both, 4 service delivered by the salon (R-05, INT-06). */
export type DeliveryType = 1 | 2 | 3 | 4

/** The delivery types by name. */
export const deliveryTypes = { delivery: 1, selfPickup: 2, both: 3, salon: 4 } as const satisfies Record<
  string,
  DeliveryType
>

/**
 * Returns the order type to set on the store page, in the cart and at checkout: the preference when the store supports
 * it. Undefined leaves the selection as it is. Salon stores never change it (E-26, E-27, INT-06).
 */
export function standardOrderType(preference: OrderType, deliveryType: number): OrderType | undefined {
  const supported = preference === 'DELIVERY' ? [1, 3] : [2, 3]
  return supported.includes(deliveryType) ? preference : undefined
}

/** Returns the order type to set on the salon home; undefined for an unknown code (E-28, E-29, E-30, INT-05). */
export function salonOrderType(preference: OrderType, deliveryType: number): OrderType | undefined {
  if (deliveryType === deliveryTypes.delivery || deliveryType === deliveryTypes.salon) return 'DELIVERY'
  if (deliveryType === deliveryTypes.selfPickup) return 'SELFPICKUP'
  return deliveryType === deliveryTypes.both ? preference : undefined
}

/**
 * Returns true when a store with this delivery type takes such an order. It decides lists and place-order (INT-06,
 * docs/reference/wire.md#home-and-store-lists).
 */
export function supportsOrderType(deliveryType: number, orderType: OrderType): boolean {
  return (orderType === 'DELIVERY' ? [1, 3, 4] : [2, 3]).includes(deliveryType)
}

/** Returns the `delivery_type` of an order on the wire (GAP-10). */
export function orderTypeCode(orderType: OrderType): 1 | 2 {
  return orderType === 'DELIVERY' ? 1 : 2
}

/** Returns the order type of a `delivery_type`; undefined for anything but 1 and 2. */
export function orderTypeOfCode(code: number): OrderType | undefined {
  if (code === 1) return 'DELIVERY'
  return code === 2 ? 'SELFPICKUP' : undefined
}
