import { type Currency, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { AppError } from './errors.ts'

/** No price or charge is above this (security document §5). */
const MOST_MINOR = 10_000_000n

/**
 * An amount that a person typed, in minor units of the currency.
 * @throws AppError INVALID_INPUT, naming the field
 */
export function readAmount(value: string, { currency, field }: { currency: Currency; field: string }): Minor {
  const minor = parseMoney(value, currency)
  if (minor === undefined || minor > MOST_MINOR)
    throw new AppError('INVALID_INPUT', { fields: { [field]: 'fieldAmountInvalid' } })
  return minor
}
