import type { Input, Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { savePicture, showPicture } from '#platform/pictures/save-picture.ts'
import {
  type AddonCategoryToSave,
  type AddonToSave,
  findCategoryOfAddon,
  insertAddonCategory,
  listAddonCategories,
  replaceAddonImage,
  replaceAddons,
  updateAddonCategory,
} from './addon-queries.ts'
import { fillAddonPricing } from './addon-reading.ts'
import { changeMenu } from './change-menu.ts'
import { presentAddonCategory } from './present.ts'
import { getCurrency } from './queries.ts'

type Sent = Input<'store-owner/save-addon-category'>
type AddonCategoryOnWire = Output<'store-owner/get-addon-categories'>[number]

/**
 * Adds an add-on category, or replaces an existing one and its add-ons.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function saveAddonCategory(
  context: CallContext<'store-owner/save-addon-category' | 'store-owner/update-addon-category'>,
): Promise<AddonCategoryOnWire> {
  const sent: Sent & { id?: number } = context.input
  const { store_id: storeId } = sent
  const about =
    sent.id === undefined
      ? { action: 'addon_category.created' as const, idOf: ({ id }: AddonCategoryOnWire) => id }
      : { action: 'addon_category.updated' as const, id: sent.id }
  return changeMenu(context, { ...about, part: 'add-on category' }, async (tx) => {
    const currency = await getCurrency(tx, storeId)
    const addons = sent.addons.map((addon, index) => addonOf(addon, { currency, field: `addons.${index}.price` }))
    const category = categoryOf(sent)
    const id = sent.id ?? (await insertAddonCategory(tx, category))
    if (sent.id !== undefined && !(await updateAddonCategory(tx, id, category))) throw new AppError('NOT_FOUND')
    if (!(await replaceAddons(tx, id, addons))) throw new AppError('NOT_FOUND')
    // The add-on pricing of the items is stored now, because an add-on would otherwise replace the item's price as soon
    // as a choice is required.
    await fillAddonPricing(tx, storeId, { addonCategoryId: id })
    return readAddonCategory(tx, { storeId, id, currency })
  })
}

/**
 * Sets the picture of an add-on. The old picture is deleted once no screen can show it.
 * @throws AppError NOT_FOUND, INVALID_INPUT, and the errors of `savePicture`
 */
export async function changeAddonPicture(
  context: CallContext<'store-owner/update-addon-image'>,
): Promise<AddonCategoryOnWire> {
  const { db, input, request } = context
  const { store_id: storeId, id } = input
  if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
  const categoryId = await findCategoryOfAddon(db, { storeId, id })
  if (categoryId === undefined) throw new AppError('NOT_FOUND')
  const { path } = await savePicture(context, { storeId, kind: 'item', bytes: request.picture })
  const about = { action: 'addon_picture.updated', part: 'add-on category', id: categoryId } as const
  return changeMenu(context, about, async (tx) => {
    const replaced = await replaceAddonImage(tx, { storeId, id, image: path })
    if (!replaced) throw new AppError('NOT_FOUND')
    await showPicture(tx, { storeId, path, before: replaced.before })
    return readAddonCategory(tx, { storeId, id: categoryId, currency: await getCurrency(tx, storeId) })
  })
}

/**
 * Reads one add-on category of a store.
 * @throws AppError NOT_FOUND
 */
export async function readAddonCategory(
  db: Db,
  { storeId, id, currency }: { storeId: number; id: number; currency: string },
): Promise<AddonCategoryOnWire> {
  const [row] = await listAddonCategories(db, storeId, id)
  if (!row) throw new AppError('NOT_FOUND')
  return presentAddonCategory(row, currency)
}

/** Returns the columns of a category. A SINGLE category allows exactly one choice, so it has no limit. */
function categoryOf({ store_id, name, type, description, addon_limit }: Sent): AddonCategoryToSave {
  return {
    storeId: store_id,
    name,
    type,
    description: description || null,
    addonLimit: type === 'SINGLE' ? 0 : addon_limit,
  }
}

function addonOf(addon: Sent['addons'][number], price: { currency: string; field: string }): AddonToSave {
  const { id, name, is_active } = addon
  return { id, name, priceMinor: readAmount(addon.price, price), isActive: is_active !== 0 }
}
