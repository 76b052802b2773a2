import { column, table } from './table.ts'

const account = {
  id: column('id', 'No.', { isSortable: true }),
  name: column('text', 'Name'),
  email: column('text', 'E-mail'),
  phone: column('text', 'Phone'),
  is_active: column('flag', 'Can sign in'),
} as const
const since = column('moment', 'Since', { isSortable: true })
const activeFilter = { label: 'Can sign in', kind: 'flag' } as const
const searches = 'Name, e-mail or phone'

export const peopleTables = {
  customers: table({
    title: 'Customers',
    permission: 'all_users_view',
    searches,
    columns: {
      ...account,
      orders: column('number', 'Orders'),
      spent: column('money', 'Spent'),
      wallet: column('money', 'Wallet'),
      currency: column('text', 'Currency', { isHidden: true }),
      last_order_at: column('moment', 'Last order'),
      referred_by: column('text', 'Referred by', { isHidden: true }),
      made_by: column('text', 'Made by staff', { isHidden: true }),
      created_at: since,
    },
    filters: {
      is_active: activeFilter,
      created_at: { label: 'Since', kind: 'dates' },
      has_ordered: { label: 'Has ordered', kind: 'flag' },
      made_by_staff: { label: 'Made by staff', kind: 'flag' },
    },
    sort: '-id',
  }),
  staff: table({
    title: 'Staff',
    permission: 'all_users_view',
    searches,
    columns: {
      ...account,
      role: column('status', 'Role', { words: { admin: 'Administrator', staff: 'Staff' } }),
      permissions: column('number', 'Permissions'),
      has_second_factor: column('flag', 'Second factor'),
      last_seen_at: column('moment', 'Last seen'),
      created_at: since,
    },
    filters: {
      is_active: activeFilter,
      role: { label: 'Role', kind: 'choice', words: { admin: 'Administrator', staff: 'Staff' } },
    },
    sort: '-id',
  }),
  riders: table({
    title: 'Riders',
    permission: 'delivery_guys_view',
    searches,
    columns: {
      ...account,
      vehicle_number: column('text', 'Vehicle'),
      is_on_duty: column('flag', 'On duty'),
      open_orders: column('number', 'Open orders'),
      delivered: column('number', 'Delivered'),
      rating: column('text', 'Rating'),
      cash_held: column('money', 'Cash held'),
      currency: column('text', 'Currency', { isHidden: true }),
      commission: column('percent', 'Share of the charge', { isHidden: true }),
      stores: column('number', 'Stores', { isHidden: true }),
      created_at: since,
    },
    filters: { is_active: activeFilter, is_on_duty: { label: 'On duty', kind: 'flag' } },
    sort: '-id',
  }),
  owners: table({
    title: 'Store owners',
    permission: 'store_owners_view',
    searches,
    columns: {
      ...account,
      stores: column('text', 'Stores'),
      last_seen_at: column('moment', 'Last seen'),
      created_at: since,
    },
    filters: { is_active: activeFilter },
    sort: '-id',
  }),
}
