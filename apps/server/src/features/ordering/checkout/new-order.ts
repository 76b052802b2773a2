import { randomBytes, randomInt } from 'node:crypto'
import type { Input } from '@nukkad/contract/contract.ts'
import { deliveryInstructions } from '@nukkad/contract/identity/delivery-instructions.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { formatOrderNumber, pinFrom } from '@nukkad/rules/order-number.ts'
import { firstStatus, type OrderStatus, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { paymentMethodOf } from '@nukkad/rules/payment-methods.ts'
import type { NewOrder } from '#features/ordering/orders/insert-order.ts'
import { notificationOf } from '#features/ordering/orders/move-order.ts'
import type { CallContext } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { awaitsPayment, readCashChange, type Schedule } from './check-order.ts'
import { type PricedCart, taxBasisPoints } from './price-cart.ts'
import type { CheckoutAddress } from './queries.ts'

type Context = CallContext<'place-order'>
type Facts = {
  cart: PricedCart
  schedule: Schedule | null
  startsAt: Date | null
  number: string
  status: OrderStatus
}

/** The characters of order numbers, without those that people easily confuse when they read a number aloud. */
const NUMBER_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Length of a slot in minutes; the promised time of a scheduled order is the end of its slot. */
const SLOT_MINUTES = 30

/** Returns the rows of a new order, with a new number and PIN and the status in which the order begins. */
export function newOrder(
  context: Context,
  { cart, schedule }: { cart: PricedCart; schedule: Schedule | null },
): NewOrder {
  const { input, config } = context
  const { store, facts } = cart
  const startsAt = cart.visit?.startsAt ?? schedule?.startsAt ?? null
  const number = drawOrderNumber(facts.now, config.timeZone)
  const status = firstStatus({
    awaitsPayment: awaitsPayment(input, cart),
    isScheduled: startsAt !== null,
    storeAutoAccepts: store.auto_acceptable,
  })
  return {
    order: columnsOf(context, { cart, schedule, startsAt, number, status }),
    promisedInMinutes: startsAt
      ? Math.round((startsAt.getTime() - facts.now.getTime()) / 60_000) + (schedule ? SLOT_MINUTES : 0)
      : deliveryMinutes(cart.distanceKm ?? 0),
    lines: linesOf(cart),
    addons: addonsOf(cart),
    counted: cart.lines
      .filter(({ item }) => item.is_counted)
      .map(({ item, quantity }) => ({ itemId: item.id, quantity })),
    visit: cart.visit ? { id: cart.visit.id, isPaid: !awaitsPayment(input, cart) } : undefined,
    eventKind: status === 'accepted' ? 'order_accepted_auto' : 'order_placed',
    news: notificationOf({
      unique_order_id: number,
      status: orderStatusIds[status],
      delivery_type: input.delivery_type,
    }),
    store: {
      id: store.id,
      name: store.name,
      slug: store.slug,
      image: store.image,
      placeholder_image: store.placeholder_image,
      kind: store.kind,
      latitude: store.latitude,
      longitude: store.longitude,
      address: store.address,
      phone: store.phone,
      delivery_type: store.delivery_type,
      is_active: store.is_active,
    },
  }
}

/** Returns the second order of a visit: its goods, which one payment pays with the visit if both await their payment. */
export function goodsOrder(
  context: Context,
  { goods, visitOrder }: { goods: PricedCart; visitOrder: { id: number; status: number } },
): NewOrder {
  const { order, ...rest } = newOrder(context, { cart: goods, schedule: null })
  const shares = visitOrder.status === orderStatusIds.awaiting_payment
  return { ...rest, order: { ...order, visit_order_id: visitOrder.id, shares_payment: shares } }
}

function columnsOf(
  { input, session, settings }: Context,
  { cart, schedule, startsAt, number, status }: Facts,
): NewOrder['order'] {
  const { store, quote } = cart
  return {
    unique_order_id: number,
    status: orderStatusIds[status],
    user_id: session.userId,
    store_id: store.id,
    acting_staff_id: session.actingStaffId,
    delivery_type: input.delivery_type,
    payment_mode: paymentMethodOf(input.method)!,
    currency: store.currency,
    ...addressColumns(input, cart),
    distance_km: cart.distanceKm,
    coupon_id: cart.discount?.coupon?.id ?? null,
    coupon_name: cart.discount?.code ?? null,
    shared_by: cart.discount?.sharedBy ?? null,
    coupon_minor: quote.discountMinor,
    subtotal_minor: quote.subtotalMinor,
    store_charge_minor: quote.storeChargeMinor,
    delivery_charge_minor: quote.deliveryMinor,
    actual_delivery_charge_minor: quote.actualDeliveryMinor,
    tax_basis_points: taxBasisPoints(settings),
    tax_minor: quote.taxMinor,
    tip_minor: quote.tipMinor,
    total_minor: quote.totalMinor,
    wallet_own_minor: quote.walletOwnMinor,
    wallet_promotion_minor: quote.walletPromotionMinor,
    payable_minor: quote.payableMinor,
    at_store_minor: quote.atStoreMinor,
    cash_change_minor: readCashChange(input, store.currency),
    order_comment: input.order_comment || null,
    ...wishesOf(input, cart),
    delivery_pin: pinFrom(randomBytes(8)),
    scheduled_for: startsAt,
    schedule_date: schedule ? JSON.stringify(schedule.date) : null,
    schedule_slot: schedule ? JSON.stringify(schedule.slot) : null,
  }
}

function linesOf({ lines, quote }: PricedCart): NewOrder['lines'] {
  return lines.map((line, index) => ({
    item_id: line.item.id,
    name: line.item.name,
    image: line.item.image,
    quantity: line.quantity,
    unit_price_minor: String(line.unitMinor),
    discount_minor: String(quote.lines[index]!.discountMinor),
  }))
}

function addonsOf({ lines }: PricedCart): NewOrder['addons'] {
  return lines.flatMap((line, index) =>
    line.addons.map((addon) => ({
      line: index + 1,
      addon_id: addon.id,
      addon_category_name: addon.category,
      name: addon.name,
      price_minor: addon.price_minor,
    })),
  )
}

/** Returns the lines and coordinates of the stored default address; empty strings unless the order is delivered. */
function addressColumns(
  { delivery_type }: Input<'place-order'>,
  { facts }: PricedCart,
): Pick<NewOrder['order'], 'address' | 'location' | 'latitude' | 'longitude'> {
  const { address } = facts
  if (delivery_type !== 1 || !address)
    return { address: '', location: JSON.stringify(null), latitude: null, longitude: null }
  const { latitude, longitude, house, landmark, tag } = address
  return {
    address: [house, address.address, landmark].filter(Boolean).join(', '),
    location: JSON.stringify({ lat: String(latitude), lng: String(longitude), address: address.address, house, tag }),
    latitude,
    longitude,
  }
}

/**
 * Returns the delivery instructions of the order or, if it has none, those stored with the address; null for an order
 * without delivery.
 */
export function wishesOf(
  { delivery_type, delivery_instructions, delivery_note }: Input<'place-order'>,
  { facts: { address } }: PricedCart,
): Pick<CheckoutAddress, 'delivery_instructions' | 'delivery_note'> {
  if (delivery_type !== 1 || !address) return { delivery_instructions: [], delivery_note: null }
  return {
    delivery_instructions: delivery_instructions
      ? deliveryInstructions.filter((wish) => delivery_instructions.includes(wish))
      : address.delivery_instructions,
    delivery_note: delivery_note === undefined ? address.delivery_note : delivery_note || null,
  }
}

/** Draws an order number with 60 random bits, so that two orders practically never get the same one. */
function drawOrderNumber(now: Date, timeZone: string): string {
  const [, month, day] = wireTime(now, timeZone).slice(0, 10).split('-').map(Number)
  return formatOrderNumber({ month: month!, day: day!, random4: draw(4), hash: draw(8) })
}

function draw(length: number): string {
  return Array.from({ length }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('')
}
