import { type EmojiName, emojis, type Gradient, type Picture } from '../pictures.ts'
import { hashText } from '../random.ts'
import type { AddonPricing } from '../types.ts'
import type { addonGroups } from './addon-groups.ts'
import { type ProductKey, products } from './products.ts'

export type AddonGroupKey = keyof typeof addonGroups

/** A dish or product, before a store sets its own price. */
export type Dish = {
  name: string
  /** Usual price in whole rupees; with 'replace', the price of the smallest variant. */
  rupees: number
  /** The description, in one or two plain sentences. */
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
  /** Maximum number of options; 0 means no limit. */
  limit: number
  pricing: AddonPricing
  /**
   * Name and number. In a SINGLE group with 'replace', the number is a variant's percentage of the item's price, with
   * the smallest at 100. In every other group it is a price in rupees.
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

/** Writes a vegetarian dish, with the green mark. */
export const veg: DishWriter = (...dish) => dishOf(true, ...dish)

/** Writes a non-vegetarian dish, with the red mark. */
export const nonVeg: DishWriter = (...dish) => dishOf(false, ...dish)

/** Writes an entry without a diet mark: services, medicine, household. */
export const plain: DishWriter = (...dish) => dishOf(null, ...dish)

export function section(name: string, ...dishes: Dish[]): MenuSection {
  return { name, dishes }
}

/** Returns a picture by its key, an emoji or a product. `shade` decides the gradient behind an emoji. */
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
  return ((hashText(shade) % 6) + 1) as Gradient // the result is always 1 to 6
}
