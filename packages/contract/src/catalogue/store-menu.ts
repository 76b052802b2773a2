import { z } from 'zod'
import { call } from '../call.ts'
import { amount, because, filledText, flag, id, ignored, moneyText, searchText, success, text } from '../wire.ts'

const forStore = { store_id: id, ...ignored }

const ownAddon = z.object({
  id: z.int(),
  name: z.string(),
  price: moneyText,
  addon_category_id: z.int(),
  image: z.string().nullable(),
  is_active: flag,
})

const ownAddonCategory = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  /** Maximum number of add-ons that can be chosen in this category; 0 means no limit. */
  addon_limit: z.int(),
  addons: z.array(ownAddon),
})

/** An item as its store sees it; items that are switched off are included. */
const ownItem = z.object({
  id: z.int(),
  restaurant_id: z.int(),
  item_category_id: z.int(),
  category_name: z.string(),
  name: z.string(),
  price: moneyText,
  old_price: moneyText,
  image: z.string().nullable(),
  placeholder_image: z.string().nullable(),
  /** The description, as sanitised HTML. */
  desc: z.string(),
  is_recommended: flag,
  is_popular: flag,
  is_new: flag,
  is_active: flag,
  is_veg: z.boolean().nullable(),
  /** The number of units in stock; null if they are not counted. */
  stock: z.int().nullable(),
  addon_pricing: z.enum(['replace', 'add']).nullable(),
  order_column: z.int(),
  addon_category_item: z.array(z.int()),
})

const ownCategory = z.object({
  id: z.int(),
  name: z.string(),
  is_enabled: flag,
  order_column: z.int(),
  items_count: z.int(),
})

const toggled = z.object({ success: z.literal(true), status: flag })

export const storeOwnerGetMenu = call('store-owner/get-menu', {
  summary: "A store's menu by category, including everything that is switched off.",
  auth: 'store-owner',
  staffMay: 'items_view',
  input: z.object(forStore),
  output: z.object({ categories: z.array(ownCategory.extend({ items: z.array(ownItem) })) }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerGetMenuWithDetails = call('store-owner/get-menu-with-details', {
  summary: "A store's menu with the add-on categories of its items.",
  auth: 'store-owner',
  staffMay: 'items_view',
  input: z.object(forStore),
  output: z.object({
    categories: z.array(ownCategory.extend({ items: z.array(ownItem) })),
    addon_categories: z.array(ownAddonCategory),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerSearchItems = call('store-owner/search-items', {
  summary: "A store's items whose name contains the text.",
  auth: 'store-owner',
  staffMay: 'items_view',
  input: z.object({ ...forStore, q: searchText }),
  output: z.array(ownItem),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerGetInactiveItems = call('store-owner/get-inactive-items', {
  summary: "A store's items that are switched off.",
  auth: 'store-owner',
  staffMay: 'items_view',
  input: z.object(forStore),
  output: z.array(ownItem),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerEditItem = call('store-owner/edit-item', {
  summary: 'One item, with all categories and add-on categories to choose from.',
  auth: 'store-owner',
  staffMay: 'items_view',
  input: z.object({ ...forStore, item_id: id }),
  output: z.object({
    item: ownItem,
    categories: z.array(ownCategory),
    addon_categories: z.array(ownAddonCategory),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

/** The diet of an item: one of three words, which existing apps send, or the flag `is_veg` of the wire. */
const diet = z.union([
  z.boolean(),
  z.null(),
  z.literal('veg').transform(() => true),
  z.literal('nonveg').transform(() => false),
  z.literal('none').transform(() => null),
])

/** A value that is on or off, in each form in which clients send it: a boolean, a number or a word. */
const sentFlag = z.union([
  flag,
  z.literal('0').transform(() => 0 as const),
  z.literal('1').transform(() => 1 as const),
  z.boolean().transform((isOn) => (isOn ? (1 as const) : (0 as const))),
  z.literal('true').transform(() => 1 as const),
  z.literal('false').transform(() => 0 as const),
])

/** Several ids, which a client can send as a JSON list, as one form field each, or as one string with commas. */
const ids = z
  .union([z.array(id), z.string().transform((list) => list.split(',').filter(Boolean)), id.transform((one) => [one])])
  .transform((list): (string | number)[] => list)
  .pipe(z.array(id).max(20))
  .refine((list) => new Set(list).size === list.length, because('fieldTwice'))

/** The stock of an item in units; with null or an empty string, the stock is not counted. */
const stock = z
  .union([
    z.int(),
    z.null(),
    z.literal('').transform(() => null),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(1_000_000).nullable())
  .optional()

const distinctIds = (most: number) =>
  z
    .array(id)
    .min(1)
    .max(most)
    .refine((list) => new Set(list).size === list.length, because('fieldTwice'))

const itemFields = {
  name: filledText(255),
  item_category_id: id,
  price: amount,
  old_price: amount.optional(),
  description: text(2000).optional(),
  /** The former name of the field `description`. */
  desc: text(2000).optional(),
  is_veg: diet.optional(),
  is_recommended: sentFlag.optional(),
  is_popular: sentFlag.optional(),
  is_new: sentFlag.optional(),
  addon_pricing: z.enum(['replace', 'add']).nullish(),
  stock,
  addon_category_item: ids.optional(),
}

const saved = success.extend({ message: z.string(), item: ownItem })

export const storeOwnerCreateItem = call('store-owner/create-item', {
  summary: 'Adds an item to the menu.',
  auth: 'store-owner',
  staffMay: 'items_add',
  takesPicture: true,
  input: z.object({ ...forStore, ...itemFields }),
  output: saved,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerUpdateItem = call('store-owner/update-item', {
  summary: 'Changes those fields of an item that the request contains.',
  auth: 'store-owner',
  staffMay: 'items_edit',
  takesPicture: true,
  input: z.object({ ...forStore, id, ...z.object(itemFields).partial().shape }),
  output: saved,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerUpdateItemImage = call('store-owner/update-item-image', {
  summary: 'Replaces the picture of an item. Takes a form with the file in `image`.',
  auth: 'store-owner',
  staffMay: 'items_edit',
  takesPicture: true,
  input: z.object({ ...forStore, id }),
  output: saved,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})

export const storeOwnerDeleteItem = call('store-owner/item/delete', {
  summary: 'Deletes an item from the menu; past orders keep it.',
  auth: 'store-owner',
  staffMay: 'items_edit',
  path: '/{id}',
  input: z.object({ ...forStore, id }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerToggleItemStatus = call('store-owner/toggle-item-status', {
  summary: 'Turns an item on or off.',
  auth: 'store-owner',
  staffMay: 'items_actions',
  input: z.object({ ...forStore, item_id: id }),
  output: toggled,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerToggleCategoryStatus = call('store-owner/toggle-category-status', {
  summary: 'Turns a category and all its items on or off.',
  auth: 'store-owner',
  staffMay: 'menu_categories_actions',
  input: z.object({ ...forStore, category_id: id }),
  output: toggled,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const getItemsCategories = call('store-owner/get-items-categories', {
  summary: "A store's item categories, in order.",
  auth: 'store-owner',
  staffMay: 'menu_categories_view',
  input: z.object(forStore),
  output: z.array(ownCategory),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const createItemsCategories = call('store-owner/create-items-categories', {
  summary: 'Adds an item category at the end.',
  auth: 'store-owner',
  staffMay: 'menu_categories_add',
  input: z.object({ ...forStore, name: filledText(255) }),
  output: success.extend({ category: ownCategory }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'NAME_TAKEN'],
})

export const updateItemsCategories = call('store-owner/update-items-categories', {
  summary: 'Renames an item category.',
  auth: 'store-owner',
  staffMay: 'menu_categories_edit',
  input: z.object({ ...forStore, id, name: filledText(255) }),
  output: success.extend({ category: ownCategory }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'NAME_TAKEN'],
})

export const deleteItemsCategories = call('store-owner/delete-items-categories', {
  summary: 'Deletes an item category that has no items.',
  auth: 'store-owner',
  staffMay: 'menu_categories_edit',
  input: z.object({ ...forStore, id }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'CATEGORY_NOT_EMPTY'],
})

export const orderItemsCategories = call('store-owner/order-items-categories', {
  summary: 'Puts the item categories into this order.',
  auth: 'store-owner',
  staffMay: 'menu_categories_edit',
  input: z.object({ ...forStore, ids: z.array(id).min(1).max(200) }),
  output: success.extend({ categories: z.array(ownCategory) }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const orderItems = call('store-owner/order-items', {
  summary: 'Puts the items of a category into this order; unlisted items follow in their previous order.',
  auth: 'store-owner',
  staffMay: 'items_edit',
  input: z.object({ ...forStore, item_category_id: id, ids: distinctIds(2000) }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

const itemChange = z.object({
  id,
  price: amount.optional(),
  old_price: amount.optional(),
  is_active: sentFlag.optional(),
  item_category_id: id.optional(),
  stock,
})

export const changeItems = call('store-owner/change-items', {
  summary: 'Changes the price, on/off state, category or stock of several items, all of them or none.',
  auth: 'store-owner',
  staffMay: 'items_edit',
  input: z.object({
    ...forStore,
    items: z
      .array(itemChange)
      .min(1)
      .max(500)
      .refine((items) => new Set(items.map((item) => item.id)).size === items.length, because('fieldTwice')),
  }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const getAddonCategories = call('store-owner/get-addon-categories', {
  summary: "A store's add-on categories with their add-ons.",
  auth: 'store-owner',
  staffMay: 'addon_categories_view',
  input: z.object(forStore),
  output: z.array(ownAddonCategory),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const getAddons = call('store-owner/get-addons', {
  summary: 'All add-ons of a store.',
  auth: 'store-owner',
  staffMay: 'addons_view',
  input: z.object(forStore),
  output: z.array(ownAddon.extend({ addon_category_name: z.string() })),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

const sentAddons = z.array(
  z.object({
    /** The id of an existing add-on. An update deletes existing add-ons that it does not list. */
    id: id.optional(),
    name: filledText(255),
    price: amount,
    is_active: sentFlag.optional(),
  }),
)

const addonCategoryFields = {
  name: filledText(255),
  type: z.enum(['SINGLE', 'MULTI']),
  description: text(80).nullish(),
  addon_limit: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(0).max(50))
    .default(0),
  addons: sentAddons.min(1).max(50),
}

export const saveAddonCategory = call('store-owner/save-addon-category', {
  summary: 'Adds an add-on category with its add-ons.',
  auth: 'store-owner',
  staffMay: 'addon_categories_add',
  input: z.object({ ...forStore, ...addonCategoryFields }),
  output: success.extend({ addon_category: ownAddonCategory }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const updateAddonCategory = call('store-owner/update-addon-category', {
  summary: 'Replaces an add-on category and its add-ons.',
  auth: 'store-owner',
  staffMay: 'addon_categories_edit',
  input: z.object({ ...forStore, id, ...addonCategoryFields }),
  output: success.extend({ addon_category: ownAddonCategory }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const getAddonCategoryInformationToEdit = call('store-owner/get-addon-category-information-to-edit', {
  summary: 'One add-on category, and the items that offer it.',
  auth: 'store-owner',
  staffMay: 'addon_categories_view',
  input: z.object({ ...forStore, id }),
  output: z.object({ addon_category: ownAddonCategory, item_ids: z.array(z.int()) }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const deleteAddonCategory = call('store-owner/delete-addon-category', {
  summary: 'Deletes an add-on category. Items no longer offer it; past orders keep it.',
  auth: 'store-owner',
  staffMay: 'addon_categories_edit',
  input: z.object({ ...forStore, id }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const deleteAddon = call('store-owner/delete-addon', {
  summary: 'Deletes an add-on; past orders keep it.',
  auth: 'store-owner',
  staffMay: 'addons_edit',
  input: z.object({ ...forStore, id }),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const updateAddonImage = call('store-owner/update-addon-image', {
  summary: 'Sets the picture of an add-on. Takes a form with the file in `image`.',
  auth: 'store-owner',
  staffMay: 'addons_edit',
  takesPicture: true,
  input: z.object({ ...forStore, id }),
  output: success.extend({ addon_category: ownAddonCategory }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})
