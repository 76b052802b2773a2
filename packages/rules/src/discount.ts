import { divideRounded, type Minor } from './money.ts'

/**
 * Returns by which whole percentage a price is below its former price, rounded half up; 0 when there is no former price
 * (D-24, R-30).
 */
export function percentOff(oldMinor: Minor, priceMinor: Minor): number {
  if (oldMinor <= 0n) return 0
  return Number(divideRounded((oldMinor - priceMinor) * 100n, oldMinor, 'half-up'))
}

/**
 * Returns true when a price shows "x%" off: the former price is higher and `showPercentageDiscount` is 'true' (D-23).
 */
export function showsPercentage(oldMinor: Minor, priceMinor: Minor, setting: string | null | undefined): boolean {
  return setting === 'true' && percentOff(oldMinor, priceMinor) > 0
}

/**
 * Returns whether a price is shown. Only a price of 0 is hidden, while `hidePriceWhenZero` is 'true' (D-25, INT-11).
 */
export function showsPrice(priceMinor: Minor, hideWhenZero: string | null | undefined): boolean {
  return priceMinor !== 0n || hideWhenZero !== 'true'
}

/** Returns true when an item belongs in lists of a category, which is when its price is above 0 (D-12, INT-11). */
export function isListed(priceMinor: Minor): boolean {
  return priceMinor > 0n
}

/**
 * Returns the food mark of an item, from either form that `is_veg` has on the wire; undefined for items that are not
 * food (INT-20).
 */
export function vegMark(isVeg: boolean | 0 | 1 | null | undefined): 'veg' | 'non-veg' | undefined {
  if (isVeg === null || isVeg === undefined) return undefined
  return isVeg ? 'veg' : 'non-veg'
}
