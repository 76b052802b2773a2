import { formatAmount, type PriceFormat } from './price-format.ts'

/** An amount of money in minor units of its currency (paise for rupees). */
export type Minor = bigint
/** ISO 4217 code, for example `INR`. */
export type Currency = string
/** The direction in which {@link divideRounded} rounds a fraction of a minor unit. */
export type Rounding = 'half-up' | 'down' | 'up'

/**
 * Reads an amount of money from the wire or from a form. Uses a pattern and never floating-point numbers, which are not
 * exact (docs/reference/security.md#money).
 * @param value a plain decimal such as `120`, `"120.00"` or `0.5`; a number is converted to a string first
 * @param options.signed accepts a leading minus
 * @returns minor units; undefined for anything else, such as grouping, exponents, NaN, spaces, or more decimals than
 * the currency has
 */
export function parseMoney(
  value: string | number,
  currency: Currency,
  options: { signed?: boolean } = {},
): Minor | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  const digits = minorDigits(currency)
  if (decimals.length > digits || (sign && !options.signed)) return undefined
  const minor = BigInt(whole + decimals.padEnd(digits, '0'))
  return sign ? -minor : minor
}

/**
 * Returns an amount as a string for the wire: with all decimals of the currency, a point and no grouping.
 * @example wireMoney(12000n, 'INR') // '120.00'
 * @see docs/reference/wire.md#value-types, R-04
 */
export function wireMoney(minor: Minor, currency: Currency): string {
  const digits = minorDigits(currency)
  const figure = magnitude(minor)
    .toString()
    .padStart(digits + 1, '0')
  const sign = minor < 0n ? '-' : ''
  if (digits === 0) return sign + figure
  return `${sign}${figure.slice(0, -digits)}.${figure.slice(-digits)}`
}

/**
 * Returns an amount as a JSON number of major units, for the fields of orders that the wire sends as numbers
 * (docs/reference/wire.md#value-types).
 */
export function wireNumber(minor: Minor, currency: Currency): number {
  return Number(wireMoney(minor, currency))
}

/**
 * Returns a price as people read it: grouped by locale, with all decimals of the currency, and with the symbol on the
 * side that the setting `currencySymbolAlign` names.
 * @example formatPrice(25000n, { currency: 'INR', symbol: '₹' }) // '₹250.00'
 * @see
 */
export function formatPrice(minor: Minor, format: PriceFormat): string {
  return formatAmount(wireMoney(minor, format.currency), format)
}

/** Returns the number of decimals of a currency by ISO 4217, and 2 for a code that the table does not list. */
export function minorDigits(currency: Currency): number {
  return unusualDigits[currency.toUpperCase()] ?? 2
}

/**
 * Returns a share of an amount, in minor units.
 * @param basisPoints hundredths of a percent: 500 is 5 %
 * @param rounding `half-up` for charges and tax, `down` for discounts, bonuses and commissions
 * (docs/reference/security.md#money)
 */
export function percentOf(minor: Minor, basisPoints: number, rounding: 'half-up' | 'down'): Minor {
  return divideRounded(minor * BigInt(basisPoints), 10_000n, rounding)
}

/**
 * Reads a percentage with at most two decimals and returns basis points, `"12.5"` → 1250; undefined for anything else.
 */
export function parsePercent(value: string | number): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(String(value))
  if (!match) return undefined
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/**
 * Divides money and returns a whole number. A negative quotient is rounded like a positive one, so that a reversal
 * equals the amount that it reverses.
 * @throws RangeError when the denominator is not positive
 */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive')
  const size = magnitude(numerator)
  const whole = size / denominator
  const rest = size % denominator
  const raised = (rounding === 'half-up' && rest * 2n >= denominator) || (rounding === 'up' && rest > 0n)
  const rounded = raised ? whole + 1n : whole
  return numerator < 0n ? -rounded : rounded
}

/**
 * Splits an amount by weights so that the parts add up to it exactly. Each part is rounded down first. The parts with
 * the largest remainders then get one more unit each, the earlier part first when remainders are equal
 * (docs/reference/security.md#money). When all weights are zero, the amount is split equally.
 * @throws RangeError for a negative weight, or for an amount other than zero without any weight
 */
export function allocate(total: Minor, weights: readonly bigint[]): Minor[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('weights must not be negative')
  if (weights.length === 0 && total !== 0n) throw new RangeError('nothing to allocate to')
  if (total < 0n) return allocate(-total, weights).map((part) => -part)
  const whole = sum(weights)
  if (whole === 0n)
    return weights.length === 0
      ? []
      : allocate(
          total,
          weights.map(() => 1n),
        )
  const shares = weights.map((weight) => ({ part: (total * weight) / whole, rest: (total * weight) % whole }))
  let left = Number(total - sum(shares.map(({ part }) => part)))
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1))
  for (const share of byRest) if (left-- > 0) share.part += 1n
  return shares.map(({ part }) => part)
}

/** Returns the total of the amounts; 0 if there are none. */
export function sum(amounts: Iterable<Minor>): Minor {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

// The numbers of decimals of the currencies that do not have two. The list is needed because the server and the
// browsers must agree, and their currency data in Intl may differ.
const unusualDigits: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])
