import { type Currency, formatPrice, type Minor } from '@nukkad/rules/money.ts'
import type { Settings } from '#features/settings/settings.ts'

/** Up to which sum one person alone moves money, in the site's currency. */
export function approvalLimit(settings: Settings): { amount: string; currency: Currency } {
  return { amount: settings.get('walletAdjustmentApprovalAmount'), currency: settings.get('currencyId') }
}

/** A sum as a customer reads it; one of another currency than the site's is named by its code. */
export function priceOf(settings: Settings, minor: Minor, currency: Currency): string {
  const isOwn = currency === settings.get('currencyId')
  const symbol = isOwn ? settings.get('currencyFormat') : `${currency} `
  return formatPrice(minor, { currency, symbol, align: isOwn ? settings.get('currencySymbolAlign') : 'left' })
}
