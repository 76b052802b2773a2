import { t } from '#lib/catalogue.ts'
import { tenths } from '#lib/locale.ts'
import { wirePrice } from '#lib/prices.ts'
import type { Quote } from './readiness.ts'

type Line = Quote['lines'][number]

type BillProps = {
  quote: Quote
  couponCode?: string
  taxPercent?: string
  /** False if the store does not deliver to the address, so that the bill omits the distance. */
  isServed?: boolean
  /**
   * The name of the bill's last line. A visit is paid in two parts, so the last line of its bill is the part that is
   * paid when booking.
   */
  payable?: 'cartToPayText' | 'billPayNow'
}

/** Shows the server's bill line by line. */
export function Bill({ quote, couponCode, taxPercent, isServed, payable = 'cartToPayText' }: BillProps) {
  const names: Record<Line['key'], string> = {
    itemTotal: t('cartItemTotalText'),
    coupon: t('cartBillCoupon', { code: couponCode ?? '' }),
    storeCharge: t('cartRestaurantCharges'),
    delivery:
      quote.distance === null || isServed === false
        ? t('cartDeliveryCharges')
        : t('cartBillDelivery', { distance: tenths(quote.distance) }),
    tax: taxPercent ? t('cartBillTax', { percent: taxPercent }) : t('taxText'),
    tip: t('tipText'),
    total: t('cartBillTotal'),
    wallet: t('cartBillWallet'),
    atStore: t('billAtStore'),
    payable: t(payable),
  }
  return (
    <dl className="num">
      {quote.lines.filter(isShown(quote)).map(({ key, amount }) => (
        <div
          key={key}
          className={
            key === 'payable'
              ? 'mt-2 flex flex-wrap justify-between gap-x-4 border-t border-dashed border-control pt-3.5 text-heading'
              : 'flex flex-wrap justify-between gap-x-4 py-1.5 text-ink-2'
          }
        >
          <dt>{names[key]}</dt>
          <dd dir="ltr" className={key === 'coupon' || key === 'wallet' ? 'text-ok' : 'text-ink'}>
            {amountText(key, amount, quote.currency)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the part that the wallet pays first, which explains why the amount due is less than the total (GAP-33). */
export function WalletPart({ quote }: { quote: Quote }) {
  const part = quote.lines.find(({ key }) => key === 'wallet')
  if (!part || Number(part.amount) === 0) return null
  const used = wirePrice(part.amount.replace('-', ''), quote.currency)
  return (
    <p className="num text-small text-ok">
      {t('checkoutWalletUsed', { used, left: wirePrice(quote.payable, quote.currency) })}
    </p>
  )
}

function amountText(key: Line['key'], amount: string, currency: string): string {
  if (key === 'delivery' && Number(amount) === 0) return t('commonFree')
  const isTaken = key === 'coupon' || key === 'wallet' || key === 'atStore'
  return isTaken ? `− ${wirePrice(amount.replace('-', ''), currency)}` : wirePrice(amount, currency)
}

/**
 * Returns a function that says whether the bill shows a line. The bill omits most lines of zero, and the total if the
 * amount to pay equals the total.
 */
function isShown({ total, payable }: Quote) {
  return ({ key, amount }: Line) => {
    if (key === 'total') return total !== payable
    if (key === 'itemTotal' || key === 'payable' || key === 'delivery') return true
    return Number(amount) !== 0
  }
}
