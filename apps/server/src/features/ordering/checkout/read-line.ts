import type { Input } from '@nukkad/contract/contract.ts'
import { addonProblem, readingOf } from '@nukkad/rules/addons.ts'
import { type AddonPricing, readAddonPricing, unitPrice } from '@nukkad/rules/cart.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import {
  type CheckoutAddonCategory,
  type CheckoutFacts,
  type CheckoutItem,
  checkoutItemsOf,
  readCheckoutFacts,
} from './queries.ts'

/** An item as the checkout reads it; `piecesOf` selects items as JSON, for use inside another query. */
export type PieceFacts = CheckoutItem
export const piecesOf = checkoutItemsOf

export type CartLineToOrder = {
  item: Pick<CheckoutItem, 'id' | 'name' | 'image' | 'is_counted'>
  quantity: number
  unitMinor: Minor
  addons: { id: number; category: string; name: string; price_minor: number }[]
}
/** A line with its whole item, so that its price can be calculated again for another price of the item. */
export type ReadLine = CartLineToOrder & { item: CheckoutItem }

type SentLine = Pick<Input<'place-order'>['order'][number], 'id' | 'quantity'> & {
  selectedaddons?: readonly { addon_id: number }[] | null | undefined
}
type Reading = { facts: Pick<CheckoutFacts, 'items'>; store: { id: number }; settings: Settings }

/**
 * Reads one line from our own tables.
 * @throws AppError ITEM_UNAVAILABLE, MIXED_STORES, ADDON_INVALID
 */
export function readLine(line: SentLine, { facts, store, settings }: Reading): ReadLine {
  const item = facts.items.find((candidate) => candidate.id === line.id)
  if (!item?.is_available) throw new AppError('ITEM_UNAVAILABLE', { extra: { item_id: line.id } })
  if (item.store_id !== store.id) throw new AppError('MIXED_STORES')
  const chosen = (line.selectedaddons ?? []).map((addon) => String(addon.addon_id))
  const problem = addonProblem(item.addon_categories.map(asRule), chosen)
  if (problem) throw new AppError('ADDON_INVALID', { extra: { item_id: item.id } })
  const addons = item.addon_categories.flatMap((category) =>
    category.addons
      .filter((addon) => chosen.includes(String(addon.id)))
      .map((addon) => ({ ...addon, category: category.name })),
  )
  const unitMinor = unitOf({ item, addons }, settings)
  // The quantity is a whole number, because the calling function has already refused other quantities.
  return { item, quantity: line.quantity as number, unitMinor, addons }
}

/** Returns the price of one piece with its add-ons, in minor units; `priceMinor` replaces the price of the item. */
export function unitOf(
  { item, addons }: Pick<ReadLine, 'item' | 'addons'>,
  settings: Settings,
  priceMinor = BigInt(item.price_minor),
): Minor {
  return unitPrice({
    priceMinor,
    addonsMinor: addons.map((addon) => BigInt(addon.price_minor)),
    pricing: pricingOf(item, settings),
  })
}

function pricingOf(item: CheckoutItem, settings: Settings): AddonPricing {
  return readingOf(item.addon_pricing, item.addon_categories) ?? readAddonPricing(settings.get('cartAddonPricing'))
}

export type Choices = { id: number; pricing: AddonPricing; categories: CheckoutAddonCategory[] }

/** Reads the add-ons of each of these items, and whether they replace the item's price or add to it. */
export async function readChoices(db: Db, settings: Settings, itemIds: readonly number[]): Promise<Choices[]> {
  const { items } = await readCheckoutFacts(db, { itemIds, userId: null })
  return items.map((item) => ({
    id: item.id,
    pricing: pricingOf(item, settings),
    categories: item.addon_categories,
  }))
}

type Pieces = { storeId: number; pieces: readonly { itemId: number; addons: readonly number[] }[] }

/**
 * Reads one piece of each of these items of a store, with add-ons.
 * @throws AppError ITEM_UNAVAILABLE also for an item of another store, ADDON_INVALID
 */
export async function readPieces(db: Db, settings: Settings, wanted: Pieces): Promise<ReadLine[]> {
  const itemIds = wanted.pieces.map(({ itemId }) => itemId)
  return linesOfPieces(await readCheckoutFacts(db, { itemIds, userId: null }), settings, wanted)
}

/**
 * Returns one piece of each of these items, as `readPieces` does, but from items that were read before.
 * @throws AppError ITEM_UNAVAILABLE also for an item of another store, ADDON_INVALID
 */
export function linesOfPieces(
  facts: Pick<CheckoutFacts, 'items'>,
  settings: Settings,
  { storeId, pieces }: Pieces,
): ReadLine[] {
  if (facts.items.some((item) => item.store_id !== storeId)) throw new AppError('ITEM_UNAVAILABLE')
  return pieces.map(({ itemId, addons }) =>
    readLine(
      { id: itemId, quantity: 1, selectedaddons: addons.map((id) => ({ addon_id: id })) },
      { facts, store: { id: storeId }, settings },
    ),
  )
}

/**
 * Converts an add-on category to the form that the rules take, with prices of zero, because prices do not decide which
 * add-ons fit.
 */
function asRule({ name, type, addon_limit, addons }: CheckoutAddonCategory) {
  return { name, type, addon_limit, addons: addons.map((addon) => ({ id: addon.id, name: addon.name, price: '' })) }
}
