import { call } from '#lib/api.ts'
import type { Choice } from '#parts/chooser.tsx'

/** `No. 27`, `#27` or `27`: somebody who is known by the number of his account. */
function byNumber(text: string): Choice[] {
  const number = text.match(/^(?:no\.?\s*|#)?([1-9]\d{0,8})$/i)?.[1]
  return number ? [{ id: Number(number), name: `Account no. ${number}` }] : []
}

/** Customers by name or the last digits of the phone, for staff who may look for them; for the others by number alone. */
export function customersFor(maySearch: boolean) {
  return async (text: string): Promise<Choice[]> => {
    if (!maySearch || text.length < 3) return byNumber(text)
    const { customers } = await call('find-customers', { query: text })
    return [...byNumber(text), ...customers.map(({ id, name, phone }) => ({ id, name, note: phone }))]
  }
}

export async function findOrders(q: string): Promise<Choice[]> {
  const { rows } = await call('dashboard/table', { table: 'orders', q, filters: {} })
  return rows.slice(0, 10).map((row) => ({
    id: Number(row.id),
    name: String(row.unique_order_id),
    note: `${row.customer ?? ''}, ${row.store ?? ''}`,
  }))
}
