import type { Currency } from '@nukkad/rules/money.ts'
import { formatAmount, formatOf } from '@nukkad/rules/price-format.ts'
import { setting } from './catalogue.ts'

/** Returns the shop's currency, used for wallets, rewards and riders' earnings. A store may have another currency. */
export function siteCurrency(): Currency {
  return setting('currencyId') || 'INR'
}

/** Formats an amount from the wire without decimals if it is whole, for estimates such as a price for two. */
export function wholePrice(amount: string, currency: Currency): string {
  return formatAmount(amount, { ...formatIn(currency), isShort: true })
}

/** Returns the options with which prices in this currency are formatted. */
export function formatIn(currency: Currency) {
  return formatOf(currency, {
    currency: siteCurrency(),
    symbol: setting('currencyFormat'),
    align: setting('currencySymbolAlign'),
    locale: 'en-IN',
  })
}
