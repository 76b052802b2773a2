import { type Currency, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { AppError } from './errors.ts'

/** No price or charge is above this (docs/reference/security.md#money). */
const MOST_MINOR = 10_000_000n

/** An amount that a person typed, in minor units of the currency; undefined for what is none or is too high. */
export function parseAmount(value: string, currency: Currency): Minor | undefined {
  const minor = parseMoney(value, currency)
  return minor !== undefined && minor <= MOST_MINOR ? minor : undefined
}

/**
 * The same where it must be one.
 * @throws AppError INVALID_INPUT, naming the field
 */
export function readAmount(value: string, { currency, field }: { currency: Currency; field: string }): Minor {
  const minor = parseAmount(value, currency)
  if (minor === undefined) throw new AppError('INVALID_INPUT', { fields: { [field]: 'fieldAmountInvalid' } })
  return minor
}
