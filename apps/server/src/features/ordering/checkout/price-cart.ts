import type { Input } from '@nukkad/contract/contract.ts'
import { isQuantity, MAX_CART_LINES } from '@nukkad/rules/cart.ts'
import { distanceKm, type Point } from '@nukkad/rules/distance.ts'
import { parseMoney, parsePercent } from '@nukkad/rules/money.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { type Fulfilment, priceOrder, type Quote, type WalletBalances } from '@nukkad/rules/pricing.ts'
import type { Db } from '#db/connection.ts'
import { type HeldVisit, heldVisitOf } from '#features/bookings/visits/held-visit.ts'
import { deliveryTerms } from '#features/catalogue/stores/delivery-terms.ts'
import { type Discount, findDiscount } from '#features/ordering/coupons/find-discount.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { type CheckoutFacts, type CheckoutStore, readCheckoutFacts } from './queries.ts'
import { type CartLineToOrder, readLine } from './read-line.ts'

type Cart = Pick<
  Input<'place-order'>,
  'order' | 'unique_visit_id' | 'deliver_goods' | 'coupon' | 'delivery_type' | 'partial_wallet' | 'tipAmount'
> & { method: string }

/** A cart with prices from our own tables, from which quotes and orders are made. */
export type PricedCart = {
  facts: CheckoutFacts
  store: CheckoutStore
  lines: CartLineToOrder[]
  discount: Discount | null
  /** The visit that the order pays; null for orders of goods alone. */
  visit: HeldVisit | null
  /** The point of delivery; null for self-pickup, and for a guest who gave no location. */
  destination: Point | null
  distanceKm: number | null
  quote: Quote
  /** The goods of a visit that are delivered as a second order; null if the cart has no such goods. */
  goods: PricedCart | null
}

/**
 * Reads a cart's items, add-ons, store and coupon again and calculates its price. Never reads names and prices that the
 * client sends (GAP-10, T-12).
 * @throws AppError for what cannot be ordered at any price: empty or oversized carts, quantities, tips, unknown items,
 *   add-ons that do not fit, items of two stores, a store that is not accepted, a coupon that is refused, a visit that
 *   the customer does not hold
 */
export async function priceCart(
  db: Db,
  settings: Settings,
  { cart, userId, place }: { cart: Cart; userId: number | null; place?: Point | null },
): Promise<PricedCart> {
  const isVisit = cart.delivery_type === orderTypeCodes.VISIT
  checkShape(cart, isVisit)
  const paid = isVisit && cart.unique_visit_id && userId !== null ? { number: cart.unique_visit_id, userId } : null
  const facts = await readCheckoutFacts(db, { itemIds: cart.order.map((line) => line.id), userId, visit: paid })
  const visit = isVisit ? heldVisitOf(facts.visit) : null
  const { store } = facts
  if (!store) throw new AppError('ITEM_UNAVAILABLE')
  if (!store.is_accepted) throw new AppError('STORE_UNKNOWN')
  const goods = cart.order.map((line) => readGoods(line, { facts, store, settings }))
  const lines = [...(visit?.lines ?? []), ...(cart.deliver_goods ? [] : goods)]
  const subtotalMinor = lines.reduce((total, line) => total + line.unitMinor * BigInt(line.quantity), 0n)
  const discount = await readCoupon(db, settings, { cart, userId, store, subtotalMinor })
  const destination = cart.delivery_type === 1 || cart.deliver_goods ? destinationOf(facts, place) : null
  const wallet = walletFor(store, facts, settings)
  const shared = { cart, facts, store, settings }
  const priced = priceLines(shared, { lines, discount, visit, wallet, destination: visit ? null : destination })
  if (!cart.deliver_goods) return { ...priced, goods: null }
  // The visit takes money from the wallet before its goods do, so that the deposit of the visit is paid first.
  const left = wallet && {
    ownMinor: wallet.ownMinor - priced.quote.walletOwnMinor,
    promotionMinor: wallet.promotionMinor - priced.quote.walletPromotionMinor,
  }
  const delivered = priceLines(shared, { lines: goods, discount: null, visit: null, wallet: left, destination })
  return { ...priced, goods: { ...delivered, goods: null } }
}

/**
 * Reads a line of goods; refuses a service, because only a visit can hold its time and its people.
 * @throws AppError ITEM_UNAVAILABLE for a service, and the errors of `readLine`
 */
function readGoods(...[line, reading]: Parameters<typeof readLine>): CartLineToOrder {
  const read = readLine(line, reading)
  if (read.item.is_service) throw new AppError('ITEM_UNAVAILABLE', { extra: { item_id: line.id } })
  return read
}

type Shared = { cart: Cart; facts: CheckoutFacts; store: CheckoutStore; settings: Settings }
type ToPrice = Pick<PricedCart, 'lines' | 'discount' | 'visit' | 'destination'> & { wallet: WalletBalances | undefined }

/** Calculates the price of the lines of one order. */
function priceLines(
  { cart, facts, store, settings }: Shared,
  { lines, discount, visit, destination, wallet }: ToPrice,
): Omit<PricedCart, 'goods'> {
  const isDelivery = cart.delivery_type === 1 || (cart.deliver_goods === true && !visit)
  const away = destination ? distanceKm({ lat: store.latitude, lng: store.longitude }, destination) : null
  const quote = priceOrder({
    currency: store.currency,
    lines: lines.map(({ unitMinor, quantity }) => ({ unitMinor, quantity })),
    coupon: discount?.terms ?? null,
    fulfilment: fulfilmentOf({ store, visit, isDelivery, distanceKm: away ?? 0 }, settings),
    storeChargeMinor: BigInt(store.store_charge_minor),
    taxBasisPoints: taxBasisPoints(settings),
    tipMinor: readTip(cart.tipAmount, store.currency),
    method: cart.method,
    usesWallet: cart.partial_wallet ?? false,
    wallet,
  })
  return { facts, store, lines, discount, visit, destination, distanceKm: away, quote }
}

type Receiving = { store: CheckoutStore; visit: HeldVisit | null; isDelivery: boolean; distanceKm: number }

/** Returns how the customer receives the order, with the charges for it. */
function fulfilmentOf({ store, visit, isDelivery, distanceKm }: Receiving, settings: Settings): Fulfilment {
  if (visit) return { type: 'VISIT', depositMinor: visit.depositMinor }
  if (!isDelivery) return { type: 'SELFPICKUP' }
  return {
    type: 'DELIVERY',
    terms: deliveryTerms(store),
    distanceKm,
    roundUp: settings.isOn('enDelChrRnd'),
    freeFromMinor: BigInt(store.free_delivery_subtotal_minor) || null,
  }
}

/**
 * Returns the wallet's balances; undefined at a store whose currency is not the site's, because amounts are never
 * converted between currencies (docs/reference/security.md#money).
 */
function walletFor(store: CheckoutStore, facts: CheckoutFacts, settings: Settings): WalletBalances | undefined {
  if (store.currency !== settings.get('currencyId')) return undefined
  return { ownMinor: BigInt(facts.own_minor), promotionMinor: BigInt(facts.promotion_minor) }
}

/** Returns the tax rate in hundredths of a percent; 0 if no tax applies. */
export function taxBasisPoints(settings: Settings): number {
  return settings.isOn('taxApplicable') ? (parsePercent(settings.get('taxPercentage')) ?? 0) : 0
}

function checkShape({ order, deliver_goods }: Cart, isVisit: boolean): void {
  if (order.length === 0 && (!isVisit || deliver_goods)) throw new AppError('CART_EMPTY')
  // Refuses a delivery of goods without a visit in the cart, because only goods that are ordered with a visit can be
  // delivered apart from it.
  if (deliver_goods && !isVisit) throw new AppError('ORDER_TYPE_UNSUPPORTED')
  if (order.length > MAX_CART_LINES) throw new AppError('CART_TOO_LARGE')
  for (const { quantity } of order) {
    if (typeof quantity !== 'number' || !isQuantity(quantity)) throw new AppError('QUANTITY_INVALID')
  }
}

/**
 * Returns the customer's stored default address, even if the client sends another location; a guest may give a location
 * to see a price.
 */
export function destinationOf({ address }: CheckoutFacts, place: Point | null | undefined): Point | null {
  if (address) return { lat: address.latitude, lng: address.longitude }
  return place ?? null
}

function readTip(tip: string | null | undefined, currency: string): bigint {
  if (tip === null || tip === undefined || tip === '') return 0n
  const tipMinor = parseMoney(tip, currency)
  if (tipMinor === undefined || tipMinor < 0n || tipMinor > 10_000_000n) throw new AppError('TIP_INVALID')
  return tipMinor
}

type CouponReading = { cart: Cart; userId: number | null; store: CheckoutStore; subtotalMinor: bigint }

async function readCoupon(
  db: Db,
  settings: Settings,
  { cart, userId, store, subtotalMinor }: CouponReading,
): Promise<Discount | null> {
  const code = cart.coupon?.code
  if (!code || userId === null) return null
  return findDiscount(db, settings, { code, storeId: store.id, userId, subtotalMinor, currency: store.currency })
}
