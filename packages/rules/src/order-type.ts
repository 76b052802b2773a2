/** How the customer receives goods; the values of `userPreferredSelection` and `userSelected` (E-25). */
export type GoodsType = 'DELIVERY' | 'SELFPICKUP'
/** How the customer receives the order; at a visit, a salon does the services and hands goods over. */
export type OrderType = GoodsType | 'VISIT'
/** The order types of a store: 1 delivery, 2 self-pickup, 3 both, 4 service delivered by the salon (R-05, INT-06). */
export type DeliveryType = 1 | 2 | 3 | 4

/** The delivery types by name. */
export const deliveryTypes = { delivery: 1, selfPickup: 2, both: 3, salon: 4 } as const satisfies Record<
  string,
  DeliveryType
>

/**
 * Returns the order type that the app selects on the store page, in the cart and at checkout: the customer's preference
 * when the store supports it. Returns undefined when the selection stays as it is. The page of a salon never changes
 * the selection (E-26, E-27, INT-06).
 */
export function standardOrderType(preference: GoodsType, deliveryType: number): GoodsType | undefined {
  const supported = preference === 'DELIVERY' ? [1, 3] : [2, 3]
  return supported.includes(deliveryType) ? preference : undefined
}

/**
 * Returns the order type that the app selects on the home page of salons; undefined for an unknown delivery type (E-28,
 * E-29, E-30, INT-05).
 */
export function salonOrderType(preference: GoodsType, deliveryType: number): GoodsType | undefined {
  if (deliveryType === deliveryTypes.delivery || deliveryType === deliveryTypes.salon) return 'DELIVERY'
  if (deliveryType === deliveryTypes.selfPickup) return 'SELFPICKUP'
  return deliveryType === deliveryTypes.both ? preference : undefined
}

/**
 * Returns true when a store with this delivery type takes orders of this order type. Both lists of stores and the call
 * `place-order` use this rule (INT-06, docs/reference/wire.md#home-and-store-lists).
 */
export function supportsOrderType(deliveryType: number, orderType: OrderType): boolean {
  return supporting[orderType].includes(deliveryType)
}

/**
 * The delivery types of stores that support each order type. Every delivery type supports visits, because a salon may
 * also deliver goods; only a salon has services to book.
 */
const supporting: Record<OrderType, readonly number[]> = {
  DELIVERY: [1, 3, 4],
  SELFPICKUP: [2, 3],
  VISIT: [1, 2, 3, 4],
}

/** The `delivery_type` of each order type, on the wire and in the table (GAP-10). */
export const orderTypeCodes = { DELIVERY: 1, SELFPICKUP: 2, VISIT: 4 } as const satisfies Record<OrderType, number>
/** The `delivery_type` of an order. */
export type OrderTypeCode = (typeof orderTypeCodes)[OrderType]

/** All order types. The cast restores the names of the order types, because Object.keys returns strings. */
export const orderTypes = Object.keys(orderTypeCodes) as readonly OrderType[]

/** Returns the wire's `delivery_type` for an order of goods (GAP-10). */
export function orderTypeCode(orderType: GoodsType): 1 | 2 {
  return orderTypeCodes[orderType]
}

/**
 * Returns a `delivery_type` that the table of orders stores, with the type that the wire needs. A constraint of the
 * table allows only the values 1, 2 and 4.
 */
export function orderTypeCodeOf(code: number): OrderTypeCode {
  return code === 2 || code === 4 ? code : 1
}

/** Returns the order type of a `delivery_type`; undefined for anything but 1, 2 and 4. */
export function orderTypeOfCode(code: number): OrderType | undefined {
  return orderTypes.find((orderType) => orderTypeCodes[orderType] === code)
}
