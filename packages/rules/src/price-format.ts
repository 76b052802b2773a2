import type { Currency } from './money.ts'

/** The format of a displayed price. */
export type PriceFormat = {
  currency: Currency
  /** The currency's symbol next to the amount, from the setting `currencyFormat`. */
  symbol: string
  /**
   * The side of the amount on which the symbol stands, from the setting `currencySymbolAlign`; every value but `right`
   * means left.
   */
  align?: string | null
  /** The BCP 47 tag of the language that decides grouping and digits; `en-IN` groups in lakhs. */
  locale?: string
  /** Whether the decimals of an amount are left out if they are all zero. */
  isShort?: boolean
}

/**
 * Returns an amount from the wire as people read it: grouped by locale, with its decimals, and with the symbol on the
 * side that `align` names.
 * @param amount a plain decimal with all decimals of the currency, such as `"-1250.00"`
 * @example formatAmount('1250.00', { currency: 'INR', symbol: '₹' }) // '₹1,250.00'
 */
export function formatAmount(
  amount: string,
  { symbol, align, locale = 'en-IN', isShort = false }: PriceFormat,
): string {
  const [, sign = '', figure = '', decimals = ''] = /^(-?)(\d+(?:\.(\d+))?)$/.exec(amount) ?? []
  const digits = isShort && /^0*$/.test(decimals) ? 0 : decimals.length
  // The cast is safe, because the pattern above matches only plain decimals.
  const shown = figureFormat(locale, digits).format(figure as Intl.StringNumericLiteral)
  // A currency code needs a space before the amount; the space is non-breaking, so that code and amount stay on one
  // line.
  const gap = /^[A-Z]{3}$/.test(symbol) ? '\u00a0' : ''
  return align === 'right' ? `${sign}${shown}${gap}${symbol}` : `${sign}${symbol}${gap}${shown}`
}

/**
 * Returns the format for prices in a currency other than the shop's: with a symbol that only this currency has, or with
 * its code. The side of the symbol and the grouping stay as in the shop's own format.
 * @param own the format of the shop's own currency
 */
export function formatOf(currency: Currency, own: PriceFormat): PriceFormat {
  if (currency === own.currency) return own
  return { ...own, currency, symbol: signs[currency] ?? currency }
}

/** Symbols of currencies that name exactly one currency; a bare dollar or rupee sign would be ambiguous. */
const signs: Record<string, string | undefined> = {
  INR: '₹',
  PHP: '₱',
  BRL: 'R$',
  NPR: 'रू',
  USD: 'US$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  KRW: '₩',
  BDT: '৳',
  THB: '฿',
  VND: '₫',
}

const figureFormats = new Map<string, Intl.NumberFormat>()

function figureFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale}/${digits}`
  const known = figureFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  figureFormats.set(key, made)
  return made
}
