import type { CallName, Output } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { type CallContext, type Handlers, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  deleteAddon,
  deleteAddonCategory,
  findCategoryOfAddon,
  listAddonCategories,
  listItemsWithAddons,
} from './addon-queries.ts'
import { changeItems, orderOwnItems } from './change-items.ts'
import { changeMenu } from './change-menu.ts'
import { type OwnItemOnWire, presentAddonCategory, presentCategory, presentOwnItem } from './present.ts'
import {
  deleteEmptyCategory,
  deleteItem,
  getCurrency,
  insertCategory,
  listCategories,
  listOwnItems,
  lockCategory,
  lockMenu,
  orderCategories,
  renameCategory,
  toggleCategory,
  toggleItem,
} from './queries.ts'
import { changeAddonPicture, readAddonCategory, saveAddonCategory } from './save-addons.ts'
import { changeItem, createItem, readOwnItem } from './save-item.ts'

type MenuCall = keyof typeof menuHandlers & CallName

const menuHandlers = routes({
  'store-owner/get-menu': async ({ db, input }) => ({ categories: await readCategories(db, input.store_id) }),

  'store-owner/get-menu-with-details': async ({ db, input: { store_id: storeId } }) => ({
    categories: await readCategories(db, storeId),
    addon_categories: await readAddonCategories(db, storeId),
  }),

  'store-owner/search-items': async ({ db, input }) => readItems(db, input.store_id, { text: input.q }),
  'store-owner/get-inactive-items': async ({ db, input }) => readItems(db, input.store_id, { isActive: false }),

  'store-owner/edit-item': async ({ db, input: { store_id: storeId, item_id: id } }) => ({
    item: await readOwnItem(db, { storeId, id, currency: await getCurrency(db, storeId) }),
    categories: (await listCategories(db, storeId)).map(presentCategory),
    addon_categories: await readAddonCategories(db, storeId),
  }),

  'store-owner/create-item': async (context) => saved(context, await createItem(context)),
  'store-owner/update-item': async (context) => saved(context, await changeItem(context)),

  'store-owner/update-item-image': async (context) => {
    if (!context.request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
    return saved(context, await changeItem(context))
  },

  'store-owner/item/delete': async (context) => {
    const { store_id: storeId, id } = context.input
    return changeMenu(context, { action: 'item.deleted', part: 'item', id }, async (tx) =>
      done(await deleteItem(tx, { storeId, id })),
    )
  },

  'store-owner/toggle-item-status': async (context) => {
    const { store_id: storeId, item_id: id } = context.input
    return changeMenu(context, { action: 'item.switched', part: 'item', id }, async (tx) =>
      switched(await toggleItem(tx, { storeId, id })),
    )
  },

  'store-owner/toggle-category-status': async (context) => {
    const { store_id: storeId, category_id: id } = context.input
    return changeMenu(context, { action: 'item_category.switched', part: 'item category', id }, async (tx) =>
      switched(await toggleCategory(tx, { storeId, id })),
    )
  },

  'store-owner/get-items-categories': async ({ db, input }) =>
    (await listCategories(db, input.store_id)).map(presentCategory),

  'store-owner/create-items-categories': async (context) => {
    const { store_id: storeId, name } = context.input
    const about = { action: 'item_category.created', part: 'item category', idOf: ownId } as const
    const category = await changeMenu(context, about, async (tx) =>
      readCategory(tx, storeId, await insertCategory(tx, { storeId, name })),
    )
    return { success: true, category }
  },

  'store-owner/update-items-categories': async (context) => {
    const { store_id: storeId, id, name } = context.input
    return changeMenu(context, { action: 'item_category.renamed', part: 'item category', id }, async (tx) => {
      done(await renameCategory(tx, { storeId, id, name }))
      return { success: true, category: await readCategory(tx, storeId, id) }
    })
  },

  'store-owner/delete-items-categories': async (context) => {
    const { store_id: storeId, id } = context.input
    return changeMenu(context, { action: 'item_category.deleted', part: 'item category', id }, async (tx) => {
      done(await lockCategory(tx, { storeId, id }, 'to delete'))
      if (!(await deleteEmptyCategory(tx, id))) throw new AppError('CATEGORY_NOT_EMPTY')
      return { success: true }
    })
  },

  'store-owner/order-items-categories': async ({ db, input: { store_id: storeId, ids }, session, request }) =>
    inTransaction(db, async (tx) => {
      await lockMenu(tx, storeId)
      const before = { ids: (await listCategories(tx, storeId)).map(({ id }) => id) }
      done((await orderCategories(tx, storeId, ids)) === ids.length)
      const categories = await listCategories(tx, storeId)
      const after = { ids: categories.map(({ id }) => id) }
      const entry = { object: { type: 'store', id: storeId }, before, after, request }
      await writeAudit(tx, { ...entry, actorId: session.userId, action: 'item_categories.ordered' })
      return { success: true, categories: categories.map(presentCategory) }
    }),

  'store-owner/order-items': async (context) => orderOwnItems(context),
  'store-owner/change-items': async (context) => changeItems(context),

  'store-owner/get-addon-categories': async ({ db, input }) => readAddonCategories(db, input.store_id),

  'store-owner/get-addons': async ({ db, input }) =>
    (await readAddonCategories(db, input.store_id)).flatMap(({ name, addons }) =>
      addons.map((addon) => ({ ...addon, addon_category_name: name })),
    ),

  'store-owner/save-addon-category': async (context) => ({
    success: true,
    addon_category: await saveAddonCategory(context),
  }),

  'store-owner/update-addon-category': async (context) => ({
    success: true,
    addon_category: await saveAddonCategory(context),
  }),

  'store-owner/get-addon-category-information-to-edit': async ({ db, input: { store_id: storeId, id } }) => ({
    addon_category: await readAddonCategory(db, { storeId, id, currency: await getCurrency(db, storeId) }),
    item_ids: await listItemsWithAddons(db, id),
  }),

  'store-owner/delete-addon-category': async (context) => {
    const { store_id: storeId, id } = context.input
    return changeMenu(context, { action: 'addon_category.deleted', part: 'add-on category', id }, async (tx) =>
      done(await deleteAddonCategory(tx, { storeId, id })),
    )
  },

  'store-owner/delete-addon': async (context) => {
    const { store_id: storeId, id } = context.input
    const categoryId = await findCategoryOfAddon(context.db, { storeId, id })
    if (categoryId === undefined) throw new AppError('NOT_FOUND')
    const about = { action: 'addon.deleted', part: 'add-on category', id: categoryId } as const
    return changeMenu(context, about, async (tx) => done(await deleteAddon(tx, { storeId, id })))
  },

  'store-owner/update-addon-image': async (context) => ({
    success: true,
    addon_category: await changeAddonPicture(context),
  }),
})

/**
 * The handlers of the menu calls. Each call names a store in `store_id`. The handler checks that the caller runs this
 * store before it reads or writes anything.
 */
export const storeMenuRoutes = Object.fromEntries(
  Object.entries(menuHandlers).map(([name, handle]) => [
    name,
    async (context: CallContext<MenuCall>) => {
      await requireOwnStore(context.db, context.session, context.input.store_id)
      // Makes sure at compile time that each handler takes the context of its call.
      return (handle as (given: CallContext<MenuCall>) => Promise<unknown>)(context)
    },
  ]),
) as Handlers<MenuCall>

async function readItems(db: Db, storeId: number, filter: Parameters<typeof listOwnItems>[2]) {
  const [rows, currency] = await Promise.all([listOwnItems(db, storeId, filter), getCurrency(db, storeId)])
  return rows.map((row) => presentOwnItem(row, currency))
}

async function readCategories(db: Db, storeId: number): Promise<Output<'store-owner/get-menu'>['categories']> {
  const [categories, items] = await Promise.all([listCategories(db, storeId), readItems(db, storeId, {})])
  const itemsOf = Map.groupBy(items, ({ item_category_id }) => item_category_id)
  return categories.map((category) => ({ ...presentCategory(category), items: itemsOf.get(category.id) ?? [] }))
}

async function readAddonCategories(db: Db, storeId: number) {
  const [rows, currency] = await Promise.all([listAddonCategories(db, storeId), getCurrency(db, storeId)])
  return rows.map((row) => presentAddonCategory(row, currency))
}

async function readCategory(db: Db, storeId: number, id: number) {
  return presentCategory((await listCategories(db, storeId)).find((category) => category.id === id)!)
}

const ownId = ({ id }: { id: number }) => id

function saved({ settings, request }: Pick<CallContext<CallName>, 'settings' | 'request'>, item: OwnItemOnWire) {
  return { success: true as const, message: settings.text('storeSaved', {}, request.language), item }
}

/**
 * Returns the answer of a successful change.
 * @throws AppError NOT_FOUND when the store's menu has no such part
 */
function done(isDone: boolean): { success: true } {
  if (!isDone) throw new AppError('NOT_FOUND')
  return { success: true }
}

function switched(isOn: boolean | undefined): { success: true; status: 0 | 1 } {
  if (isOn === undefined) throw new AppError('NOT_FOUND')
  return { success: true, status: isOn ? 1 : 0 }
}
