import { column, table } from './table.ts'

const account = {
  id: column('id', 'No.', { isHidden: true, isSortable: true }),
  name: column('text', 'Name'),
  email: column('text', 'Email', { onPhone: 'hidden' }),
  phone: column('text', 'Phone'),
  is_active: column('flag', 'Can sign in', { onPhone: 'hidden' }),
} as const
const since = column('moment', 'Since', { isSortable: true, isHidden: true })
const activeFilter = { label: 'Can sign in', kind: 'flag' } as const
const areas = { customer: 'Shop', delivery: 'Riders’ area', 'store-owner': 'Store', staff: 'Dashboard' } as const
const ways = {
  password: 'Password',
  'second-factor': 'Second factor',
  code: 'Code by phone',
  google: 'Google',
  facebook: 'Facebook',
  registration: 'Created the account',
  staff: 'By staff who act for the customer',
} as const
const outcomes = {
  in: 'Signed in',
  wrong: 'Refused: wrong details',
  'not-allowed': 'Refused: no permission',
  banned: 'Refused: banned',
} as const
const requestKinds = { export: 'All data', deletion: 'Deletion' } as const
const requestStates = { open: 'Open', done: 'Done', refused: 'Refused' } as const
const searches = 'Name, email or phone'

/** The dashboard's tables of people, of their sign-ins and of their data requests. */
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
      made_by: column('text', 'Created by staff', { isHidden: true }),
      created_at: since,
    },
    filters: {
      is_active: activeFilter,
      created_at: { label: 'Since', kind: 'dates' },
      has_ordered: { label: 'Has ordered', kind: 'flag' },
      works_here: { label: 'Works here', kind: 'flag' },
      made_by_staff: { label: 'Created by staff', kind: 'flag' },
    },
    sort: '-id',
  }),
  staff: table({
    title: 'Staff',
    permission: 'all_users_view',
    searches,
    columns: {
      ...account,
      role: column('status', 'Role', { labels: { admin: 'Administrator', staff: 'Staff' }, onPhone: 'first' }),
      permissions: column('number', 'Permissions'),
      has_second_factor: column('flag', 'Second factor'),
      last_seen_at: column('moment', 'Last seen'),
      created_at: since,
    },
    filters: {
      is_active: activeFilter,
      role: { label: 'Role', kind: 'choice', labels: { admin: 'Administrator', staff: 'Staff' } },
    },
    sort: '-id',
  }),
  riders: table({
    title: 'Riders',
    permission: 'delivery_guys_view',
    searches,
    columns: {
      ...account,
      email: column('text', 'Email', { isHidden: true }),
      vehicle_number: column('text', 'Vehicle'),
      is_on_duty: column('flag', 'On duty', { onPhone: 'first' }),
      open_orders: column('number', 'Open orders'),
      delivered: column('number', 'Delivered'),
      rating: column('text', 'Rating'),
      cash_held: column('money', 'Cash held'),
      currency: column('text', 'Currency', { isHidden: true }),
      commission: column('percent', 'Share of the delivery charge', { isHidden: true }),
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
  sign_ins: table({
    title: 'Sign-ins',
    permission: 'all_users_view',
    searches: 'Name, device or network',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      at: column('moment', 'When', { isSortable: true }),
      person_id: column('id', 'Account', { isHidden: true }),
      person: column('text', 'Who'),
      outcome: column('status', 'Result', { labels: outcomes, onPhone: 'first' }),
      audience: column('status', 'Where', { labels: areas }),
      way: column('status', 'How', { labels: ways }),
      acting_staff: column('text', 'On their behalf', { isHidden: true }),
      device: column('text', 'Device'),
      network: column('text', 'Network'),
    },
    filters: {
      at: { label: 'When', kind: 'dates' },
      person: { label: 'Who', kind: 'person' },
      outcome: { label: 'Result', kind: 'choice', labels: outcomes },
      audience: { label: 'Where', kind: 'choice', labels: areas },
      way: { label: 'How', kind: 'choice', labels: ways },
    },
    sort: '-at',
  }),
  data_requests: table({
    title: 'Data requests',
    permission: 'all_users_view',
    searches: 'Name, note, or person who decided',
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      person_id: column('id', 'Account', { isHidden: true }),
      person: column('text', 'Who'),
      kind: column('status', 'Request', { labels: requestKinds }),
      state: column('status', 'State', { labels: requestStates }),
      asked_at: column('moment', 'Asked', { isSortable: true }),
      due_at: column('moment', 'Due', { isSortable: true }),
      is_late: column('flag', 'Late'),
      noted_by: column('text', 'Recorded by'),
      note: column('text', 'Note', { isHidden: true }),
      decided_at: column('moment', 'Decided', { isHidden: true }),
      decided_by: column('text', 'Decided by'),
      reason: column('text', 'Reason for refusal', { isHidden: true }),
    },
    filters: {
      state: { label: 'State', kind: 'choice', labels: requestStates },
      kind: { label: 'Request', kind: 'choice', labels: requestKinds },
      is_late: { label: 'Late', kind: 'flag' },
      asked_at: { label: 'Asked', kind: 'dates' },
      person: { label: 'Who', kind: 'person' },
    },
    sort: '-asked_at',
  }),
}
