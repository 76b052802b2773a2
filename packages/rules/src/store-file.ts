import { catalogueTables } from '@nukkad/contract/tables/catalogue.ts'

const { columns } = catalogueTables.stores

/**
 * The columns of stores as a file, in their order: those of the exported list of stores. `id`, else `slug`, names a store
 * that exists; a row with neither is a new one. `categories` holds names with `|` between them.
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

/** A row of a new store says these. */
export const neededOfNewStore = ['name', 'latitude', 'longitude'] as const satisfies readonly StoreFileColumn[]

export const MOST_STORE_ROWS = 1000

/** The head of a column, as the exported list has it. */
export const storeFileHead = (column: StoreFileColumn): string => columns[column].label

/**
 * The column that a head means, in the words of the exported list or by its own name. What the list shows and a file
 * cannot set (pictures, approval, the place in lists) is null; an unknown head is undefined.
 */
export function storeFileColumnOf(head: string): StoreFileColumn | null | undefined {
  const word = head.toLowerCase()
  const named = Object.entries(columns).find(([key, { label }]) => word === key || word === label.toLowerCase())
  return named && (storeFileColumns.find((column) => column === named[0]) ?? null)
}
