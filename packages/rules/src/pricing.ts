import { isQuantity } from './cart.ts'
import { type CouponTerms, couponDiscount } from './coupon.ts'
import { type DeliveryChargeTerms, deliveryCharge, isDeliveryFree, missingForFreeDelivery } from './delivery-charge.ts'
import { allocate, type Currency, type Minor, percentOf, sum } from './money.ts'

/** Maximum total of an order, in minor units (docs/reference/security.md#money). */
export const ORDER_MAXIMUM_MINOR = 100_000_000n

/** An order line with its unit price, which `unitPrice` of cart.ts computes from stored prices. */
export type PricedLine = { unitMinor: Minor; quantity: number }

/** The way in which the order reaches the customer, with the charges for it. */
export type Fulfilment =
  | { type: 'SELFPICKUP' }
  /** A visit at a salon: the deposit, in minor units, is paid now, and the rest at the salon. */
  | { type: 'VISIT'; depositMinor: Minor }
  | {
      type: 'DELIVERY'
      terms: DeliveryChargeTerms
      distanceKm: number
      /** Whether a DYNAMIC delivery charge is rounded up to a whole major unit: the setting `enDelChrRnd`. */
      roundUp: boolean
      freeFromMinor?: Minor | null
    }

/** The balances of a wallet: own money and promotion credit (GAP-82). */
export type WalletBalances = { ownMinor: Minor; promotionMinor: Minor }

/**
 * Everything that the price of an order depends on. All of it comes from stored rows and settings, never from the
 * client.
 */
export type OrderToPrice = {
  currency: Currency
  lines: readonly PricedLine[]
  coupon?: CouponTerms | null
  fulfilment: Fulfilment
  storeChargeMinor: Minor
  /** The tax rate in hundredths of a percent; 0 when the setting `taxApplicable` is not 'true'. */
  taxBasisPoints: number
  /** The tip for the rider; ignored for self-pickup. */
  tipMinor: Minor
  /**
   * The payment method: `WALLET` pays everything from the wallet; other methods use the wallet only when `usesWallet`
   * is true.
   */
  method: string
  usesWallet?: boolean
  wallet?: WalletBalances
}

/** The rows that a bill can have, from top to bottom. */
export type BillKey =
  | 'itemTotal'
  | 'coupon'
  | 'delivery'
  | 'storeCharge'
  | 'tax'
  | 'tip'
  | 'total'
  | 'atStore'
  | 'wallet'
  | 'payable'

/** A row of a bill. Deductions (coupon, the part that is paid at the salon, wallet) are negative. */
export type BillLine = { key: BillKey; amountMinor: Minor }

/** An order line with its share of the coupon; `net` is the total minus the discount. */
export type QuoteLine = { totalMinor: Minor; discountMinor: Minor; netMinor: Minor }

/** All amounts of an order in minor units, none of them below 0. */
export type Quote = {
  lines: QuoteLine[]
  subtotalMinor: Minor
  discountMinor: Minor
  /** The delivery charge; 0 when delivery is free or the customer collects the order. */
  deliveryMinor: Minor
  /** The delivery charge that would be due if delivery were never free. */
  actualDeliveryMinor: Minor
  missingForFreeDeliveryMinor: Minor
  storeChargeMinor: Minor
  taxMinor: Minor
  tipMinor: Minor
  totalMinor: Minor
  /** The part of the total that the customer pays at the salon; 0 for orders that are not of a visit. */
  atStoreMinor: Minor
  walletMinor: Minor
  walletPromotionMinor: Minor
  walletOwnMinor: Minor
  /**
   * The amount left to pay by the payment method. With the method WALLET, an amount above 0 means that the wallet's
   * balance is too low.
   */
  payableMinor: Minor
  bill: BillLine[]
}

/**
 * Computes all amounts of an order. The apps and the server use this one function, so that they agree. The total is the
 * subtotal minus coupon, plus delivery and store charge, plus tax on that amount, plus the untaxed tip. Only a delivery
 * has a delivery charge and a tip. For a visit, only the deposit is paid now.
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
  const atStoreMinor = restAtStore(order.fulfilment, totalMinor)
  const quote = {
    ...delivery,
    lines: shareDiscount(totals, discountMinor),
    subtotalMinor,
    discountMinor,
    storeChargeMinor: order.storeChargeMinor,
    taxMinor,
    tipMinor,
    totalMinor,
    atStoreMinor,
    ...payFromWallet(order, totalMinor - atStoreMinor),
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

/** Returns true for an allowed order total: 1 to 100,000,000 minor units (docs/reference/security.md#money). */
export function isOrderAmount(totalMinor: Minor): boolean {
  return totalMinor >= 1n && totalMinor <= ORDER_MAXIMUM_MINOR
}

/**
 * Returns the amount in minor units by which the subtotal before any coupon is below the store's minimum order; 0 when
 * the subtotal reaches the minimum or there is none (docs/reference/wire.md#cart-and-checkout).
 */
export function missingForMinimum(subtotalMinor: Minor, minimumMinor: Minor | null | undefined): Minor {
  if (!minimumMinor || subtotalMinor >= minimumMinor) return 0n
  return minimumMinor - subtotalMinor
}

function priceDelivery(order: OrderToPrice, subtotalMinor: Minor) {
  const { fulfilment, currency } = order
  if (fulfilment.type !== 'DELIVERY') {
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

/**
 * Splits the discount of an order over its lines by largest remainder. No line gets a larger discount than its total.
 */
function shareDiscount(totals: readonly Minor[], discountMinor: Minor): QuoteLine[] {
  const shares = allocate(discountMinor, totals)
  return totals.map((totalMinor, index) => {
    const share = shares[index] ?? 0n
    return { totalMinor, discountMinor: share, netMinor: totalMinor - share }
  })
}

/**
 * Returns the amount that is left to pay at the salon: the total less the deposit. A deposit above the total counts as
 * the total.
 */
function restAtStore(fulfilment: Fulfilment, totalMinor: Minor): Minor {
  return fulfilment.type === 'VISIT' ? totalMinor - least(fulfilment.depositMinor, totalMinor) : 0n
}

/** Pays with promotion credit first, because it can only be spent on orders and cannot be withdrawn (GAP-82). */
function payFromWallet({ method, usesWallet, wallet }: OrderToPrice, dueMinor: Minor) {
  const isUsed = wallet !== undefined && (method === 'WALLET' || usesWallet === true)
  const walletPromotionMinor = isUsed ? least(wallet.promotionMinor, dueMinor) : 0n
  const walletOwnMinor = isUsed ? least(wallet.ownMinor, dueMinor - walletPromotionMinor) : 0n
  const walletMinor = walletPromotionMinor + walletOwnMinor
  return { walletMinor, walletPromotionMinor, walletOwnMinor, payableMinor: dueMinor - walletMinor }
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
  | 'atStoreMinor'
  | 'walletMinor'
  | 'payableMinor'
>

/** Returns the rows of a bill from top to bottom, for a cart or a placed order; rows without an amount are left out. */
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
    ['atStore', -quote.atStoreMinor, quote.atStoreMinor > 0n],
    ['wallet', -quote.walletMinor, quote.walletMinor > 0n],
    ['payable', quote.payableMinor, true],
  ]
  return rows.filter(([, , isShown]) => isShown).map(([key, amountMinor]) => ({ key, amountMinor }))
}

function assertAmounts({ lines, storeChargeMinor, tipMinor, wallet, taxBasisPoints, fulfilment }: OrderToPrice): void {
  const depositMinor = fulfilment.type === 'VISIT' ? fulfilment.depositMinor : 0n
  const amounts = [storeChargeMinor, tipMinor, wallet?.ownMinor ?? 0n, wallet?.promotionMinor ?? 0n, depositMinor]
  const units = lines.map((line) => line.unitMinor)
  if ([...amounts, ...units].some((amount) => amount < 0n)) throw new RangeError('amounts must not be negative')
  if (lines.some((line) => !isQuantity(line.quantity))) throw new RangeError('quantities must be whole, 1 to 99')
  if (!Number.isInteger(taxBasisPoints) || taxBasisPoints < 0) throw new RangeError('tax must be whole basis points')
}

function least(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}
