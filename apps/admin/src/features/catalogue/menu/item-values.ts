import type { WireInput } from '@nukkad/contract/contract.ts'
import { suspiciousChoice } from '@nukkad/rules/addons.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { Item, Menu } from './use-menu.ts'

export type ItemValues = {
  name: string
  item_category_id: string
  price: string
  old_price: string
  description: string
  is_veg: string
  stock: string
  addon_pricing: string
  addon_category_item: string[]
  is_recommended: boolean
  is_popular: boolean
  is_new: boolean
}

type Sent = WireInput<'store-owner/create-item'> & WireInput<'store-owner/update-item'>

/** Returns the form values of an existing item, or of a new one in the category whose button was pressed. */
export function itemValues(item: Item | undefined, categoryId: number): ItemValues {
  return {
    name: item?.name ?? '',
    price: item?.price ?? '',
    description: item?.desc ?? '',
    item_category_id: String(item?.item_category_id ?? categoryId),
    old_price: item && Number(item.old_price) > 0 ? item.old_price : '',
    is_veg: item?.is_veg === true ? 'veg' : item?.is_veg === false ? 'nonveg' : 'none',
    stock: String(item?.stock ?? ''),
    addon_pricing: item?.addon_pricing ?? '',
    addon_category_item: item?.addon_category_item.map(String) ?? [],
    is_recommended: item?.is_recommended === 1,
    is_popular: item?.is_popular === 1,
    is_new: item?.is_new === 1,
  }
}

/** Converts the form values into the input of the call that saves the item. */
export function itemInput(typed: ItemValues, { storeId, id }: { storeId: number; id: number | undefined }): Sent {
  return {
    store_id: storeId,
    id: id ?? 0,
    name: typed.name,
    price: typed.price,
    stock: typed.stock,
    item_category_id: Number(typed.item_category_id),
    old_price: typed.old_price || '0',
    description: typed.description,
    is_veg: typed.is_veg as 'veg',
    addon_pricing: (typed.addon_pricing || null) as 'add' | null,
    addon_category_item: typed.addon_category_item.map(Number),
    is_recommended: typed.is_recommended,
    is_popular: typed.is_popular,
    is_new: typed.is_new,
  }
}

type Priced = Pick<ItemValues, 'addon_pricing' | 'price' | 'addon_category_item'>

/**
 * Returns the lowest price at which a customer can get the item, if its add-ons replace its price and one of them costs
 * less than half of it.
 */
export function suspiciousPrice(
  { addon_pricing, price, addon_category_item }: Priced,
  categories: Menu['addon_categories'],
  currency: string,
): string | undefined {
  if (addon_pricing !== 'replace') return undefined
  const minor = (amount: string) => parseMoney(amount, currency) ?? 0n
  const options = categories
    .filter(({ id }) => addon_category_item.includes(String(id)))
    .flatMap(({ addons }) => addons.map((addon) => minor(addon.price)))
  const least = suspiciousChoice(minor(price), options)
  return least === undefined ? undefined : wireMoney(least, currency)
}
