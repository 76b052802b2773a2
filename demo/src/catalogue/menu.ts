import { type EmojiName, emojis, type Gradient, type Picture } from '../pictures.ts'
import { hashText } from '../random.ts'
import type { AddonPricing } from '../types.ts'
import type { addonGroups } from './addon-groups.ts'
import { type DishKey, dishThatShows } from './dishes.ts'
import { type ProductKey, products, productThatShows } from './products.ts'

export type AddonGroupKey = keyof typeof addonGroups

/** A dish or product of the demo, before a store sets its own price. */
export type Dish = {
  name: string
  /** The usual price in whole rupees; with 'replace', the price of the smallest variant. */
  rupees: number
  /** The description of the dish, in one or two plain sentences. */
  text: string
  /** The picture of the dish; null if none shows it, so that the row has only text. */
  picture: Picture | null
  veg: boolean | null
  addons: readonly AddonGroupKey[]
}

export type MenuSection = { name: string; dishes: readonly Dish[] }

export type AddonGroup = {
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  /** Maximum number of options that a customer can choose; 0 means no limit. */
  limit: number
  pricing: AddonPricing
  /**
   * The options of the group, each with its name and a number. In a SINGLE group with 'replace', the number is a
   * variant's percentage of the item's price, with the smallest at 100. In every other group, the number is a price in
   * rupees.
   */
  options: readonly (readonly [name: string, figure: number])[]
}

type GoodsWriter = (
  name: string,
  rupees: number,
  text: string,
  emoji: EmojiName | null,
  ...addons: AddonGroupKey[]
) => Dish

type DishWriter = (name: string, rupees: number, text: string, ...addons: AddonGroupKey[]) => Dish

/** Returns a vegetarian item of a shop, with the green mark. The item's picture is an emoji or a product. */
export const veg: GoodsWriter = (...goods) => goodsOf(true, ...goods)

/** Returns a non-vegetarian item of a shop, with the red mark. */
export const nonVeg: GoodsWriter = (...goods) => goodsOf(false, ...goods)

/** Returns an item of a shop without a diet mark, such as medicine or household goods. */
export const plain: GoodsWriter = (...goods) => goodsOf(null, ...goods)

/** Returns a vegetarian dish of a kitchen. The dish's picture is the one whose recipe names the dish. */
export const vegDish: DishWriter = (...dish) => dishOf(true, ...dish)

/** Returns a non-vegetarian dish of a kitchen. */
export const nonVegDish: DishWriter = (...dish) => dishOf(false, ...dish)

/** Returns a service of a salon. */
export const service: DishWriter = (...dish) => dishOf(null, ...dish)

export function section(name: string, ...dishes: Dish[]): MenuSection {
  return { name, dishes }
}

export type PictureKey = EmojiName | ProductKey | `dish:${DishKey}`

/** Returns a picture by its key: an emoji, a product or a dish. `shade` decides the gradient behind an emoji. */
export function pictureOf(key: PictureKey, shade: string): Picture {
  if (isDish(key)) return { kind: 'dish', name: key.slice('dish:'.length) }
  if (isEmoji(key)) return { kind: 'emoji', name: key, gradient: gradientOf(shade) }
  return products[key].picture
}

function goodsOf(isVeg: boolean | null, ...[name, rupees, text, emoji, ...addons]: Parameters<GoodsWriter>): Dish {
  const picture = emoji ? pictureOf(emoji, name) : (productThatShows(name) ?? null)
  return { name, rupees, text, picture, veg: isVeg, addons }
}

function dishOf(isVeg: boolean | null, ...[name, rupees, text, ...addons]: Parameters<DishWriter>): Dish {
  const key = dishThatShows(name)
  return { name, rupees, text, picture: key ? { kind: 'dish', name: key } : null, veg: isVeg, addons }
}

function isDish(key: PictureKey): key is `dish:${DishKey}` {
  return key.startsWith('dish:')
}

function isEmoji(key: EmojiName | ProductKey): key is EmojiName {
  return Object.hasOwn(emojis, key)
}

function gradientOf(shade: string): Gradient {
  return ((hashText(shade) % 6) + 1) as Gradient // the result is always 1 to 6
}
