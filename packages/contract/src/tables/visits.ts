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

/** The dashboard table of visits at salons. Store owners see the visits of their own stores. */
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
} as const
