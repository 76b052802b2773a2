import { catalogueTables } from '@nukkad/contract/tables/catalogue.ts'

const { columns } = catalogueTables.stores

/**
 * The columns of a store file, in order, as in the exported list of stores. `id`, or without it `slug`, names an
 * existing store; a row with neither is a new store. `categories` has names separated by `|`.
 */
export const storeFileColumns = [
  ...(['id', 'name', 'slug', 'kind', 'delivery_type', 'is_active', 'is_featured'] as const),
  ...(['address', 'landmark', 'pincode', 'phone', 'latitude', 'longitude', 'delivery_radius', 'categories'] as const),
  ...(['description', 'certificate', 'delivery_time', 'price_range', 'is_pureveg', 'commission', 'currency'] as const),
  ...(['restaurant_charges', 'delivery_charge_type', 'delivery_charges', 'base_delivery_charge'] as const),
  ...(['base_delivery_distance', 'extra_delivery_charge', 'extra_delivery_distance', 'min_order_price'] as const),
  ...(['free_delivery_subtotal', 'auto_acceptable', 'is_notifiable', 'is_schedulable', 'time_zone', 'sku'] as const),
  ...(['offer', 'custom_featured_name', 'custom_message', 'custom_message_on_list'] as const),
] as const satisfies readonly (keyof typeof columns)[]
export type StoreFileColumn = (typeof storeFileColumns)[number]

/** The columns that the row of a new store must fill. */
export const neededOfNewStore = ['name', 'latitude', 'longitude'] as const satisfies readonly StoreFileColumn[]

/** Maximum number of rows in a store file. */
export const MAX_STORE_ROWS = 1000

/** Returns the heading of a column in a store file, which is the same as in the exported list of stores. */
export const storeFileHead = (column: StoreFileColumn): string => columns[column].label

/**
 * Returns the column of a store file that a heading names, by its label in the exported list or by its own name.
 * Returns null for columns that the list shows but a file cannot change (pictures, approval, list position), and
 * undefined for an unknown heading.
 */
export function storeFileColumnOf(head: string): StoreFileColumn | null | undefined {
  const word = head.toLowerCase()
  const named = Object.entries(columns).find(([key, { label }]) => word === key || word === label.toLowerCase())
  return named && (storeFileColumns.find((column) => column === named[0]) ?? null)
}
