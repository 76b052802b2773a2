import type { Input } from '@nukkad/contract/contract.ts'
import { servesPoint } from '@nukkad/rules/distance.ts'
import { isOpenAt } from '@nukkad/rules/opening-hours.ts'
import { supportsOrderType } from '@nukkad/rules/order-type.ts'
import { missingForMinimum } from '@nukkad/rules/pricing.ts'
import { clockTime } from '#features/catalogue/stores/clock-time.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import type { insertOrder } from '#features/ordering/orders/insert-order.ts'
import { AppError } from '#http/errors.ts'
import { destinationOf, type PricedCart } from './price-cart.ts'

type Placing = Input<'place-order'>
type Placed = Awaited<ReturnType<typeof insertOrder>>

/**
 * Returns the part of a request with which the visit's own order is placed: all of it, except the fields that only a
 * delivery needs.
 */
export function withoutDelivered(input: Placing): Placing {
  return input.deliver_goods ? { ...input, cash_change_amount: null } : input
}

/**
 * Returns the part of a request with which the delivered goods of a visit are placed; coupon and comment belong to the
 * order of the visit.
 */
export function onlyDelivered(input: Placing): Placing {
  const ofVisit = { unique_visit_id: null, coupon: null, order_comment: null, schedule_date: null, schedule_slot: null }
  return { ...input, ...ofVisit, delivery_type: 1 }
}

/** Returns the goods of a visit in the form in which the visit's order refers to them. */
export function linkTo(goods: Placed, visitOrder: Placed): NonNullable<Placed['linked']> {
  const isTogether = visitOrder.payable_minor > 0n && goods.payable_minor > 0n && visitOrder.status === goods.status
  return {
    id: goods.id,
    unique_order_id: goods.unique_order_id,
    kind: 'goods',
    status: goods.status,
    starts_at: null,
    time_zone: null,
    together_minor: isTogether ? Number(visitOrder.payable_minor + goods.payable_minor) : null,
  }
}

/** Returns the customer's address if the salon of a visit delivers the goods of the cart to it now; else undefined. */
export function goodsAddressOf(cart: PricedCart): string | undefined {
  const { store, facts, visit, lines, goods } = cart
  const ofGoods = goods?.lines ?? lines.slice(visit?.lines.length)
  const goodsMinor = ofGoods.reduce((total, { unitMinor, quantity }) => total + unitMinor * BigInt(quantity), 0n)
  const { address } = facts
  if (!address || !supportsOrderType(store.delivery_type, 'DELIVERY') || !isOpenNow(cart)) return undefined
  if (missingForMinimum(goodsMinor, BigInt(store.minimum_order_minor)) > 0n) return undefined
  if (!isServed({ ...cart, destination: destinationOf(facts, null) })) return undefined
  return [address.house, address.address].filter(Boolean).join(', ')
}

/**
 * Returns whether the store takes orders now: its owner has switched it on and, if it has opening hours, the time is
 * within them.
 */
function isOpenNow({ store, facts }: PricedCart): boolean {
  if (!store.is_active) return false
  return !store.is_schedulable || isOpenAt(openingHoursOf(store.hours), facts.now, store.time_zone)
}

/** Refuses an order that is not scheduled while the store is closed or paused. */
export function checkIsOpen(cart: PricedCart): void {
  if (isOpenNow(cart)) return
  const { store, facts } = cart
  const pauseEnd = store.paused_until && new Date(store.paused_until)
  if (!pauseEnd || pauseEnd <= facts.now) throw new AppError('STORE_CLOSED')
  throw new AppError('STORE_PAUSED', { params: { time: clockTime(pauseEnd, store) } })
}

/** Refuses a delivery without an address, or to an address that the store does not serve. */
export function checkAddress(cart: PricedCart): void {
  if (!cart.facts.address || !cart.destination) throw new AppError('ADDRESS_MISSING')
  if (!isServed(cart)) throw new AppError('ADDRESS_NOT_SERVED')
}

function isServed({ store, destination }: PricedCart): boolean {
  const reach = {
    lat: store.latitude,
    lng: store.longitude,
    deliveryRadiusKm: store.delivery_radius_km,
    areas: store.delivery_areas?.map((ring) => [ring]) ?? null,
  }
  return destination !== null && servesPoint(reach, destination)
}
