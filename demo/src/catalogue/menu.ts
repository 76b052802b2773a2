import { type EmojiName, emojis, type Gradient, type Picture } from '../pictures.ts'
import { hashText } from '../random.ts'
import type { AddonPricing } from '../types.ts'
import type { addonGroups } from './addon-groups.ts'
import { type ProductKey, products } from './products.ts'

export type AddonGroupKey = keyof typeof addonGroups

/** One thing on a menu, before a store has put its own price on it. */
export type Dish = {
  name: string
  /** Usual price in whole rupees; under 'replace' the price of the smallest variant. */
  rupees: number
  /** One or two sentences, plain. */
  text: string
  picture: Picture
  veg: boolean | null
  addons: readonly AddonGroupKey[]
}

export type MenuSection = { name: string; dishes: readonly Dish[] }

export type AddonGroup = {
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  /** Most options that may be chosen; 0 = no limit. */
  limit: number
  pricing: AddonPricing
  /**
   * Name and figure. A SINGLE group under 'replace' lists variants in percent of the item's price, the smallest at
   * 100; in every other group the figure is rupees.
   */
  options: readonly (readonly [name: string, figure: number])[]
}

type DishWriter = (
  name: string,
  rupees: number,
  text: string,
  picture: EmojiName | ProductKey,
  ...addons: AddonGroupKey[]
) => Dish

/** Bears the green mark. */
export const veg: DishWriter = (...dish) => dishOf(true, ...dish)

/** Bears the red mark. */
export const nonVeg: DishWriter = (...dish) => dishOf(false, ...dish)

/** Bears no diet mark: services, medicine, household. */
export const plain: DishWriter = (...dish) => dishOf(null, ...dish)

export function section(name: string, ...dishes: Dish[]): MenuSection {
  return { name, dishes }
}

/** A picture by its key, emoji or product; the gradient behind an emoji follows from `shade`. */
export function pictureOf(key: EmojiName | ProductKey, shade: string): Picture {
  if (isEmoji(key)) return { kind: 'emoji', name: key, gradient: gradientOf(shade) }
  return products[key]
}

function dishOf(isVeg: boolean | null, ...[name, rupees, text, picture, ...addons]: Parameters<DishWriter>): Dish {
  return { name, rupees, text, picture: pictureOf(picture, name), veg: isVeg, addons }
}

function isEmoji(key: EmojiName | ProductKey): key is EmojiName {
  return Object.hasOwn(emojis, key)
}

function gradientOf(shade: string): Gradient {
  return ((hashText(shade) % 6) + 1) as Gradient // 1 to 6 by construction
}
