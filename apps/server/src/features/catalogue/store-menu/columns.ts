import type { AddonPricing } from '@nukkad/rules/cart.ts'
import { type Selectable, sql } from 'kysely'
import { columnList, type InJson } from '#db/columns.ts'
import type { AddonCategories, Addons, Items } from '#db/schema.ts'

/** A row of `items`; the table restricts its add-on pricing to known values. */
export type ItemRow = Omit<Selectable<Items>, 'addon_pricing'> & { addon_pricing: AddonPricing | null }

const describedColumns = [
  'id',
  'store_id',
  'item_category_id',
  'name',
  'price_minor',
  'old_price_minor',
  'image',
  'placeholder_image',
  'description',
  'is_recommended',
  'is_popular',
  'is_new',
  'is_veg',
  'addon_pricing',
  'order_column',
] as const satisfies (keyof ItemRow)[]

/** The columns of an item that customers and its store both see, and the name of its category. */
export type DescribedItem = Pick<ItemRow, (typeof describedColumns)[number]> & { category_name: string }

/** Selects a `DescribedItem` from the item `i` and its category `c`, for use inside another query. */
export const describedItem = sql`${columnList('i', describedColumns)}, c.name as category_name`

/** An add-on category, without its add-ons. */
export type AddonCategoryRow = Pick<Selectable<AddonCategories>, 'id' | 'name' | 'type' | 'description' | 'addon_limit'>

/** An add-on in the JSON of its category. */
export type AddonJson = InJson<Pick<Selectable<Addons>, 'id' | 'name' | 'price_minor' | 'image'>>
