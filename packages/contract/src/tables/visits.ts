import { column, table } from './table.ts'

/** The name of each state of a visit for staff and store owners. */
export const visitStatusLabels = {
  held: 'Held',
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  no_show: 'No-show',
  cancelled: 'Cancelled',
} as const

/**
 * The dashboard tables of visits and of customers at salons. Store owners see the visits and customers of their own
 * stores.
 */
export const visitTables = {
  visits: table({
    title: 'All visits',
    permission: 'order_view',
    ownersToo: true,
    searches: 'Visit number, or name or phone of the customer',
    columns: {
      id: column('id', 'Id', { isHidden: true }),
      starts_at: column('moment', 'Starts', { isSortable: true }),
      ends_at: column('moment', 'Ends', { isHidden: true }),
      customer: column('text', 'Customer'),
      phone: column('text', 'Phone', { isHidden: true }),
      services: column('text', 'Services'),
      people: column('text', 'People'),
      status: column('status', 'Status', { labels: visitStatusLabels }),
      store: column('text', 'Store'),
      price: column('money', 'Price', { onPhone: 'first' }),
      kept: column('money', 'Kept', { isHidden: true }),
      unique_visit_id: column('text', 'Visit', { onPhone: 'hidden' }),
      store_id: column('id', 'Store id', { isHidden: true }),
      order: column('text', 'Order', { isHidden: true }),
      booked_at: column('moment', 'Booked', { isHidden: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: {
      status: { label: 'Status', kind: 'choice', labels: visitStatusLabels },
      starts_at: { label: 'Starts', kind: 'dates' },
      store: { label: 'Store', kind: 'store' },
      stylist: { label: 'Person', kind: 'stylist' },
      customer: { label: 'Customer', kind: 'person' },
    },
    sort: '-starts_at',
  }),
  /** A row is a customer at one salon, so a customer of two salons has two rows. */
  salon_customers: table({
    title: 'Salon customers',
    permission: 'order_view',
    ownersToo: true,
    searches: 'Name or phone',
    columns: {
      id: column('id', 'Customer no.', { isHidden: true }),
      name: column('text', 'Name', { isSortable: true }),
      phone: column('text', 'Phone', { isHidden: true }),
      visits: column('number', 'Visits', { isSortable: true }),
      last_visit_at: column('moment', 'Last visit', { isSortable: true }),
      next_visit_at: column('moment', 'Next visit', { isSortable: true, onPhone: 'hidden' }),
      no_shows: column('number', 'No-shows', { isSortable: true }),
      spent: column('money', 'Spent', { isSortable: true, onPhone: 'first' }),
      store: column('text', 'Store', { isHidden: true }),
      store_id: column('id', 'Store id', { isHidden: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: { store: { label: 'Store', kind: 'store' } },
    sort: '-last_visit_at',
  }),
} as const
