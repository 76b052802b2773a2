import { type Coupon, couponEligibility } from '@nukkad/rules/coupon.ts'
import { distanceKm } from '@nukkad/rules/distance.ts'
import { formatOrderNumber, pinFrom } from '@nukkad/rules/order-number.ts'
import { priceOrder, type Quote } from '@nukkad/rules/pricing.ts'
import { CITY_OFFSET_MS, DAY_MS, MINUTE_MS } from '../clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { AddressRow, City, CouponRow, CustomerRow, OrderRow, StoreHoursRow, StoreRow } from '../types.ts'
import { type BasketLine, fillBasket, type Shelf, shelvesOf } from './basket.ts'
import type { Menus } from './menus.ts'
import { TAX_PERCENT } from './town.ts'

type Orders = Pick<City, 'orders' | 'orderLines' | 'orderLineAddons'>

type Sources = Menus &
  Pick<City, 'stores' | 'storeHours' | 'customers' | 'addresses' | 'riderStores' | 'coupons' | 'couponStores'>

const ORDER_COUNT = 2_700
const HISTORY_DAYS = 90
/** The newest order is long finished at `now`. */
const QUIET_MINUTES = 150
const CANCELLED_SHARE = 0.045
/** Keeps the demo customer's own list readable: some dozen orders instead of a hundred. */
const DEMO_CUSTOMER_WEIGHT = 0.2

/** The finished orders of the last 90 days, oldest first; counts their coupons on the coupon rows. */
export function buildOrders(sources: Sources, { now, seed }: { now: Date; seed: number }): Orders {
  const draw = randomFrom('orders', seed)
  const shelves = shelvesOf(sources)
  const orders: Orders = { orders: [], orderLines: [], orderLineAddons: [] }
  const history = new History(sources)
  for (const placedAt of momentsOf(draw, now)) {
    const visit = visitAt(placedAt, { sources, draw })
    const shelf = shelves.get(visit.store.id)
    if (shelf) addOrder(orders, { visit, shelf, history, draw })
  }
  return orders
}

type Visit = {
  placedAt: Date
  store: StoreRow
  customer: CustomerRow
  address: AddressRow
  distanceKm: number
  isPickup: boolean
  riderIds: number[]
}

/** What earlier orders used up, for the coupon rules. */
class History {
  readonly #coupons: readonly { row: CouponRow; coupon: Coupon }[]
  readonly #ordersBy = new Map<number, number>()
  readonly #usesBy = new Map<string, number>()

  constructor({ coupons, couponStores }: Pick<City, 'coupons' | 'couponStores'>) {
    this.#coupons = coupons.map((row) => ({ row, coupon: couponOf(row, couponStores) }))
  }

  /** A coupon this customer may use here, if any. */
  couponFor(visit: Visit, subtotalMinor: bigint, draw: Random): { row: CouponRow; coupon: Coupon } | undefined {
    if (!draw.chance(0.3)) return undefined
    const usable = this.#coupons.filter(({ row, coupon }) => {
      const facts = {
        now: visit.placedAt,
        storeId: visit.store.id,
        subtotalMinor,
        usesByCustomer: this.#usesBy.get(`${row.id}/${visit.customer.id}`) ?? 0,
        ordersByCustomer: this.#ordersBy.get(visit.customer.id) ?? 0,
      }
      return couponEligibility({ ...coupon, usedCount: row.count }, facts).ok
    })
    return usable.length > 0 ? draw.pick(usable) : undefined
  }

  note(customerId: number, used: CouponRow | undefined): void {
    this.#ordersBy.set(customerId, (this.#ordersBy.get(customerId) ?? 0) + 1)
    if (!used) return
    used.count += 1
    const key = `${used.id}/${customerId}`
    this.#usesBy.set(key, (this.#usesBy.get(key) ?? 0) + 1)
  }
}

/** Order times, oldest first: more of them lately, none at the quietest hours of shops that sleep. */
function momentsOf(draw: Random, now: Date): Date[] {
  const last = now.getTime() - QUIET_MINUTES * MINUTE_MS
  return Array.from({ length: ORDER_COUNT }, () => last - draw.next() ** 1.35 * (HISTORY_DAYS - 1) * DAY_MS)
    .toSorted((a, b) => a - b)
    .map((time) => new Date(Math.floor(time / 1000) * 1000))
}

/** Somebody near an open store; who lives too far fetches the order or looks further. */
function visitAt(placedAt: Date, { sources, draw }: { sources: Sources; draw: Random }): Visit {
  const open = openStores(sources, placedAt)
  const homes = sources.addresses.map((row) => [row, row.customerId === 1 ? DEMO_CUSTOMER_WEIGHT : 1] as const)
  for (;;) {
    const store = draw.weighted(open)
    const address = draw.weighted(homes)
    const customer = sources.customers[address.customerId - 1]
    const km = distanceKm(pointOf(store), pointOf(address))
    const canDeliver = store.deliveryType !== 2 && km <= store.deliveryRadiusKm
    const canFetch = store.deliveryType === 2 || store.deliveryType === 3
    if (!customer || (!canDeliver && !canFetch)) continue
    const isPickup = !canDeliver || (canFetch && draw.chance(0.08))
    const riderIds = sources.riderStores.filter(({ storeId }) => storeId === store.id).map(({ riderId }) => riderId)
    return { placedAt, store, customer, address, distanceKm: km, isPickup, riderIds }
  }
}

function openStores({ stores, storeHours }: Sources, at: Date): (readonly [StoreRow, number])[] {
  const local = new Date(at.getTime() + CITY_OFFSET_MS)
  const weekday = weekdayNames[local.getUTCDay()]
  const clock = local.toISOString().slice(11, 16)
  const isOpen = (row: StoreHoursRow) => row.weekday === weekday && row.opensAt <= clock && clock < row.closesAt
  const openIds = new Set(storeHours.filter(isOpen).map(({ storeId }) => storeId))
  return stores.filter(({ id }) => openIds.has(id)).map((store) => [store, popularityOf(store)] as const)
}

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function popularityOf(store: StoreRow): number {
  const byKind = { store: 1.3, warehouse: 1.4, medical: 1, salon: 0.9 }[store.kind]
  return byKind * (store.isFeatured ? 1.7 : 1) * (store.rating - 3.4)
}

type Placing = { visit: Visit; shelf: Shelf; history: History; draw: Random }

function addOrder(rows: Orders, { visit, shelf, history, draw }: Placing): void {
  const basket = fillBasket(visit.store, shelf, draw)
  const subtotalMinor = basket.reduce((total, { unitMinor, quantity }) => total + unitMinor * BigInt(quantity), 0n)
  const used = history.couponFor(visit, subtotalMinor, draw)
  const tipMinor = draw.chance(0.22) ? draw.pick([2_000n, 3_000n, 5_000n]) : 0n
  const quote = quoteOf(visit, basket, { coupon: used?.coupon, tipMinor })
  const id = rows.orders.length + 1
  rows.orders.push(orderRow(id, visit, { quote, coupon: used?.row, draw }))
  history.note(visit.customer.id, used?.row)
  basket.forEach((line, index) => {
    addLine(rows, { orderId: id, line, discountMinor: quote.lines[index]?.discountMinor ?? 0n })
  })
}

function quoteOf(visit: Visit, basket: readonly BasketLine[], extras: { coupon?: Coupon; tipMinor: bigint }): Quote {
  const { store } = visit
  return priceOrder({
    currency: 'INR',
    lines: basket.map(({ unitMinor, quantity }) => ({ unitMinor, quantity })),
    coupon: extras.coupon?.terms,
    fulfilment: visit.isPickup
      ? { type: 'SELFPICKUP' }
      : {
          type: 'DELIVERY',
          terms:
            store.deliveryChargeType === 'FIXED'
              ? { kind: 'FIXED', chargeMinor: store.deliveryChargeMinor }
              : {
                  kind: 'DYNAMIC',
                  baseMinor: store.baseDeliveryChargeMinor,
                  baseDistanceKm: store.baseDeliveryDistanceKm,
                  extraMinor: store.extraDeliveryChargeMinor,
                  extraDistanceKm: store.extraDeliveryDistanceKm,
                },
          distanceKm: visit.distanceKm,
          roundUp: true,
          freeFromMinor: store.freeDeliverySubtotalMinor,
        },
    storeChargeMinor: store.storeChargeMinor,
    taxBasisPoints: TAX_PERCENT * 100,
    tipMinor: extras.tipMinor,
    method: 'COD',
  })
}

type Placed = { quote: Quote; coupon: CouponRow | undefined; draw: Random }

function orderRow(id: number, visit: Visit, { quote, coupon, draw }: Placed): OrderRow {
  const { store, address, customer, isPickup, placedAt } = visit
  const isCancelled = draw.chance(CANCELLED_SHARE)
  return {
    id,
    uniqueOrderId: orderNumberOf(id, placedAt, draw),
    status: isCancelled ? 6 : 5,
    customerId: customer.id,
    storeId: store.id,
    riderId: isPickup || isCancelled ? null : draw.pick(visit.riderIds),
    addressId: isPickup ? null : address.id,
    addressText: `${address.house}, ${address.address}`,
    latitude: address.latitude,
    longitude: address.longitude,
    distanceKm: visit.distanceKm,
    fulfilment: isPickup ? 'self_pickup' : 'delivery',
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    subtotalMinor: quote.subtotalMinor,
    discountMinor: quote.discountMinor,
    storeChargeMinor: quote.storeChargeMinor,
    deliveryChargeMinor: quote.deliveryMinor,
    actualDeliveryChargeMinor: quote.actualDeliveryMinor,
    taxPercent: TAX_PERCENT,
    taxMinor: quote.taxMinor,
    tipMinor: quote.tipMinor,
    totalMinor: quote.totalMinor,
    payableMinor: quote.payableMinor,
    paymentMode: 'COD',
    comment: draw.chance(0.18) ? draw.pick(store.kind === 'salon' ? visitNotes : orderNotes) : null,
    deliveryPin: pinFrom(Uint8Array.from({ length: 5 }, () => draw.between(0, 255))),
    ...(isCancelled ? cancelledTimes(placedAt, draw) : deliveredTimes(visit, draw)),
  }
}

const orderNotes = [
  'Less spicy please',
  'No onion, no garlic',
  'Please send cutlery',
  'Call when you reach the gate',
  'Ring the second bell',
  'No plastic bag please',
  'Extra chutney if possible',
  'Leave with the security',
  'Baby sleeping, do not ring the bell',
  'Make it quick, guests are here',
]
const visitNotes = [
  'Ladies stylist please',
  'Second floor, no lift',
  'Bring your own towel',
  'I have sensitive skin',
  'Please be on time',
]
const cancelReasons = [
  'Ordered by mistake',
  'Store is out of an item',
  'Wrong address',
  'Taking too long',
  'Store closed early',
]

type Times = Pick<
  OrderRow,
  | 'prepMinutes'
  | 'placedAt'
  | 'acceptedAt'
  | 'assignedAt'
  | 'pickedUpAt'
  | 'readyAt'
  | 'completedAt'
  | 'cancelledAt'
  | 'cancelReason'
>

const notReached = {
  assignedAt: null,
  pickedUpAt: null,
  readyAt: null,
  completedAt: null,
  cancelledAt: null,
  cancelReason: null,
}

function cancelledTimes(placedAt: Date, draw: Random): Times {
  const cancelledAt = later(placedAt, draw.between(1, 6), draw)
  return {
    ...notReached,
    prepMinutes: null,
    placedAt,
    acceptedAt: null,
    cancelledAt,
    cancelReason: draw.pick(cancelReasons),
  }
}

function deliveredTimes({ placedAt, isPickup, distanceKm: km, store }: Visit, draw: Random): Times {
  const prepMinutes = store.kind === 'store' ? draw.between(3, 6) * 5 : draw.between(2, 4) * 5
  const acceptedAt = later(placedAt, draw.between(0, 3), draw)
  if (isPickup) {
    const readyAt = later(acceptedAt, prepMinutes, draw)
    return {
      ...notReached,
      prepMinutes,
      placedAt,
      acceptedAt,
      readyAt,
      completedAt: later(readyAt, draw.between(3, 30), draw),
    }
  }
  const assignedAt = later(acceptedAt, draw.between(1, 6), draw)
  const pickedUpAt = later(assignedAt, prepMinutes, draw)
  const completedAt = later(pickedUpAt, Math.round(km * 4) + draw.between(4, 10), draw)
  return { ...notReached, prepMinutes, placedAt, acceptedAt, assignedAt, pickedUpAt, completedAt }
}

function later(from: Date, minutes: number, draw: Random): Date {
  return new Date(from.getTime() + minutes * MINUTE_MS + draw.between(5, 55) * 1000)
}

function addLine(
  rows: Orders,
  { orderId, line, discountMinor }: { orderId: number; line: BasketLine; discountMinor: bigint },
): void {
  const { item, quantity, addons, unitMinor } = line
  const id = rows.orderLines.length + 1
  const { storeId } = item
  rows.orderLines.push({
    id,
    orderId,
    storeId,
    itemId: item.id,
    name: item.name,
    quantity,
    priceMinor: item.priceMinor,
    addonPricing: item.addonPricing,
    unitMinor,
    totalMinor: unitMinor * BigInt(quantity),
    discountMinor,
  })
  for (const { category, addon } of addons) {
    rows.orderLineAddons.push({
      id: rows.orderLineAddons.length + 1,
      orderLineId: id,
      storeId,
      addonId: addon.id,
      addonCategoryName: category.name,
      addonName: addon.name,
      priceMinor: addon.priceMinor,
    })
  }
}

const NUMBER_SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function orderNumberOf(id: number, placedAt: Date, draw: Random): string {
  const local = new Date(placedAt.getTime() + CITY_OFFSET_MS)
  const random4 = Array.from({ length: 4 }, () => draw.pick([...NUMBER_SIGNS])).join('')
  const hash = (id + 46_656).toString(36).slice(-3)
  return formatOrderNumber({ month: local.getUTCMonth() + 1, day: local.getUTCDate(), random4, hash })
}

function couponOf(row: CouponRow, links: City['couponStores']): Coupon {
  return {
    terms:
      row.discountType === 'AMOUNT'
        ? { kind: 'amount', amountMinor: row.discountMinor }
        : { kind: 'percentage', basisPoints: row.discountPercent * 100, maxDiscountMinor: row.maxDiscountMinor },
    isActive: row.isActive,
    expiresAt: row.expiresAt,
    storeIds: row.isForAllStores
      ? null
      : links.filter(({ couponId }) => couponId === row.id).map(({ storeId }) => storeId),
    minimumSubtotalMinor: row.minSubtotalMinor,
    usedCount: row.count,
    maxUses: row.maxCount,
    audience: row.userType,
    maxUsesPerCustomer: row.maxCountPerUser,
  }
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { lat: latitude, lng: longitude }
}
