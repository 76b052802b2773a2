import { useQueries } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { ReceiptText, Store, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { areas } from '#areas/areas.ts'
import { ask } from '#lib/query.ts'
import { type Access, may, useMember } from '#lib/session.ts'

/** A search result: a page, an order, a person or a store. */
export type Found = { to: string; title: string; note: string; icon: LucideIcon }

const MIN_LETTERS = 3
const MAX_OF_A_KIND = 4
const SETTLE_MS = 250

type Kind = { table: 'orders' | 'customers' | 'stores'; note: string; access: Access; icon: LucideIcon; path: string }

const kinds: readonly Kind[] = [
  {
    table: 'orders',
    note: 'Order',
    access: { permission: 'order_view', owners: true },
    icon: ReceiptText,
    path: '/orders',
  },
  { table: 'customers', note: 'Customer', access: { permission: 'all_users_view' }, icon: User, path: '/people' },
  { table: 'stores', note: 'Store', access: { permission: 'stores_view', owners: true }, icon: Store, path: '/stores' },
]

/** Finds pages by a part of their name while typing; orders, customers and stores after a pause. */
export function useFound(text: string): Found[] {
  const member = useMember()
  const wanted = text.trim()
  const q = useSettled(wanted)
  const answers = useQueries({
    queries: kinds.map(({ table, access }) => ({
      ...ask('dashboard/table', { table, q, filters: {} }),
      enabled: q === wanted && q.length >= MIN_LETTERS && may(member, access),
    })),
  })
  const pages = areas
    .flatMap((area) => area.pages.map((page) => ({ ...page, area: area.title })))
    .filter((page) => !page.path.includes('$') && may(member, page))
    .filter((page) => `${page.title} ${page.area}`.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ path, title, area, icon }): Found => ({ to: path, title, note: area, icon }))
  if (q !== wanted || q.length < MIN_LETTERS) return pages
  const things = kinds.flatMap(({ path, note, icon }, at) =>
    (answers[at]?.data?.rows ?? []).slice(0, MAX_OF_A_KIND).map((row): Found => {
      const title = String(row.unique_order_id ?? row.name)
      return { to: `${path}/${row.id}`, title, note: row.customer ? `${note} of ${row.customer}` : note, icon }
    }),
  )
  return [...pages, ...things]
}

/** Returns the typed text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
