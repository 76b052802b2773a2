import { type Currency, formatPrice, type Minor } from '@nukkad/rules/money.ts'
import { needsSecondPerson } from '@nukkad/rules/staff-money.ts'
import type { Settings } from '#features/settings/settings.ts'

/** Amounts in minor units. */
type Movement = {
  amountMinor: Minor
  /** What was moved of the same wallet, order, customer, store or rider before without an approval. */
  beforeMinor: Minor
  /** What the same member of staff moved within a day without an approval, over all of these. */
  clerkMinor: Minor
  currency: Currency
}

/** Whether a movement needs an approver, because of what it is about or because of who asks for it (decision 0041). */
export function needsApprover(
  settings: Pick<Settings, 'get'>,
  { amountMinor, beforeMinor, clerkMinor, currency }: Movement,
): boolean {
  const limitOf = (amount: string) => ({ amount, currency: settings.get('currencyId') })
  return (
    needsSecondPerson(
      { amountMinor, beforeMinor, currency },
      limitOf(settings.get('walletAdjustmentApprovalAmount')),
    ) ||
    needsSecondPerson({ amountMinor, beforeMinor: clerkMinor, currency }, limitOf(settings.get('staffDailyAmount')))
  )
}

/** A sum as a customer reads it; one of another currency than the site's is named by its code. */
export function priceOf(settings: Settings, minor: Minor, currency: Currency): string {
  const isOwn = currency === settings.get('currencyId')
  const symbol = isOwn ? settings.get('currencyFormat') : `${currency} `
  return formatPrice(minor, { currency, symbol, align: isOwn ? settings.get('currencySymbolAlign') : 'left' })
}
