import type { RowOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { LucideIcon } from 'lucide-react'
import { Bike, ReceiptText, ShieldUser, Store, User, UserRoundCog, UtensilsCrossed } from 'lucide-react'
import { type Status, shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { formatMoney } from '#lib/format.ts'
import type { Access } from '#lib/session.ts'
import { currencyOr } from '#lib/shop-currency.ts'

/**
 * A search result: its link, its name, a detail that distinguishes it from others, its kind, and the state of an order.
 */
export type Found = {
  to: string
  search?: Readonly<Record<string, string>>
  title: string
  detail?: string | undefined
  note: string
  status?: { value: string; label: string }
  icon: LucideIcon
}

type Kind<Name extends TableName> = {
  table: Name
  /**
   * The permissions that a person needs to get results of this kind. Results of people open a person's page, which
   * needs its own permission.
   */
  accesses: readonly Access[]
  show: (row: RowOf<Name>) => Found
}

const ofPeople = { permission: 'all_users_view' } as const
const price = (amount: string | null, currency: string | null) =>
  amount === null ? undefined : formatMoney(amount, currencyOr(currency))
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** The tables that the search reads, in the order of its results. */
export const kinds: readonly Kind<TableName>[] = [
  kind({
    table: 'orders',
    accesses: [{ permission: 'order_view', owners: true, table: 'orders' }],
    show: ({ id, unique_order_id, store, customer, total, currency, status }) => ({
      to: `/orders/${id}`,
      title: shortNumber(unique_order_id ?? ''),
      detail: joined(store, customer),
      note: price(total, currency) ?? '',
      ...(status && { status: { value: status, label: statusLabels[status as Status] } }),
      icon: ReceiptText,
    }),
  }),
  person('customers', 'Customer', User, [ofPeople]),
  person('riders', 'Rider', Bike, [ofPeople, { permission: 'delivery_guys_view' }]),
  person('owners', 'Store owner', UserRoundCog, [ofPeople, { permission: 'store_owners_view' }]),
  person('staff', 'Staff', ShieldUser, [ofPeople]),
  kind({
    table: 'stores',
    accesses: [{ permission: 'stores_view', owners: true }],
    show: ({ id, name }) => ({ to: `/stores/${id}`, title: name ?? '', note: 'Store', icon: Store }),
  }),
  kind({
    table: 'items',
    accesses: [{ permission: 'items_view', owners: true }],
    show: ({ id, name, store, store_id, price: amount, currency }) => ({
      to: `/stores/${store_id}/menu`,
      search: { item: String(id) },
      title: name ?? '',
      detail: joined(store, price(amount, currency)),
      note: 'Item',
      icon: UtensilsCrossed,
    }),
  }),
]

function person(
  table: 'customers' | 'riders' | 'owners' | 'staff',
  note: string,
  icon: LucideIcon,
  accesses: readonly Access[],
): Kind<TableName> {
  return kind({
    table,
    accesses,
    show: ({ id, name, phone, email }) => ({
      to: `/people/${id}`,
      title: name ?? '',
      detail: phone || email || undefined,
      note,
      icon,
    }),
  })
}

/** Returns a kind of results without its table in the type, because one list holds the kinds of all tables. */
function kind<Name extends TableName>(of: Kind<Name>): Kind<TableName> {
  return of as unknown as Kind<TableName>
}
