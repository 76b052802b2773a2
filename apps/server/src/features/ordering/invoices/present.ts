import type { Output } from '@nukkad/contract/contract.ts'
import { type Minor, wireMoney } from '@nukkad/rules/money.ts'
import { orderTypeCodeOf } from '@nukkad/rules/order-type.ts'
import { billOf } from '@nukkad/rules/pricing.ts'
import type { OrderToInvoice } from './queries.ts'

/**
 * The payment method that the invoice shows for an amount paid at the salon, because the platform does not know the
 * real one.
 */
const AT_STORE = 'AT_STORE'

export type Invoice = Output<'get-invoice'>

/**
 * Returns an invoice for the wire: the order as it was placed, its bill as the checkout calculated it, and its
 * payments.
 */
export function presentInvoice(order: OrderToInvoice): Invoice {
  const money = (minor: Minor): string => wireMoney(minor, order.currency)
  const walletMinor = order.wallet_own_minor + order.wallet_promotion_minor
  return {
    unique_order_id: order.unique_order_id,
    placed_at: order.placed_at.toISOString(),
    delivered_at: (order.delivered_at ?? order.placed_at).toISOString(),
    delivery_type: orderTypeCodeOf(order.delivery_type),
    currency: order.currency,
    store: {
      name: order.store.name,
      address: order.store.address,
      phone: order.store.phone,
      licence: order.store.certificate,
    },
    customer: {
      name: order.customer.name,
      phone: order.customer.phone,
      address: order.address,
      tax_number: order.customer.tax_number,
    },
    lines: order.lines.map((line) => ({
      id: line.id,
      name: line.name,
      addons: line.addons.map(({ name }) => name),
      quantity: line.quantity,
      // The unit prices of an order's lines are numbers in JSON, far below the limit of exact integers.
      unit_price: money(BigInt(line.unit_price_minor)),
      amount: money(BigInt(line.unit_price_minor) * BigInt(line.quantity)),
    })),
    bill: presentBill(order),
    coupon_name: order.coupon_name,
    tax_percent: order.tax_basis_points > 0 ? String(order.tax_basis_points / 100) : null,
    payments: [
      { method: 'WALLET', amountMinor: walletMinor },
      { method: order.payment_mode, amountMinor: order.payable_minor },
      { method: AT_STORE, amountMinor: order.at_store_minor },
    ]
      .filter(({ amountMinor }) => amountMinor > 0n)
      .map(({ method, amountMinor }) => ({ method, amount: money(amountMinor) })),
  }
}

type Billed = Pick<
  OrderToInvoice,
  | 'currency'
  | 'delivery_type'
  | 'coupon_name'
  | 'coupon_minor'
  | 'subtotal_minor'
  | 'store_charge_minor'
  | 'delivery_charge_minor'
  | 'tax_basis_points'
  | 'tax_minor'
  | 'tip_minor'
  | 'total_minor'
  | 'payable_minor'
  | 'at_store_minor'
  | 'wallet_own_minor'
  | 'wallet_promotion_minor'
>

/** Returns the rows of an order's bill, as the invoice shows them. */
export function presentBill(order: Billed): Invoice['bill'] {
  const rows = billOf(
    {
      subtotalMinor: order.subtotal_minor,
      discountMinor: order.coupon_minor,
      deliveryMinor: order.delivery_charge_minor,
      storeChargeMinor: order.store_charge_minor,
      taxMinor: order.tax_minor,
      tipMinor: order.tip_minor,
      totalMinor: order.total_minor,
      walletMinor: order.wallet_own_minor + order.wallet_promotion_minor,
      atStoreMinor: order.at_store_minor,
      payableMinor: order.payable_minor,
    },
    {
      hasCoupon: order.coupon_name !== null,
      isDelivery: order.delivery_type === 1,
      isTaxed: order.tax_basis_points > 0,
    },
  )
  return rows.map(({ key, amountMinor }) => ({ key, amount: wireMoney(amountMinor, order.currency) }))
}
