import type { Output } from '@nukkad/contract/contract.ts'
import type { DeliveryInstruction } from '@nukkad/contract/identity/delivery-instructions.ts'
import { paidForLines } from '@nukkad/rules/item-refund.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { type OrderStatus, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { orderTypeCodeOf, orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { TripTrouble } from '@nukkad/rules/trip-trouble.ts'
import { presentBill } from '#features/ordering/invoices/present.ts'
import { hidesAddress } from '#features/ordering/store-orders/hidden-customers.ts'
import type { PaymentOfOrder, RefundOfOrder } from '#features/payments/attempts/money-of-order.ts'
import type { AuditRow, BoardRow, EventRow, PlacesRow, WholeOrder } from './queries.ts'

type BoardOrder = Output<'dashboard/orders/board'>['orders'][number]
type ShownOrder = Output<'dashboard/orders/show'>['order']

const MAX_PIN_TRIES = 5

export function statusName(id: number): OrderStatus {
  const status = orderStatusOfId(id)
  if (!status) throw new Error(`unknown order status ${id}`)
  return status
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const spotOf = (at: { latitude: number | null; longitude: number | null }) =>
  at.latitude === null || at.longitude === null ? null : { latitude: at.latitude, longitude: at.longitude }

export function presentBoardOrder(row: BoardRow): BoardOrder {
  const { id, unique_order_id, customer, rider, currency, payment_mode, items } = row
  return {
    id,
    unique_order_id,
    customer,
    rider,
    currency,
    payment_mode,
    status: statusName(row.status),
    delivery_type: orderTypeCodeOf(row.delivery_type),
    store: { id: row.store_id, name: row.store },
    items: items ?? [],
    total: wireMoney(row.total_minor, currency),
    comment: row.order_comment,
    placed_at: row.placed_at.toISOString(),
    since: row.since.toISOString(),
    promised_at: iso(row.promised_at),
    scheduled_for: iso(row.scheduled_for),
  }
}

type OrderPlaces = Output<'dashboard/orders/places'>['orders'][number]

/**
 * Shapes the locations of the store, the customer and the rider of one order.
 * @param hides whether to hide customers' data, and whether to hide riders
 */
export function presentPlaces(row: PlacesRow, hides: { customers: boolean; riders: boolean }): OrderPlaces {
  const { id, store, rider } = row
  const isShown = row.delivery_type === 1 && !hidesAddress({ ...row, is_just_delivered: false }, hides.customers)
  return {
    id,
    store,
    customer: isShown ? spotOf(row) : null,
    rider:
      rider && !hides.riders
        ? {
            id: rider.id,
            name: rider.name,
            at: { latitude: rider.latitude, longitude: rider.longitude },
            positioned_at: rider.positioned_at && new Date(rider.positioned_at).toISOString(),
          }
        : null,
  }
}

export type OrderFacts = {
  row: WholeOrder
  events: readonly EventRow[]
  /** Payments and refunds of the order; null for store owners, because they do not see them. */
  money: { payments: readonly PaymentOfOrder[]; refunds: readonly RefundOfOrder[] } | null
  audit: readonly AuditRow[]
  /** Whether the operator hides the customer's contact and the customer's address from the store. */
  hides: { contact: boolean; address: boolean }
}

/**
 * Shapes one order for staff or for the owner of its store, who sees neither wallet nor payments
 * (docs/reference/security.md#authorisation).
 */
export function presentWholeOrder({ row, events, money, audit, hides }: OrderFacts): ShownOrder {
  const { currency } = row
  const isStaff = money !== null
  return {
    id: row.id,
    unique_order_id: row.unique_order_id,
    currency,
    payment_mode: row.payment_mode,
    coupon_name: row.coupon_name,
    cancel_reason: row.cancel_reason,
    prep_minutes: row.prep_minutes,
    status: statusName(row.status),
    delivery_type: orderTypeCodeOf(row.delivery_type),
    transaction_id: isStaff ? row.transaction_id : null,
    total: wireMoney(row.total_minor, currency),
    payable: wireMoney(row.payable_minor, currency),
    is_paid: row.paid_online_minor > 0n || statusName(row.status) === 'delivered',
    cash_change: row.cash_change_minor === null ? null : wireMoney(row.cash_change_minor, currency),
    tax_percent: row.tax_basis_points > 0 ? String(row.tax_basis_points / 100) : null,
    comment: row.order_comment,
    // A constraint of the table allows only the delivery instructions of the contract.
    delivery_instructions: row.delivery_instructions as DeliveryInstruction[],
    delivery_note: hides.address ? null : row.delivery_note,
    trouble: row.trouble as TripTrouble | null,
    has_delivery_photo: Boolean(row.has_photo) && !hides.address,
    placed_at: row.placed_at.toISOString(),
    promised_at: iso(row.promised_at),
    scheduled_for: iso(row.scheduled_for),
    delivered_at: iso(row.delivered_at),
    distance_km: row.distance_km,
    is_pin_locked: statusName(row.status) === 'picked_up' && row.pin_attempts >= MAX_PIN_TRIES,
    store: {
      id: row.store_id,
      name: row.store_name,
      address: row.store_address,
      phone: row.store_phone,
      at: { latitude: row.store_latitude, longitude: row.store_longitude },
    },
    customer: {
      id: row.customer.id,
      name: row.customer.name,
      email: hides.contact ? null : row.customer.email,
      phone: hides.address ? null : row.customer.phone,
    },
    address: hides.address ? null : row.address,
    at: hides.address ? null : spotOf(row),
    rider: row.rider,
    placed_by: isStaff ? row.placed_by : null,
    ...(row.linked && { linked_order: presentLinked(row.linked, row) }),
    lines: presentLines(row, isStaff),
    bill: presentBill(row).filter(({ key }) => isStaff || key !== 'wallet'),
    events: events.map(presentEvent),
    money: money && presentMoney(row, money),
    audit: audit.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  }
}

function presentLinked(
  { id, unique_order_id, delivery_type, shares_payment }: NonNullable<WholeOrder['linked']>,
  row: WholeOrder,
): NonNullable<ShownOrder['linked_order']> {
  const kind = delivery_type === orderTypeCodes.VISIT ? 'visit' : 'goods'
  return { id, unique_order_id, kind, shares_payment: shares_payment || row.shares_payment }
}

/** Returns the order lines, whose prices are numbers in JSON, far below the limit of exact integers. */
function presentLines(row: WholeOrder, isStaff: boolean): ShownOrder['lines'] {
  const money = (minor: number | bigint) => wireMoney(BigInt(minor), row.currency)
  const paid = paidForLines({
    lines: row.lines.map(({ quantity, unit_price_minor, discount_minor }) => ({
      quantity,
      unitMinor: BigInt(unit_price_minor),
      discountMinor: BigInt(discount_minor),
    })),
    deliveryMinor: row.delivery_charge_minor,
    storeChargeMinor: row.store_charge_minor,
    taxMinor: row.tax_minor,
  })
  return row.lines.map((line, index) => ({
    id: line.id,
    name: line.name,
    quantity: line.quantity,
    unit_price: money(line.unit_price_minor),
    amount: money(BigInt(line.unit_price_minor) * BigInt(line.quantity)),
    paid: money(paid[index]!),
    refunded: isStaff ? line.refunded : null,
    addons: line.addons.map(({ addon_category_name: category, name, price_minor }) => ({
      category,
      name,
      price: money(price_minor),
    })),
  }))
}

function presentEvent({ at, kind, from_status, to_status, actor, name, rider, reason }: EventRow) {
  return {
    kind,
    name,
    rider,
    reason,
    at: at.toISOString(),
    from: from_status === null ? null : statusName(from_status),
    to: statusName(to_status),
    by: actor,
  }
}

function presentMoney(row: WholeOrder, { payments, refunds }: NonNullable<OrderFacts['money']>): ShownOrder['money'] {
  const money = (minor: bigint) => wireMoney(minor, row.currency)
  return {
    wallet_own: money(row.wallet_own_minor),
    wallet_promotion: money(row.wallet_promotion_minor),
    online: money(row.paid_online_minor),
    refunded: money(row.refunded_own_minor + row.refunded_promotion_minor),
    kept: money(row.kept_own_minor + row.kept_promotion_minor),
    payment_approved_at: iso(row.payment_approved_at),
    payments: payments.map((payment) => ({
      provider: payment.provider,
      payment_id: payment.payment_id,
      use: payment.use,
      id: String(payment.id),
      amount: money(payment.amount_minor),
      going_back: money(payment.refunding_minor),
      captured_at: payment.captured_at.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      to: refund.destination,
      state: refund.status,
      reason: refund.reason,
      id: String(refund.id),
      amount: money(refund.amount_minor),
      at: refund.created_at.toISOString(),
    })),
  }
}
