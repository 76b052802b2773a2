import type { AddonRow, City } from '../types.ts'

type Menu = Pick<City, 'addonCategories' | 'addons' | 'itemAddonCategories'>

/** Returns the minutes that the name of an option states, such as 60 for "Classic, 60 minutes"; 0 if it states none. */
export function statedMinutes({ name }: Pick<AddonRow, 'name'>): number {
  return Number(/\b(\d+) minutes\b/.exec(name)?.[1] ?? 0)
}

/** Returns, by the item's id, the shortest duration of each item that offers several durations. */
export function shortestMinutes(menu: Menu): Map<number, number> {
  const lengths = shortestOfGroups(menu)
  return new Map(
    menu.itemAddonCategories.flatMap(({ itemId, addonCategoryId }) => {
      const minutes = lengths.get(addonCategoryId)
      return minutes ? [[itemId, minutes] as const] : []
    }),
  )
}

/**
 * Returns the minutes that options add to a service. In a choice of durations, an option adds the minutes above the
 * shortest one; otherwise it adds all its minutes.
 */
export function optionMinutes(menu: Menu): { addonId: number; minutes: number }[] {
  const lengths = shortestOfGroups(menu)
  return menu.addons
    .map((addon) => ({
      addonId: addon.id,
      minutes: Math.max(0, statedMinutes(addon) - (lengths.get(addon.addonCategoryId) ?? 0)),
    }))
    .filter(({ minutes }) => minutes > 0)
}

/** Returns, by the id of the add-on group, the shortest duration of each single choice whose options all state one. */
function shortestOfGroups({ addonCategories, addons }: Menu): Map<number, number> {
  const options = Map.groupBy(addons, ({ addonCategoryId }) => addonCategoryId)
  return new Map(
    addonCategories
      .filter(({ type }) => type === 'SINGLE')
      .map(({ id }) => [id, Math.min(...(options.get(id) ?? []).map(statedMinutes))]),
  )
}
