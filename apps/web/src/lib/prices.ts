import { formatPrice, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { setting } from './catalogue.ts'

/** The currency all amounts of this installation are in. */
export function currency(): string {
  return setting('currencyId') || 'INR'
}

/** An amount as a person reads it: grouped, always with its decimals, the symbol on its side. */
export function price(minor: Minor): string {
  return formatPrice(minor, {
    currency: currency(),
    symbol: setting('currencyFormat'),
    align: setting('currencySymbolAlign'),
    locale: 'en-IN',
  })
}

/** The same for an amount of the wire, a decimal string or a number of major units. */
export function wirePrice(amount: string | number): string {
  return price(minorOf(amount))
}

/** Minor units of an amount of the wire; what cannot be read counts as nothing. */
export function minorOf(amount: string | number): Minor {
  return parseMoney(typeof amount === 'number' ? amount.toFixed(2) : amount, currency(), { signed: true }) ?? 0n
}
