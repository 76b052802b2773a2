import { type Currency, formatPrice, type Minor, minorDigits, parseMoney } from '@nukkad/rules/money.ts'
import { formatIn } from './price-format.ts'

/** Formats an amount with grouping, decimals and the currency symbol. */
export function price(minor: Minor, currency: Currency): string {
  return formatPrice(minor, formatIn(currency))
}

/** Formats an amount from the wire: a decimal string, or a number of major units. */
export function wirePrice(amount: string | number, currency: Currency): string {
  return price(minorOf(amount, currency), currency)
}

/** Returns the minor units of an amount from the wire, and 0 if the amount cannot be parsed. */
export function minorOf(amount: string | number, currency: Currency): Minor {
  const text = typeof amount === 'number' ? amount.toFixed(minorDigits(currency)) : amount
  return parseMoney(text, currency, { signed: true }) ?? 0n
}

/** Returns the currency symbol, to show before an input for an amount. */
export function signOf(currency: Currency): string {
  return formatIn(currency).symbol
}

/** Returns the currency's name in the language of the screen, such as "Philippine Peso". */
export function currencyName(currency: Currency): string {
  return new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'currency' }).of(currency) ?? currency
}
