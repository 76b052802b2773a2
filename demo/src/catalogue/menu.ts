import type { Picture } from '../pictures.ts'
import type { AddonPricing } from '../types.ts'

/** One thing on a menu, before a store has put its own price on it. */
export type Dish = {
  name: string
  /** Usual price in whole rupees; under 'replace' the price of the smallest variant. */
  rupees: number
  /** One or two sentences, plain. */
  text: string
  picture: Picture
  veg: boolean | null
  /** Keys of add-on groups. */
  addons?: readonly string[]
}

export type MenuSection = { name: string; dishes: readonly Dish[] }

export type AddonGroup = {
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  limit: number
  pricing: AddonPricing
  /** Name and rupees: an extra under 'add'; under 'replace' a share of the item's price in percent, 100 the item's own. */
  options: readonly (readonly [name: string, figure: number])[]
}
