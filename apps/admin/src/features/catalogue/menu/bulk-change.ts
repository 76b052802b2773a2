import type { WireInput } from '@nukkad/contract/contract.ts'
import { changedPrice } from '@nukkad/rules/bulk-price.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { Item } from './use-menu.ts'

export type BulkKind = 'percent' | 'amount' | 'on' | 'off' | 'category' | 'stock'
export type Change = WireInput<'store-owner/change-items'>['items'][number]

/** Returns the changed item, or undefined while the value isn't valid. */
export function changeOf(
  item: Item,
  { kind, value, currency }: { kind: BulkKind; value: string; currency: string },
): Change | undefined {
  const { id } = item
  if (kind === 'on' || kind === 'off') return { id, is_active: kind === 'on' ? 1 : 0 }
  if (kind === 'category') return { id, item_category_id: Number(value) }
  if (kind === 'stock') return /^\d{0,7}$/.test(value.trim()) ? { id, stock: value.trim() } : undefined
  const price = changedPrice(parseMoney(item.price, currency) ?? 0n, { by: kind, value: value.trim() }, currency)
  return price === undefined ? undefined : { id, price: wireMoney(price, currency) }
}

/** Returns the change that reverses any kind of bulk change. */
export function unchanged({ id, price, is_active, item_category_id, stock }: Item): Change {
  return { id, price, is_active, item_category_id, stock }
}
