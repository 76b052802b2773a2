import type { WireInput } from '@nukkad/contract/contract.ts'
import { type GoodsType, orderTypeCode } from '@nukkad/rules/order-type.ts'
import type { CartLine, CouponState } from '#stores/cart.ts'
import type { Place } from '#stores/place.ts'
import type { Session } from '#stores/session.ts'

type OrderChoices = {
  lines: CartLine[]
  coupon: CouponState
  orderType: GoodsType
  place: Place | null
  tip: string
  usesWallet: boolean
}

/** Returns the input that `quote` and `place-order` share (GAP-10). */
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

/** Returns the cart lines in the form of the wire. */
export function orderedLines(lines: readonly CartLine[]): WireInput<'quote'>['order'] {
  return lines.map(({ id, name, price, quantity, selectedaddons }) => ({
    id,
    name,
    price,
    quantity,
    selectedaddons: [...selectedaddons],
  }))
}

/**
 * Returns where the order goes: the customer's default address, which the server uses too, or a guest's chosen
 * location.
 */
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
