import { needsSecondPerson } from '@nukkad/rules/adjustments.ts'
import { type Currency, formatPrice, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'

/** A movement of money and the earlier movements that count towards its limits; amounts in minor units. */
type Movement = {
  amountMinor: Minor
  /** The sum of earlier movements of the same wallet, order, customer, store or rider that needed no approval. */
  beforeMinor: Minor
  /**
   * The sum of all movements by the same member of staff in the last 24 hours that needed no approval, no matter whose
   * money moved.
   */
  clerkMinor: Minor
  currency: Currency
}

/**
 * Returns whether a movement needs an approver, because it exceeds the limit for the person or store whose money moves,
 * or the limit of the member of staff (decision 0041).
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
 * Reads the amount of a receipt in minor units: the amount that was entered, or the whole amount due if none was
 * entered.
 * @throws AppError AMOUNT_INVALID unless the entered string is an amount above zero
 */
export function readReceipt(written: string | undefined, dueMinor: Minor, currency: Currency): Minor {
  if (written === undefined) return dueMinor
  const amountMinor = parseMoney(written, currency)
  if (amountMinor === undefined || amountMinor <= 0n) throw new AppError('AMOUNT_INVALID')
  return amountMinor
}

/** Formats an amount for a customer. An amount in another currency than the site's has its currency code. */
export function priceOf(settings: Settings, minor: Minor, currency: Currency): string {
  const isOwn = currency === settings.get('currencyId')
  const symbol = isOwn ? settings.get('currencyFormat') : `${currency} `
  return formatPrice(minor, { currency, symbol, align: isOwn ? settings.get('currencySymbolAlign') : 'left' })
}
