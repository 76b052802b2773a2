import type { Input } from '@nukkad/contract/contract.ts'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Items } from '#db/schema.ts'
import type { CallContext } from '#http/calls.ts'
import { cleanHtml } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { type SavedPicture, savePicture, showPicture } from '#platform/pictures/save-picture.ts'
import { countOwnAddonCategories } from './addon-queries.ts'
import { fillAddonPricing } from './addon-reading.ts'
import { changeMenu } from './change-menu.ts'
import { type OwnItemOnWire, presentOwnItem } from './present.ts'
import { getCurrency, insertItem, listOwnItems, lockCategory, replaceAddonCategories, updateItem } from './queries.ts'

type Change = Omit<Input<'store-owner/update-item'>, 'id' | 'store_id'>

/**
 * Adds an item to a category of the same store, with add-on categories of the same store.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function createItem(context: CallContext<'store-owner/create-item'>): Promise<OwnItemOnWire> {
  const { input } = context
  const { store_id: storeId } = input
  const picture = await saveSentPicture(context)
  return changeMenu(context, { action: 'item.created', part: 'item', idOf: ({ id }) => id }, async (tx) => {
    const currency = await getCurrency(tx, storeId)
    await requireOwnParts(tx, storeId, input)
    const columns = columnsOf(input, currency)
    const id = await insertItem(tx, {
      ...columns,
      store_id: storeId,
      item_category_id: input.item_category_id,
      name: input.name,
      price_minor: readAmount(input.price, { currency, field: 'price' }),
    })
    await replaceAddonCategories(tx, id, input.addon_category_item ?? [])
    await fillAddonPricing(tx, storeId, { ids: [id] })
    if (picture) await putPicture(tx, { storeId, id }, picture)
    return readOwnItem(tx, { storeId, id, currency })
  })
}

/**
 * Changes the fields of an item that the request contains.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function changeItem(
  context: CallContext<'store-owner/update-item' | 'store-owner/update-item-image'>,
): Promise<OwnItemOnWire> {
  const input: Input<'store-owner/update-item'> = context.input
  const { store_id: storeId, id } = input
  const picture = await saveSentPicture(context)
  return changeMenu(context, { action: 'item.updated', part: 'item', id }, async (tx) => {
    const currency = await getCurrency(tx, storeId)
    await requireOwnParts(tx, storeId, input)
    if (!(await updateItem(tx, { storeId, id }, columnsOf(input, currency)))) throw new AppError('NOT_FOUND')
    if (input.addon_category_item) await replaceAddonCategories(tx, id, input.addon_category_item)
    await fillAddonPricing(tx, storeId, { ids: [id] })
    if (picture) await putPicture(tx, { storeId, id }, picture)
    return readOwnItem(tx, { storeId, id, currency })
  })
}

async function saveSentPicture({
  input,
  request,
  services,
}: CallContext<'store-owner/create-item' | 'store-owner/update-item' | 'store-owner/update-item-image'>) {
  const { picture: bytes } = request
  return bytes && savePicture(services, { storeId: input.store_id, kind: 'item', bytes })
}

/** Sets the picture of an item. The old picture is deleted once no screen can show it. */
async function putPicture(tx: Tx, own: { storeId: number; id: number }, picture: SavedPicture): Promise<void> {
  const [before] = await listOwnItems(tx, own.storeId, { id: own.id })
  await updateItem(tx, own, { image: picture.path, placeholder_image: picture.placeholder })
  await showPicture(tx, { storeId: own.storeId, path: picture.path, before: before?.image ?? null })
}

/**
 * Reads one item as its store sees it.
 * @throws AppError NOT_FOUND
 */
export async function readOwnItem(
  db: Db,
  { storeId, id, currency }: { storeId: number; id: number; currency: string },
): Promise<OwnItemOnWire> {
  const [row] = await listOwnItems(db, storeId, { id })
  if (!row) throw new AppError('NOT_FOUND')
  return presentOwnItem(row, currency)
}

/**
 * Refuses categories and add-on categories of another store, because their ids come from the client and may be any
 * number.
 */
async function requireOwnParts(tx: Tx, storeId: number, change: Change): Promise<void> {
  const { item_category_id: id, addon_category_item: addonIds = [] } = change
  if (id !== undefined && !(await lockCategory(tx, { storeId, id }, 'to use'))) throw new AppError('NOT_FOUND')
  if ((await countOwnAddonCategories(tx, storeId, addonIds)) !== addonIds.length) throw new AppError('NOT_FOUND')
}

function columnsOf(change: Change, currency: string): Updateable<Items> {
  const { name, item_category_id, price, old_price, is_veg, addon_pricing, stock } = change
  const description = change.description ?? change.desc
  const isOn = (flag: 0 | 1 | undefined) => (flag === undefined ? undefined : flag === 1)
  const set: Updateable<Items> = {
    name,
    item_category_id,
    price_minor: price === undefined ? undefined : readAmount(price, { currency, field: 'price' }),
    old_price_minor: old_price === undefined ? undefined : readAmount(old_price, { currency, field: 'old_price' }),
    description: description === undefined ? undefined : cleanHtml(description),
    is_veg,
    addon_pricing,
    stock,
    is_recommended: isOn(change.is_recommended),
    is_popular: isOn(change.is_popular),
    is_new: isOn(change.is_new),
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
}
