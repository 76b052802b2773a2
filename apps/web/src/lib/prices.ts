import { type Currency, formatOf, formatPrice, type Minor, minorDigits, parseMoney } from '@nukkad/rules/money.ts'
import { setting } from './catalogue.ts'

/** The currency of the shop as a whole: of wallets, rewards and riders' earnings. Each store sells in its own. */
export function siteCurrency(): Currency {
  return setting('currencyId') || 'INR'
}

/** An amount as a person reads it: grouped, always with its decimals, the symbol on its side. */
export function price(minor: Minor, currency: Currency): string {
  return formatPrice(minor, formatIn(currency))
}

/** The same for an amount of the wire, a decimal string or a number of major units. */
export function wirePrice(amount: string | number, currency: Currency): string {
  return price(minorOf(amount, currency), currency)
}

/** Minor units of an amount of the wire; what cannot be read counts as nothing. */
export function minorOf(amount: string | number, currency: Currency): Minor {
  const text = typeof amount === 'number' ? amount.toFixed(minorDigits(currency)) : amount
  return parseMoney(text, currency, { signed: true }) ?? 0n
}

/** What stands before a field for an amount. */
export function signOf(currency: Currency): string {
  return formatIn(currency).symbol
}

/** Its name in the language of the screen, such as "Philippine Peso". */
export function currencyName(currency: Currency): string {
  return new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'currency' }).of(currency) ?? currency
}

function formatIn(currency: Currency) {
  return formatOf(currency, {
    currency: siteCurrency(),
    symbol: setting('currencyFormat'),
    align: setting('currencySymbolAlign'),
    locale: 'en-IN',
  })
}
