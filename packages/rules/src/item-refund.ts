import { allocate, type Minor, sum } from './money.ts'

/** The amounts of an order that decide the price of its items, in minor units. */
export type OrderOfItems = {
  lines: readonly { unitMinor: Minor; quantity: number; discountMinor: Minor }[]
  deliveryMinor: Minor
  storeChargeMinor: Minor
  taxMinor: Minor
}

/**
 * Returns the amount that the customer paid for each line: its price less its share of the coupon, plus its share of
 * the tax. The delivery and the store charge bear the other shares of the tax, so the sum of all lines is never more
 * than the order's total.
 */
export function paidForLines({ lines, deliveryMinor, storeChargeMinor, taxMinor }: OrderOfItems): Minor[] {
  const nets = lines.map(({ unitMinor, quantity, discountMinor }) => {
    const netMinor = unitMinor * BigInt(quantity) - discountMinor
    return netMinor > 0n ? netMinor : 0n
  })
  const taxes = allocate(taxMinor, [...nets, deliveryMinor, storeChargeMinor])
  return nets.map((netMinor, index) => netMinor + taxes[index]!)
}

/** An order line, with the number of pieces that were refunded before and the number to refund now. */
export type RefundedLine = { paidMinor: Minor; quantity: number; refundedBefore: number; refundedNow: number }

/**
 * Returns the refund for a number of pieces of an order line, in minor units. The refunds of all pieces add up to the
 * amount paid for the line, in any number of steps.
 * @throws RangeError when more pieces would be refunded than the line has
 */
export function refundOfLine({ paidMinor, quantity, refundedBefore, refundedNow }: RefundedLine): Minor {
  const refundedAfter = refundedBefore + refundedNow
  if (refundedBefore < 0 || refundedNow < 0 || refundedAfter > quantity) throw new RangeError('more than was ordered')
  const upTo = (pieces: number) => (paidMinor * BigInt(pieces)) / BigInt(quantity)
  return upTo(refundedAfter) - upTo(refundedBefore)
}

/** Returns the refund for the chosen pieces of all lines, at most the amount that can still be refunded. */
export function refundOfItems(lines: readonly RefundedLine[], leftMinor: Minor): Minor {
  const wantedMinor = sum(lines.map(refundOfLine))
  return wantedMinor < leftMinor ? wantedMinor : leftMinor
}
