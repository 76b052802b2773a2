import { type Currency, formatPrice, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { needsSecondPerson } from '@nukkad/rules/staff-money.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'

/** Amounts in minor units. */
type Movement = {
  amountMinor: Minor
  /** Movements without an approval of the same wallet, order, customer, store or rider before this one. */
  beforeMinor: Minor
  /** Movements without an approval by the same member of staff within a day, over all subjects. */
  clerkMinor: Minor
  currency: Currency
}

/**
 * Tells whether a movement needs an approver, because of what it is about or because of who asks for it (decision
 * 0041).
 */
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

/**
 * Returns the amount of a receipt, minor units: what was written, or all that is due where nothing was.
 * @throws AppError AMOUNT_INVALID for what is no amount above zero
 */
export function readReceipt(written: string | undefined, dueMinor: Minor, currency: Currency): Minor {
  if (written === undefined) return dueMinor
  const amountMinor = parseMoney(written, currency)
  if (amountMinor === undefined || amountMinor <= 0n) throw new AppError('AMOUNT_INVALID')
  return amountMinor
}

/** Returns a sum as a customer reads it; one of another currency than the site's is named by its code. */
export function priceOf(settings: Settings, minor: Minor, currency: Currency): string {
  const isOwn = currency === settings.get('currencyId')
  const symbol = isOwn ? settings.get('currencyFormat') : `${currency} `
  return formatPrice(minor, { currency, symbol, align: isOwn ? settings.get('currencySymbolAlign') : 'left' })
}
