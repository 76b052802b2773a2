import { cafeDishes } from './dishes/cafe.ts'
import { northDishes } from './dishes/north.ts'
import type { Recipe } from './dishes/recipe.ts'
import { servicePictures } from './dishes/services.ts'
import { southDishes } from './dishes/south.ts'
import { streetDishes } from './dishes/street.ts'

/** The recipe of every drawn dish and service, by the key of its picture. An item without a recipe has no picture. */
export const recipes = {
  ...southDishes,
  ...northDishes,
  ...streetDishes,
  ...cafeDishes,
  ...servicePictures,
} satisfies Record<string, Recipe>

export type DishKey = keyof typeof recipes

const byName = new Map(
  Object.entries(recipes).flatMap(([key, { shows }]) => shows.map((name) => [name, key as DishKey] as const)),
)

/**
 * Returns the recipe of a picture by the picture's key. @throws Error for a key without one, because the catalogue then
 * contradicts itself
 */
export function recipeOf(key: string): Recipe {
  const found = (recipes as Record<string, Recipe>)[key]
  if (!found) throw new Error(`no recipe with the key ${key}`)
  return found
}

/** Returns the key of the picture whose recipe names the item. */
export function dishThatShows(name: string): DishKey | undefined {
  return byName.get(name)
}
