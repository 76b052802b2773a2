import { wirePrice } from '#lib/prices.ts'
import type { Unpaid } from '#lib/unpaid.ts'

/**
 * Returns the formatted amount to pay for an order; for a visit with delivered products, one payment covers both
 * orders.
 */
export function amountToPay({ payable, currency, linked_order }: Unpaid): string {
  return wirePrice(linked_order?.payable_together ?? payable, currency)
}
