import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { call } from './api.ts'

/** A search result that can be selected. */
export type Choice = { id: number; name: string; note?: string }

const MAX_OFFERED = 10

/** Finds stores by a part of their name. */
export async function findStores(q: string): Promise<Choice[]> {
  const { stores } = await call('dashboard/find-stores', { q })
  return stores.map(({ id, name, slug }) => ({ id, name, note: slug }))
}

export async function findSalons(q: string): Promise<Choice[]> {
  const { stores } = await call('dashboard/find-stores', { q, only_salons: true })
  return stores.map(({ id, name, slug }) => ({ id, name, note: slug }))
}

export async function findItems(q: string): Promise<Choice[]> {
  const { items } = await call('dashboard/find-items', { q })
  return items.map(({ id, name, store }) => ({ id, name, note: store }))
}

/** Finds people of one table by name, email or phone; only for staff who may see that table. */
export function findPeople(table: TableName & ('customers' | 'riders' | 'owners' | 'staff')) {
  return async (q: string): Promise<Choice[]> => {
    const { rows } = await call('dashboard/table', { table, q, filters: {} })
    return rows.slice(0, MAX_OFFERED).map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      note: String(row.phone || row.email || ''),
    }))
  }
}

export async function findOrders(q: string): Promise<Choice[]> {
  const { rows } = await call('dashboard/table', { table: 'orders', q, filters: {} })
  return rows.slice(0, MAX_OFFERED).map((row) => ({
    id: Number(row.id),
    name: String(row.unique_order_id),
    note: [row.customer, row.store].filter(Boolean).join(', '),
  }))
}

/** Finds possible recipients of a message, by a part of the name, or by the whole phone or email. */
export async function findRecipients(q: string): Promise<Choice[]> {
  const { customers } = await call('dashboard/broadcasts/find-customers', { q })
  return customers.map(({ id, name }) => ({ id, name, note: `No. ${id}` }))
}

/**
 * Finds customers by name or the last digits of the phone, for staff who may search customers; other staff find one by
 * account number only.
 */
export function customersFor(maySearch: boolean) {
  return async (text: string): Promise<Choice[]> => {
    if (!maySearch || text.length < 3) return byNumber(text)
    const { customers } = await call('find-customers', { query: text })
    return [...byNumber(text), ...customers.map(({ id, name, phone }) => ({ id, name, note: phone }))]
  }
}

/** Parses `No. 27`, `#27` or `27` as the number of an account. */
function byNumber(text: string): Choice[] {
  const number = text.match(/^(?:no\.?\s*|#)?([1-9]\d{0,8})$/i)?.[1]
  return number ? [{ id: Number(number), name: `Account no. ${number}` }] : []
}
