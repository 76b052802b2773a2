import { type Currency, formatOf, formatPrice, type Minor } from '@nukkad/rules/money.ts'
import type { Settings } from './settings.ts'

/** An amount as a person reads it in a mail or notice, as the screens show it: with the sign of its own currency. */
export function priceText(settings: Settings, minor: Minor, currency: Currency): string {
  const own = {
    currency: settings.get('currencyId'),
    symbol: settings.get('currencyFormat'),
    align: settings.get('currencySymbolAlign'),
  }
  return formatPrice(minor, formatOf(currency, own))
}
