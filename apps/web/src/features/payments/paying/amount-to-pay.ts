import { wirePrice } from '#lib/prices.ts'
import type { Unpaid } from '#lib/unpaid.ts'

/** Formats the amount that pays an order; one payment pays a visit together with its delivered products. */
export function amountToPay({ payable, currency, linked_order }: Unpaid): string {
  return wirePrice(linked_order?.payable_together ?? payable, currency)
}
