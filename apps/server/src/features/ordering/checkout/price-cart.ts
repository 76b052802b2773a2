import type { Input } from '@nukkad/contract/contract.ts'
import { addonProblem, readingOf } from '@nukkad/rules/addons.ts'
import { isQuantity, MAX_CART_LINES, readAddonPricing, unitPrice } from '@nukkad/rules/cart.ts'
import { distanceKm, type Point } from '@nukkad/rules/distance.ts'
import { parseMoney, parsePercent } from '@nukkad/rules/money.ts'
import { priceOrder, type Quote, type WalletBalances } from '@nukkad/rules/pricing.ts'
import type { Db } from '#db/connection.ts'
import { deliveryTerms } from '#features/catalogue/stores/delivery-terms.ts'
import { type Discount, findDiscount } from '#features/ordering/coupons/find-discount.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import {
  type CheckoutAddonCategory,
  type CheckoutFacts,
  type CheckoutItem,
  type CheckoutStore,
  readCheckoutFacts,
} from './queries.ts'

type Cart = Pick<Input<'place-order'>, 'order' | 'coupon' | 'delivery_type' | 'partial_wallet' | 'tipAmount'> & {
  method: string
}

export type CartLineToOrder = {
  item: CheckoutItem
  quantity: number
  unitMinor: bigint
  addons: { id: number; category: string; name: string; price_minor: number }[]
}

/** A cart priced from our own tables, from which quotes and orders are made. */
export type PricedCart = {
  facts: CheckoutFacts
  store: CheckoutStore
  lines: CartLineToOrder[]
  discount: Discount | null
  /** The point of delivery; null for self-pickup, and for a guest who named no location. */
  destination: Point | null
  distanceKm: number | null
  quote: Quote
}

/**
 * Reads a cart's items, add-ons, store and coupon again and calculates its price. Never reads names and prices that the
 * client sends (GAP-10, T-12).
 * @throws AppError for what cannot be ordered at any price: empty or oversized carts, quantities, tips, unknown items,
 *   add-ons that do not fit, items of two stores, a store that is not accepted, a coupon that is refused
 */
export async function priceCart(
  db: Db,
  settings: Settings,
  { cart, userId, place }: { cart: Cart; userId: number | null; place?: Point | null },
): Promise<PricedCart> {
  checkShape(cart)
  const facts = await readCheckoutFacts(db, { itemIds: cart.order.map((line) => line.id), userId })
  const { store } = facts
  if (!store) throw new AppError('ITEM_UNAVAILABLE')
  if (!store.is_accepted) throw new AppError('STORE_UNKNOWN')
  const lines = cart.order.map((line) => readLine(line, { facts, store, settings }))
  const isDelivery = cart.delivery_type === 1
  const destination = isDelivery ? destinationOf(facts, place) : null
  const away = destination ? distanceKm({ lat: store.latitude, lng: store.longitude }, destination) : null
  const subtotalMinor = lines.reduce((total, line) => total + line.unitMinor * BigInt(line.quantity), 0n)
  const discount = await readCoupon(db, settings, { cart, userId, store, subtotalMinor })
  const quote = priceOrder({
    currency: store.currency,
    lines: lines.map(({ unitMinor, quantity }) => ({ unitMinor, quantity })),
    coupon: discount?.terms ?? null,
    fulfilment: isDelivery
      ? {
          type: 'DELIVERY',
          terms: deliveryTerms(store),
          distanceKm: away ?? 0,
          roundUp: settings.isOn('enDelChrRnd'),
          freeFromMinor: BigInt(store.free_delivery_subtotal_minor) || null,
        }
      : { type: 'SELFPICKUP' },
    storeChargeMinor: BigInt(store.store_charge_minor),
    taxBasisPoints: taxBasisPoints(settings),
    tipMinor: readTip(cart.tipAmount, store.currency),
    method: cart.method,
    usesWallet: cart.partial_wallet ?? false,
    wallet: walletFor(store, facts, settings),
  })
  return { facts, store, lines, discount, destination, distanceKm: away, quote }
}

/**
 * Returns the wallet's balances; undefined at a store of another currency than the site's, because amounts never cross
 * currencies (docs/reference/security.md#money).
 */
function walletFor(store: CheckoutStore, facts: CheckoutFacts, settings: Settings): WalletBalances | undefined {
  if (store.currency !== settings.get('currencyId')) return undefined
  return { ownMinor: BigInt(facts.own_minor), promotionMinor: BigInt(facts.promotion_minor) }
}

/** Returns the tax rate in hundredths of a percent; 0 where no tax applies. */
export function taxBasisPoints(settings: Settings): number {
  return settings.isOn('taxApplicable') ? (parsePercent(settings.get('taxPercentage')) ?? 0) : 0
}

function checkShape({ order }: Cart): void {
  if (order.length === 0) throw new AppError('CART_EMPTY')
  if (order.length > MAX_CART_LINES) throw new AppError('CART_TOO_LARGE')
  for (const { quantity } of order) {
    if (typeof quantity !== 'number' || !isQuantity(quantity)) throw new AppError('QUANTITY_INVALID')
  }
}

type Reading = { facts: CheckoutFacts; store: CheckoutStore; settings: Settings }

function readLine(line: Cart['order'][number], { facts, store, settings }: Reading): CartLineToOrder {
  const item = facts.items.find((candidate) => candidate.id === line.id)
  if (!item?.is_available) throw new AppError('ITEM_UNAVAILABLE', { extra: { item_id: line.id } })
  if (item.store_id !== store.id) throw new AppError('MIXED_STORES')
  const chosen = (line.selectedaddons ?? []).map((addon) => String(addon.addon_id))
  const problem = addonProblem(item.addon_categories.map(asRule), chosen)
  if (problem) throw new AppError('ADDON_INVALID', { extra: { item_id: item.id } })
  const addons = item.addon_categories.flatMap((category) =>
    category.addons
      .filter((addon) => chosen.includes(String(addon.id)))
      .map((addon) => ({ ...addon, category: category.name })),
  )
  const unitMinor = unitPrice({
    priceMinor: BigInt(item.price_minor),
    addonsMinor: addons.map((addon) => BigInt(addon.price_minor)),
    pricing: readingOf(item.addon_pricing, item.addon_categories) ?? readAddonPricing(settings.get('cartAddonPricing')),
  })
  // `checkShape` has refused quantities that are not whole numbers.
  return { item, quantity: line.quantity as number, unitMinor, addons }
}

/** Returns an add-on category as the rules take it. Prices are empty, because they do not decide which add-ons fit. */
function asRule({ name, type, addon_limit, addons }: CheckoutAddonCategory) {
  return { name, type, addon_limit, addons: addons.map((addon) => ({ id: addon.id, name: addon.name, price: '' })) }
}

/**
 * Returns the customer's stored default address, even where the client sends another location; a guest may name a
 * location to see a price.
 */
function destinationOf({ address }: CheckoutFacts, place: Point | null | undefined): Point | null {
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
