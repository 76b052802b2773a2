import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { PricedCart } from './price-cart.ts'

/**
 * Returns a priced cart for the wire: the rows of the bill in reading order, deductions negative, and a second bill for
 * the goods of a visit that are delivered.
 */
export function presentQuote(cart: PricedCart): Output<'quote'> {
  return { ...presentBill(cart), ...(cart.goods && { goods: presentBill(cart.goods) }) }
}

function presentBill({ quote, store, lines, distanceKm }: PricedCart): NonNullable<Output<'quote'>['goods']> {
  const money = (minor: bigint): string => wireMoney(minor, store.currency)
  return {
    currency: store.currency,
    lines: quote.bill.map(({ key, amountMinor }) => ({ key, amount: money(amountMinor) })),
    order_lines: lines.map((line, index) => ({
      id: line.item.id,
      unit_price: money(line.unitMinor),
      quantity: line.quantity,
      total: money(quote.lines[index]!.totalMinor),
    })),
    sub_total: money(quote.subtotalMinor),
    total: money(quote.totalMinor),
    payable: money(quote.payableMinor),
    at_store: money(quote.atStoreMinor),
    wallet_amount: money(quote.walletMinor),
    distance: distanceKm,
    delivery_minutes: distanceKm === null ? null : deliveryMinutes(distanceKm),
    free_delivery_missing: quote.missingForFreeDeliveryMinor > 0n ? money(quote.missingForFreeDeliveryMinor) : null,
  }
}
