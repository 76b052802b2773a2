import { type Currency, divideRounded, type Minor, parseMoney } from './money.ts'

/** How prices of many items change: by a sum, or by a part of each. `value` may be negative. */
export type PriceChange = { by: 'amount' | 'percent'; value: string }

/**
 * The price after a change.
 * @param price minor units, ≥ 0
 * @returns minor units, never below 0, parts rounded half up; undefined where `value` is none
 */
export function changedPrice(price: Minor, { by, value }: PriceChange, currency: Currency): Minor | undefined {
  if (by === 'amount') {
    const sum = parseMoney(value, currency, { signed: true })
    return sum === undefined ? undefined : atLeastZero(price + sum)
  }
  const hundredths = parseMoney(value, 'INR', { signed: true })
  return hundredths === undefined
    ? undefined
    : divideRounded(atLeastZero(price * (10_000n + hundredths)), 10_000n, 'half-up')
}

const atLeastZero = (minor: Minor): Minor => (minor < 0n ? 0n : minor)
