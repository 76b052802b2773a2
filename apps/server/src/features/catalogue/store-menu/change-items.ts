import type { Input } from '@nukkad/contract/contract.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  getCurrency,
  type ItemFacts,
  listOwnItems,
  lockCategory,
  lockItems,
  lockMenu,
  orderItems,
  setItemFacts,
} from './queries.ts'

/**
 * Sets the order of a category's items. Two parallel changes of the order of one menu run one after another.
 * @throws AppError NOT_FOUND when an item or the category does not belong to the store
 */
export async function orderOwnItems(context: CallContext<'store-owner/order-items'>): Promise<{ success: true }> {
  const { db, input, session, request } = context
  const { store_id: storeId, item_category_id: categoryId, ids } = input
  return inTransaction(db, async (tx) => {
    await lockMenu(tx, storeId)
    const read = async () =>
      (await listOwnItems(tx, storeId)).filter((item) => item.item_category_id === categoryId).map(({ id }) => id)
    const before = { ids: await read() }
    if ((await orderItems(tx, { storeId, categoryId, ids })) !== ids.length) throw new AppError('NOT_FOUND')
    const object = { type: 'item category', id: categoryId }
    const entry = {
      actorId: session.userId,
      action: 'items.ordered' as const,
      object,
      before,
      after: { ids: await read() },
    }
    await writeAudit(tx, { ...entry, request })
    return { success: true }
  })
}

type Change = Input<'store-owner/change-items'>['items'][number]

/**
 * Changes several items in one transaction, all of them or none.
 * @throws AppError NOT_FOUND when an item or a category does not belong to the store, INVALID_INPUT
 */
export async function changeItems(context: CallContext<'store-owner/change-items'>): Promise<{ success: true }> {
  const { db, input, session, request } = context
  const { store_id: storeId, items } = input
  const ids = items.map(({ id }) => id)
  return inTransaction(db, async (tx) => {
    const currency = await getCurrency(tx, storeId)
    await requireCategories(tx, storeId, items)
    if ((await lockItems(tx, storeId, ids)) !== ids.length) throw new AppError('NOT_FOUND')
    const before = await readFacts(tx, storeId, ids)
    const old = new Map(before.map((facts) => [facts.id, facts]))
    const changed = items.map((change, index) => ({ ...old.get(change.id)!, ...factsOf(change, { currency, index }) }))
    await setItemFacts(tx, storeId, changed)
    const after = await readFacts(tx, storeId, ids)
    const object = { type: 'store', id: storeId }
    const entry = { actorId: session.userId, action: 'items.updated' as const, object, before: { items: before } }
    await writeAudit(tx, { ...entry, after: { items: after }, request })
    return { success: true }
  })
}

async function requireCategories(tx: Tx, storeId: number, items: readonly Change[]): Promise<void> {
  const wanted = new Set(items.flatMap(({ item_category_id }) => item_category_id ?? []))
  for (const id of [...wanted].toSorted((a, b) => a - b))
    if (!(await lockCategory(tx, { storeId, id }, 'to use'))) throw new AppError('NOT_FOUND')
}

async function readFacts(tx: Tx, storeId: number, ids: readonly number[]): Promise<ItemFacts[]> {
  const wanted = new Set(ids)
  return (await listOwnItems(tx, storeId))
    .filter(({ id }) => wanted.has(id))
    .map(({ id, price_minor, old_price_minor, is_active, item_category_id, stock }) => ({
      id,
      is_active,
      item_category_id,
      stock,
      price_minor: Number(price_minor),
      old_price_minor: Number(old_price_minor),
    }))
}

function factsOf(change: Change, { currency, index }: { currency: string; index: number }): Partial<ItemFacts> {
  const { price, old_price, is_active, item_category_id, stock } = change
  const amountOf = (value: string, name: string) =>
    Number(readAmount(value, { currency, field: `items.${index}.${name}` }))
  return {
    ...(price !== undefined && { price_minor: amountOf(price, 'price') }),
    ...(old_price !== undefined && { old_price_minor: amountOf(old_price, 'old_price') }),
    ...(is_active !== undefined && { is_active: is_active === 1 }),
    ...(item_category_id !== undefined && { item_category_id }),
    ...(stock !== undefined && { stock }),
  }
}
