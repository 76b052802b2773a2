import { call } from '#lib/api.ts'
import type { Choice } from '#parts/chooser.tsx'

/** Things to choose, by a part of their name. */
export async function findStores(q: string): Promise<Choice[]> {
  const { stores } = await call('dashboard/find-stores', { q })
  return stores.map(({ id, name, slug }) => ({ id, name, note: slug }))
}

export async function findItems(q: string): Promise<Choice[]> {
  const { items } = await call('dashboard/find-items', { q })
  return items.map(({ id, name, store }) => ({ id, name, note: store }))
}

export async function findCustomers(q: string): Promise<Choice[]> {
  const { customers } = await call('dashboard/broadcasts/find-customers', { q })
  return customers.map(({ id, name }) => ({ id, name, note: `No. ${id}` }))
}
