import { isQuantity } from './cart.ts'
import { type CouponTerms, couponDiscount } from './coupon.ts'
import { type DeliveryChargeTerms, deliveryCharge, isDeliveryFree, missingForFreeDelivery } from './delivery-charge.ts'
import { allocate, type Currency, type Minor, percentOf, sum } from './money.ts'

/** Largest total of one order, in minor units (docs/reference/security.md#money). */
export const ORDER_MAXIMUM_MINOR = 100_000_000n

/** One order line with the price of a unit as `unitPrice` of cart.ts worked it out from stored prices. */
export type PricedLine = { unitMinor: Minor; quantity: number }

/** How the order reaches the customer, with what delivery costs. */
export type Fulfilment =
  | { type: 'SELFPICKUP' }
  | {
      type: 'DELIVERY'
      terms: DeliveryChargeTerms
      distanceKm: number
      /** Setting `enDelChrRnd`. */
      roundUp: boolean
      freeFromMinor?: Minor | null
    }

/** The two accounts of a wallet (GAP-82). */
export type WalletBalances = { ownMinor: Minor; promotionMinor: Minor }

/** Everything a price depends on, read from stored rows and settings, never from the client. */
export type OrderToPrice = {
  currency: Currency
  lines: readonly PricedLine[]
  coupon?: CouponTerms | null
  fulfilment: Fulfilment
  storeChargeMinor: Minor
  /** 0 when `taxApplicable` is not 'true'. */
  taxBasisPoints: number
  /** Ignored for self-pickup. */
  tipMinor: Minor
  /** `WALLET` pays all from the wallet; any other method only what `usesWallet` asks for. */
  method: string
  usesWallet?: boolean
  wallet?: WalletBalances
}

/** The rows a bill can have, in their order. */
export type BillKey =
  | 'itemTotal'
  | 'coupon'
  | 'delivery'
  | 'storeCharge'
  | 'tax'
  | 'tip'
  | 'total'
  | 'wallet'
  | 'payable'

/** One row of the bill. Deductions (coupon, wallet) are negative. */
export type BillLine = { key: BillKey; amountMinor: Minor }

/** One order line with its share of the coupon; net is total minus discount. */
export type QuoteLine = { totalMinor: Minor; discountMinor: Minor; netMinor: Minor }

/** All figures of an order in minor units; each is ≥ 0. */
export type Quote = {
  lines: QuoteLine[]
  subtotalMinor: Minor
  discountMinor: Minor
  /** What is charged for delivery; 0 when it is free or the order is fetched. */
  deliveryMinor: Minor
  /** The charge before it became free. */
  actualDeliveryMinor: Minor
  missingForFreeDeliveryMinor: Minor
  storeChargeMinor: Minor
  taxMinor: Minor
  tipMinor: Minor
  totalMinor: Minor
  walletMinor: Minor
  walletPromotionMinor: Minor
  walletOwnMinor: Minor
  /** What is left to pay by the method; above 0 with method WALLET means that the wallet is too low. */
  payableMinor: Minor
  bill: BillLine[]
}

/**
 * Works out everything an order costs: the only place where totals are made, for screens and server alike.
 * Subtotal, minus coupon, plus delivery and store charge, plus tax on that sum, plus the untaxed tip; a fetched
 * order has neither delivery charge nor tip.
 * @see docs/reference/wire.md#how-the-server-prices-an-order, GAP-11, INT-07, docs/reference/security.md#money
 * @throws RangeError for a quantity outside 1 to 99, or a price, charge, tip or balance below 0 (GAP-12)
 */
export function priceOrder(order: OrderToPrice): Quote {
  assertAmounts(order)
  const totals = order.lines.map((line) => line.unitMinor * BigInt(line.quantity))
  const subtotalMinor = sum(totals)
  const discountMinor = order.coupon ? couponDiscount(order.coupon, subtotalMinor) : 0n
  const delivery = priceDelivery(order, subtotalMinor)
  const tipMinor = order.fulfilment.type === 'DELIVERY' ? order.tipMinor : 0n
  const taxedMinor = subtotalMinor - discountMinor + delivery.deliveryMinor + order.storeChargeMinor
  const taxMinor = percentOf(taxedMinor, order.taxBasisPoints, 'half-up')
  const totalMinor = taxedMinor + taxMinor + tipMinor
  const quote = {
    ...delivery,
    lines: shareDiscount(totals, discountMinor),
    subtotalMinor,
    discountMinor,
    storeChargeMinor: order.storeChargeMinor,
    taxMinor,
    tipMinor,
    totalMinor,
    ...payFromWallet(order, totalMinor),
  }
  return {
    ...quote,
    bill: billOf(quote, {
      hasCoupon: Boolean(order.coupon),
      isDelivery: order.fulfilment.type === 'DELIVERY',
      isTaxed: order.taxBasisPoints > 0,
    }),
  }
}

/** Whether an order of this total can be placed: 1 to 100,000,000 minor units (docs/reference/security.md#money). */
export function isOrderAmount(totalMinor: Minor): boolean {
  return totalMinor >= 1n && totalMinor <= ORDER_MAXIMUM_MINOR
}

/**
 * What the subtotal, before any coupon, lacks to the store's minimum; 0 when it is met or there is none
 * (docs/reference/wire.md#cart-and-checkout).
 */
export function missingForMinimum(subtotalMinor: Minor, minimumMinor: Minor | null | undefined): Minor {
  if (!minimumMinor || subtotalMinor >= minimumMinor) return 0n
  return minimumMinor - subtotalMinor
}

function priceDelivery(order: OrderToPrice, subtotalMinor: Minor) {
  const { fulfilment, currency } = order
  if (fulfilment.type === 'SELFPICKUP') {
    return { deliveryMinor: 0n, actualDeliveryMinor: 0n, missingForFreeDeliveryMinor: 0n }
  }
  const actualDeliveryMinor = deliveryCharge({ ...fulfilment, currency })
  const isFree = isDeliveryFree(subtotalMinor, fulfilment.freeFromMinor)
  return {
    deliveryMinor: isFree ? 0n : actualDeliveryMinor,
    actualDeliveryMinor,
    missingForFreeDeliveryMinor: missingForFreeDelivery(subtotalMinor, fulfilment.freeFromMinor),
  }
}

/** Shares the discount over the lines by largest remainder; no line falls below zero. */
function shareDiscount(totals: readonly Minor[], discountMinor: Minor): QuoteLine[] {
  const shares = allocate(discountMinor, totals)
  return totals.map((totalMinor, index) => {
    const share = shares[index] ?? 0n
    return { totalMinor, discountMinor: share, netMinor: totalMinor - share }
  })
}

/** Promotion credit goes first, since it can buy but not be withdrawn (GAP-82). */
function payFromWallet({ method, usesWallet, wallet }: OrderToPrice, totalMinor: Minor) {
  const isUsed = wallet !== undefined && (method === 'WALLET' || usesWallet === true)
  const walletPromotionMinor = isUsed ? least(wallet.promotionMinor, totalMinor) : 0n
  const walletOwnMinor = isUsed ? least(wallet.ownMinor, totalMinor - walletPromotionMinor) : 0n
  const walletMinor = walletPromotionMinor + walletOwnMinor
  return { walletMinor, walletPromotionMinor, walletOwnMinor, payableMinor: totalMinor - walletMinor }
}

type Billed = Pick<
  Quote,
  | 'subtotalMinor'
  | 'discountMinor'
  | 'deliveryMinor'
  | 'storeChargeMinor'
  | 'taxMinor'
  | 'tipMinor'
  | 'totalMinor'
  | 'walletMinor'
  | 'payableMinor'
>

/**
 * The rows in the order of the bill, of a cart or of an order that was placed; a row that says nothing about it is left
 * out.
 */
export function billOf(
  quote: Billed,
  { hasCoupon, isDelivery, isTaxed }: { hasCoupon: boolean; isDelivery: boolean; isTaxed: boolean },
): BillLine[] {
  const rows: [BillKey, Minor, boolean][] = [
    ['itemTotal', quote.subtotalMinor, true],
    ['coupon', -quote.discountMinor, hasCoupon],
    ['delivery', quote.deliveryMinor, isDelivery],
    ['storeCharge', quote.storeChargeMinor, quote.storeChargeMinor > 0n],
    ['tax', quote.taxMinor, isTaxed],
    ['tip', quote.tipMinor, quote.tipMinor > 0n],
    ['total', quote.totalMinor, true],
    ['wallet', -quote.walletMinor, quote.walletMinor > 0n],
    ['payable', quote.payableMinor, true],
  ]
  return rows.filter(([, , isShown]) => isShown).map(([key, amountMinor]) => ({ key, amountMinor }))
}

function assertAmounts({ lines, storeChargeMinor, tipMinor, wallet, taxBasisPoints }: OrderToPrice): void {
  const amounts = [storeChargeMinor, tipMinor, wallet?.ownMinor ?? 0n, wallet?.promotionMinor ?? 0n]
  const units = lines.map((line) => line.unitMinor)
  if ([...amounts, ...units].some((amount) => amount < 0n)) throw new RangeError('amounts must not be negative')
  if (lines.some((line) => !isQuantity(line.quantity))) throw new RangeError('quantities must be whole, 1 to 99')
  if (!Number.isInteger(taxBasisPoints) || taxBasisPoints < 0) throw new RangeError('tax must be whole basis points')
}

function least(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}
