import { type Currency, formatPrice, type Minor } from '@nukkad/rules/money.ts'
import { formatOf } from '@nukkad/rules/price-format.ts'
import type { Settings } from './settings.ts'

/** Returns an amount for a mail or notification in the same form as on the screens, with the sign of its currency. */
export function priceText(settings: Settings, minor: Minor, currency: Currency): string {
  const own = {
    currency: settings.get('currencyId'),
    symbol: settings.get('currencyFormat'),
    align: settings.get('currencySymbolAlign'),
  }
  return formatPrice(minor, formatOf(currency, own))
}
