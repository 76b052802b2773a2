import { type Currency, type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { AppError } from './errors.ts'

/** Maximum price or charge, in minor units (docs/reference/security.md#money). */
const MAX_MINOR = 10_000_000n

/** Parses an amount that a person typed, in minor units of the currency; undefined if it is not valid or too high. */
export function parseAmount(value: string, currency: Currency): Minor | undefined {
  const minor = parseMoney(value, currency)
  return minor !== undefined && minor <= MAX_MINOR ? minor : undefined
}

/**
 * Parses an amount that must be valid.
 * @throws AppError INVALID_INPUT, naming the field
 */
export function readAmount(value: string, { currency, field }: { currency: Currency; field: string }): Minor {
  const minor = parseAmount(value, currency)
  if (minor === undefined) throw new AppError('INVALID_INPUT', { fields: { [field]: 'fieldAmountInvalid' } })
  return minor
}
