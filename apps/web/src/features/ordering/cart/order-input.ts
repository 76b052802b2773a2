import type { WireInput } from '@nukkad/contract/contract.ts'
import { type OrderType, orderTypeCode } from '@nukkad/rules/order-type.ts'
import type { CartLine, CouponState } from '#stores/cart.ts'
import type { Place } from '#stores/place.ts'
import type { Session } from '#stores/session.ts'

type OrderChoices = {
  lines: CartLine[]
  coupon: CouponState
  orderType: OrderType
  place: Place | null
  tip: string
  usesWallet: boolean
}

/** The part of an order that `quote` and `place-order` have in common (GAP-10). */
export function cartInput({ lines, coupon, orderType, place, tip, usesWallet }: OrderChoices): WireInput<'quote'> {
  const isDelivery = orderType === 'DELIVERY'
  return {
    order: orderedLines(lines),
    coupon: coupon.code ? { code: coupon.code } : null,
    location: place
      ? { lat: place.lat, lng: place.lng, address: place.address, house: place.house, tag: place.tag }
      : null,
    delivery_type: orderTypeCode(orderType),
    partial_wallet: usesWallet,
    tipAmount: isDelivery && tip ? tip : null,
  }
}

/** What is ordered, as the wire names it. */
export function orderedLines(lines: readonly CartLine[]): WireInput<'quote'>['order'] {
  return lines.map(({ id, name, price, quantity, selectedaddons }) => ({
    id,
    name,
    price,
    quantity,
    selectedaddons: [...selectedaddons],
  }))
}

/** Where the order goes: a customer's default address, which is what the server uses; a guest's place. */
export function deliveryPlace(session: Session | null, place: Place | null): Place | null {
  if (!session) return place
  const address = session.data.default_address
  if (!address) return null
  return {
    lat: Number(address.latitude),
    lng: Number(address.longitude),
    address: address.address,
    house: address.house,
    tag: address.tag,
    businessLocation: false,
  }
}
