import { type Currency, divideRounded, type Minor, parseMoney } from './money.ts'

/** A change of the prices of many items, by an amount or by a percentage. `value` may be negative. */
export type PriceChange = { by: 'amount' | 'percent'; value: string }

/**
 * Returns the price of an item after a change of prices.
 * @param price minor units, ≥ 0
 * @returns minor units, at least 0, fractions rounded half up; undefined when `value` is not a number
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
