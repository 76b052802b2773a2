import type { Input } from '@nukkad/contract/contract.ts'
import { roundDegrees } from '@nukkad/contract/wire.ts'
import type { Point } from '@nukkad/rules/distance.ts'
import { routes } from '#http/calls.ts'
import { requireWalletRight } from '#http/session.ts'
import { goodsAddressOf } from './delivered-goods.ts'
import { guardGuesses } from './guard-guesses.ts'
import { placeOrder } from './place-order.ts'
import { presentQuote } from './present-quote.ts'
import { priceCart } from './price-cart.ts'

export const checkoutRoutes = routes({
  quote: async ({ input, session, db, settings }) => {
    const cart = { ...input, method: input.method ?? 'COD' }
    if (session && (cart.method === 'WALLET' || cart.partial_wallet)) requireWalletRight(session)
    const userId = session?.audience === 'customer' ? session.userId : null
    const price = () => priceCart(db, settings, { cart, userId, place: readPlace(input.location) })
    const priced = await guardGuesses({ db, settings }, { userId, code: input.coupon?.code }, price)
    const address = priced.visit && input.order.length > 0 ? goodsAddressOf(priced) : undefined
    return { ...presentQuote(priced), ...(address !== undefined && { goods_address: address }) }
  },

  'place-order': placeOrder,
})

/** Reads the visitor's location for a price; null for invalid or missing coordinates. */
function readPlace(location: Input<'quote'>['location']): Point | null {
  const point = { lat: roundDegrees(Number(location?.lat)), lng: roundDegrees(Number(location?.lng)) }
  const isPlace =
    location?.lat != null && location.lng != null && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
  return isPlace ? point : null
}
