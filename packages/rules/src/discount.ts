import { divideRounded, type Minor } from './money.ts'

/** Percentage off a former price, whole, half up; 0 when there is no former price (D-24, R-30). */
export function percentOff(oldMinor: Minor, priceMinor: Minor): number {
  if (oldMinor <= 0n) return 0
  return Number(divideRounded((oldMinor - priceMinor) * 100n, oldMinor, 'half-up'))
}

/** Whether "x%" shows: there is a former price above the present one and `showPercentageDiscount` is 'true' (D-23). */
export function showsPercentage(oldMinor: Minor, priceMinor: Minor, setting: string | null | undefined): boolean {
  return setting === 'true' && percentOff(oldMinor, priceMinor) > 0
}

/** Whether the price shows: always, except a price of 0 while `hidePriceWhenZero` is 'true' (D-25, INT-11). */
export function showsPrice(priceMinor: Minor, hideWhenZero: string | null | undefined): boolean {
  return priceMinor !== 0n || hideWhenZero !== 'true'
}

/** Whether an item belongs in category lists: only one with a price above 0 (D-12, INT-11). */
export function isListed(priceMinor: Minor): boolean {
  return priceMinor > 0n
}

/** The food mark of an item, from either wire form of `is_veg`; undefined when the question does not arise (INT-20). */
export function vegMark(isVeg: boolean | 0 | 1 | null | undefined): 'veg' | 'non-veg' | undefined {
  if (isVeg === null || isVeg === undefined) return undefined
  return isVeg ? 'veg' : 'non-veg'
}
