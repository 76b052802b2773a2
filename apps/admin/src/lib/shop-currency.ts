import { ask, queryClient } from './query.ts'

/**
 * ISO 4217 has this code for amounts without a currency. The dashboard has this code only before the sign-in, where it
 * shows no amounts.
 */
const NO_CURRENCY = 'XXX'

/**
 * Returns the currency of a row, or else that of the shop. The types of table rows allow an empty currency, although
 * each row with an amount has one.
 */
export function currencyOr(currency: string | null): string {
  return currency ?? queryClient.getQueryData(ask('dashboard/me', {}).queryKey)?.currency ?? NO_CURRENCY
}
