import type { Coupon } from '@nukkad/rules/coupon.ts'
import { formatOrderNumber, pinFrom } from '@nukkad/rules/order-number.ts'
import { priceOrder, type Quote } from '@nukkad/rules/pricing.ts'
import { CITY_OFFSET_MS } from '../clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { City, CouponRow, OrderRow, StoreKind } from '../types.ts'
import { type BasketLine, fillBasket, type Shelf, shelvesOf } from './basket.ts'
import { CouponHistory } from './coupon-history.ts'
import type { Menus } from './menus.ts'
import { cancelledTimes, deliveredTimes } from './order-times.ts'
import { TAX_PERCENT } from './town.ts'
import { momentsOf, type Visit, type VisitSources, visitAt } from './visits.ts'

type Orders = Pick<City, 'orders' | 'orderLines' | 'orderLineAddons'>

type Sources = Menus & VisitSources & Pick<City, 'coupons' | 'couponStores'>

const ORDER_COUNT = 2_700
const CANCELLED_SHARE = 0.045

/** Builds the finished orders of the last 90 days, oldest first, and counts the uses in the rows of their coupons. */
export function buildOrders(sources: Sources, { now, seed }: { now: Date; seed: number }): Orders {
  const draw = randomFrom('orders', seed)
  const shelves = shelvesOf(sources)
  const orders: Orders = { orders: [], orderLines: [], orderLineAddons: [] }
  const history = new CouponHistory(sources)
  for (const placedAt of momentsOf(ORDER_COUNT, { now, draw })) {
    const visit = visitAt(placedAt, { now, sources, draw })
    const shelf = shelves.get(visit.store.id)
    if (shelf) addOrder(orders, { visit, shelf, history, draw })
  }
  return orders
}

type Placing = { visit: Visit; shelf: Shelf; history: CouponHistory; draw: Random }

function addOrder(rows: Orders, { visit, shelf, history, draw }: Placing): void {
  const basket = fillBasket(visit.store, shelf, draw)
  const subtotalMinor = basket.reduce((total, { unitMinor, quantity }) => total + unitMinor * BigInt(quantity), 0n)
  const used = history.couponFor(visit, subtotalMinor, draw)
  const given = draw.chance(0.22) ? draw.pick([2_000n, 3_000n, 5_000n]) : 0n
  const tipMinor = isAtSalon(visit) ? 0n : given
  const quote = quoteOf(visit, basket, { coupon: used?.coupon, tipMinor })
  const id = rows.orders.length + 1
  const row = orderRow(id, visit, { quote, coupon: used?.row, draw })
  rows.orders.push(isAtSalon(visit) ? atSalon(row) : row)
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
    fulfilment:
      visit.isPickup || isAtSalon(visit)
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
    comment: draw.chance(0.18) ? draw.pick(notesOf[store.kind]) : null,
    deliveryPin: pinFrom(Uint8Array.from({ length: 5 }, () => draw.between(0, 255))),
    ...(isCancelled ? cancelledTimes(placedAt, draw) : deliveredTimes(visit, draw)),
  }
}

const isAtSalon = ({ store }: Visit): boolean => store.kind === 'salon'

/**
 * Turns an order of a salon into one at its counter, without a rider and without times of preparing and carrying. The
 * function draws the same random numbers as for a delivery, so that all other orders of the city stay as they are.
 */
function atSalon(row: OrderRow): OrderRow {
  return {
    ...row,
    riderId: null,
    addressId: null,
    fulfilment: 'self_pickup',
    prepMinutes: null,
    assignedAt: null,
    pickedUpAt: null,
    readyAt: row.readyAt ?? row.pickedUpAt,
  }
}

const foodNotes = [
  'Please send paper napkins',
  'Please keep it upright',
  'Please send cutlery',
  'Call when you reach the gate',
  'Ring the second bell',
  'No plastic bag please',
  'Extra tissues if possible',
  'Leave with the security',
  'Baby sleeping, do not ring the bell',
  'Make it quick, guests are here',
]
const goodsNotes = [
  'No plastic bag please',
  'Call when you reach the gate',
  'Ring the second bell',
  'Leave with the security',
  'Please check the best-before dates',
  'Call me if something is missing',
]
const visitNotes = [
  'Ladies stylist please',
  'I may be five minutes late',
  'The same stylist as last time please',
  'I have sensitive skin',
  'Please be on time',
]
const notesOf: Record<StoreKind, string[]> = {
  store: foodNotes,
  warehouse: goodsNotes,
  medical: goodsNotes,
  salon: visitNotes,
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
