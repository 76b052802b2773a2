import type { Output } from '@nukkad/contract/contract.ts'
import type { DeliveryInstruction } from '@nukkad/contract/identity/delivery-instructions.ts'
import { type Currency, wireMoney, wireNumber } from '@nukkad/rules/money.ts'
import { type OrderStatus, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { orderTypeCodeOf } from '@nukkad/rules/order-type.ts'
import { isRatable } from '@nukkad/rules/rating.ts'
import { wireTime } from '#http/wire-time.ts'
import type { LinkedOrder, OrderToPresent } from './queries.ts'

/**
 * An order as its customer sees it (docs/reference/wire.md#order-row and docs/reference/wire.md#other-order-calls);
 * other audiences receive only a part of these fields.
 */
export type OrderOnWire = Output<'get-orders'>['data'][number]

export function presentOrder(row: OrderToPresent, timeZone: string): OrderOnWire {
  const status = statusOf(row.status)
  return {
    ...presentAmounts(row),
    id: row.id,
    unique_order_id: row.unique_order_id,
    orderstatus_id: row.status,
    user_id: row.user_id,
    restaurant_id: row.store_id,
    location: JSON.stringify(row.location),
    address: row.address,
    distance: row.distance_km,
    payment_mode: row.payment_mode,
    transaction_id: row.transaction_id,
    order_comment: row.order_comment,
    // A constraint of the table allows only the delivery instructions of the contract.
    delivery_instructions: row.delivery_instructions as DeliveryInstruction[],
    delivery_note: row.delivery_note,
    has_delivery_photo: Boolean(row.has_photo),
    delivery_type: orderTypeCodeOf(row.delivery_type),
    delivery_pin: isOver(status) ? null : row.delivery_pin,
    is_scheduled: row.scheduled_for ? 1 : 0,
    schedule_date: row.schedule_date === null ? null : JSON.stringify(row.schedule_date),
    schedule_slot: row.schedule_slot === null ? null : JSON.stringify(row.schedule_slot),
    prep_time: row.prep_minutes,
    promised_at: row.promised_at?.toISOString() ?? null,
    placed_at: row.placed_at.toISOString(),
    cancel_reason: row.cancel_reason,
    currency: row.currency,
    zone_id: null,
    created_at: wireTime(row.placed_at, timeZone),
    updated_at: wireTime(row.updated_at, timeZone),
    orderitems: row.lines.map((line) => presentLine(line, row)),
    restaurant: presentStore(row.store),
    rating: row.rating,
    is_ratable: isRatable({ status, isRated: row.rating !== null }),
    ...(row.linked && { linked_order: presentLinked(row.linked, row) }),
  }
}

function presentLinked(
  { id, unique_order_id, kind, status, starts_at, time_zone, together_minor }: LinkedOrder,
  { currency }: OrderToPresent,
): NonNullable<OrderOnWire['linked_order']> {
  return {
    id,
    unique_order_id,
    kind,
    orderstatus_id: status,
    starts_at: starts_at === null ? null : new Date(starts_at).toISOString(),
    time_zone,
    payable_together: together_minor === null ? null : wireNumber(BigInt(together_minor), currency),
  }
}

function presentAmounts(row: OrderToPresent) {
  const { currency } = row
  const isDelivery = row.delivery_type === 1
  return {
    coupon_name: row.coupon_name,
    coupon_amount: row.coupon_name === null ? null : wireNumber(row.coupon_minor, currency),
    sub_total: wireNumber(row.subtotal_minor, currency),
    restaurant_charge: wireNumber(row.store_charge_minor, currency),
    delivery_charge: wireMoney(row.delivery_charge_minor, currency),
    actual_delivery_charge: wireMoney(row.actual_delivery_charge_minor, currency),
    tax: row.tax_basis_points > 0 ? (row.tax_basis_points / 100).toFixed(2) : null,
    tax_amount: wireNumber(row.tax_minor, currency),
    tip_amount: isDelivery ? wireNumber(row.tip_minor, currency) : null,
    total: wireNumber(row.total_minor, currency),
    payable: wireNumber(row.payable_minor, currency),
    at_store: wireNumber(row.at_store_minor, currency),
    wallet_amount: wireNumber(row.wallet_own_minor + row.wallet_promotion_minor, currency),
    cash_change_amount: row.cash_change_minor === null ? null : wireMoney(row.cash_change_minor, currency),
  }
}

function presentLine(line: OrderToPresent['lines'][number], { id, currency }: { id: number; currency: Currency }) {
  return {
    id: line.id,
    order_id: id,
    item_id: line.item_id,
    name: line.name,
    quantity: line.quantity,
    price: moneyOfJson(line.unit_price_minor, currency),
    image: line.image,
    order_item_addons: line.addons.map((addon) => ({
      id: addon.id,
      orderitem_id: line.id,
      addon_category_name: addon.addon_category_name,
      addon_name: addon.name,
      addon_price: moneyOfJson(addon.price_minor, currency),
    })),
  }
}

function presentStore(store: OrderToPresent['store']): OrderOnWire['restaurant'] {
  return {
    ...store,
    // Check constraints of the table allow only values of the contract.
    kind: store.kind as OrderOnWire['restaurant']['kind'],
    delivery_type: store.delivery_type as OrderOnWire['restaurant']['delivery_type'],
    latitude: String(store.latitude),
    longitude: String(store.longitude),
    is_active: store.is_active ? 1 : 0,
  }
}

/** Returns an amount from a JSON column, in which amounts are numbers, far below the limit of exact integers. */
function moneyOfJson(minor: number, currency: Currency): string {
  return wireMoney(BigInt(minor), currency)
}

function statusOf(id: number): OrderStatus {
  const status = orderStatusOfId(id)
  if (!status) throw new Error(`unknown order status ${id}`)
  return status
}

/** Returns whether the order has ended; the PIN is needed only until then (docs/reference/security.md#delivery-pin). */
function isOver(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'cancelled' || status === 'payment_failed'
}
