import type { Output } from '@nukkad/contract/contract.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { type ItemOnWire, presentItem } from './present.ts'
import { findMenuVersion, listAddonCategories, listItems, listItemsByIds } from './queries.ts'

type Menu = Output<'get-restaurant-items'>
type MenuServices = Pick<Services, 'db' | 'settings' | 'catalogueCache'>

/**
 * Reads a store's menu, prepared under the version that was read before it. Every change raises the version, so the
 * menu found under the present version is never older than it (P-14). A prepared menu costs one query, for the version.
 * @throws AppError STORE_UNKNOWN
 */
export async function readMenu(services: MenuServices, slug: string): Promise<PreparedJson> {
  const store = await findMenuVersion(services.db, slug)
  if (!store) throw new AppError('STORE_UNKNOWN')
  const key = `menu:${store.id}:${store.menu_version}:${services.settings.versions().settings}`
  return services.catalogueCache.get(key, () => composeMenu(services, store.id))
}

async function composeMenu({ db, settings }: MenuServices, storeId: number): Promise<Menu> {
  const [rows, addonCategories] = await Promise.all([listItems(db, storeId), listAddonCategories(db, { storeId })])
  const addonsOf = Map.groupBy(addonCategories, ({ item_id }) => item_id)
  const items = rows
    .filter((row) => row.is_available || settings.isOn('showInActiveItemsToo'))
    .map((row) => presentItem(row, addonsOf.get(row.id) ?? []))
  const byCategory = Map.groupBy(items, ({ category_name }) => category_name)
  return { recommended: items.filter(({ is_recommended }) => is_recommended), items: Object.fromEntries(byCategory) }
}

/**
 * Finds one item with its add-ons; undefined when it is deleted, or switched off while such items are not shown (P-16).
 */
export async function findItemOnWire(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  id: number,
): Promise<ItemOnWire | undefined> {
  const [[row], addonCategories] = await Promise.all([
    listItemsByIds(db, [id]),
    listAddonCategories(db, { itemId: id }),
  ])
  if (!row || !(row.is_available || settings.isOn('showInActiveItemsToo'))) return undefined
  return presentItem(row, addonCategories)
}
