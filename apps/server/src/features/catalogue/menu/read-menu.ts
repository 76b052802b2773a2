import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { PreparedJson } from '#http/prepared.ts'
import { presentItem } from './present.ts'
import {
  findItem,
  findItemVersion,
  findMenuVersion,
  type ItemVersion,
  listAddonCategories,
  listItems,
} from './queries.ts'

type Menu = Output<'get-restaurant-items'>
type MenuServices = Pick<Services, 'db' | 'settings' | 'catalogueCache'>

/**
 * Reads a store's menu, prepared under its version. The version is read first, and every change of the menu raises it,
 * so a prepared menu with the current version is never out of date (P-14). A prepared menu costs one query, which reads
 * the version.
 * @param services reads the menu from the primary
 * @param db may be a replica; the version is read from it
 * @throws AppError STORE_UNKNOWN
 */
export async function readMenu(services: MenuServices, db: Db, slug: string): Promise<PreparedJson> {
  const store = await findMenuVersion(db, slug)
  if (!store) throw new AppError('STORE_UNKNOWN')
  const key = `menu:${store.id}:${store.menu_version}:${services.settings.versions().settings}`
  return services.catalogueCache.get(key, () => composeMenu(services, store.id))
}

async function composeMenu({ db, settings }: MenuServices, storeId: number): Promise<Menu> {
  const [rows, addonCategories] = await Promise.all([listItems(db, storeId), listAddonCategories(db, storeId)])
  const addonsOf = Map.groupBy(addonCategories, ({ item_id }) => item_id)
  const items = rows
    .filter((row) => row.is_available || settings.isOn('showInActiveItemsToo'))
    .map((row) => presentItem(row, addonsOf.get(row.id) ?? []))
  const byCategory = Map.groupBy(items, ({ category_name }) => category_name)
  return { recommended: items.filter(({ is_recommended }) => is_recommended), items: Object.fromEntries(byCategory) }
}

type KeptItem = { version: ItemVersion; answer: PreparedJson }
const keep = { bytesOf: ({ answer }: KeptItem) => answer.body.length }

/**
 * Reads one item with its add-ons; `null` when it is deleted, or switched off while the shop hides such items (P-16).
 * One statement reads the version if the answer is cached, or else the item itself.
 */
export async function readItem(
  { db, settings, memory }: Pick<Services, 'db' | 'settings' | 'memory'>,
  id: number,
): Promise<PreparedJson | null> {
  const key = `item:${id}:${settings.versions().settings}`
  const kept = await memory.find<KeptItem>(key)
  if (kept && kept.version === (await findItemVersion(db, id))) return kept.answer
  const item = await findItem(db, id)
  if (!item) return null
  const isShown = item.is_available || settings.isOn('showInActiveItemsToo')
  const answer = new PreparedJson(isShown ? presentItem(item, item.addon_categories) : null)
  memory.put(key, keep, Promise.resolve({ version: item.version, answer }))
  return answer
}
