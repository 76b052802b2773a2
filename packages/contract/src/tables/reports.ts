import { column, table } from './table.ts'

const days = { label: 'Day', kind: 'dates' } as const
const store = { label: 'Store', kind: 'store' } as const

/** Lists behind the reports, a row a day, an item or a trip. */
export const reportTables = {
  sales_by_day: table({
    title: 'Sales by day',
    permission: 'reports_view',
    ownersToo: true,
    columns: {
      id: column('text', 'Key', { isHidden: true }),
      day: column('date', 'Day', { isSortable: true }),
      store: column('text', 'Store'),
      orders: column('number', 'Orders', { isSortable: true }),
      cancelled: column('number', 'Cancelled', { isSortable: true }),
      sales: column('money', 'Sales', { isSortable: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: { day: days, store },
    sort: '-day',
  }),
  items_sold: table({
    title: 'Items sold',
    permission: 'reports_view',
    ownersToo: true,
    searches: 'Item',
    columns: {
      id: column('text', 'Key', { isHidden: true }),
      day: column('date', 'Day', { isSortable: true }),
      item: column('text', 'Item'),
      store: column('text', 'Store'),
      quantity: column('number', 'Sold', { isSortable: true }),
      sales: column('money', 'Sales', { isSortable: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: { day: days, store },
    sort: '-day',
  }),
  taxes: table({
    title: 'Taxes and charges',
    permission: 'reports_view',
    ownersToo: true,
    columns: {
      id: column('text', 'Key', { isHidden: true }),
      day: column('date', 'Delivered', { isSortable: true }),
      store: column('text', 'Store'),
      rate: column('percent', 'Tax rate'),
      orders: column('number', 'Orders', { isSortable: true }),
      items: column('money', 'Items'),
      discount: column('money', 'Coupons'),
      charges: column('money', 'Charges'),
      tax: column('money', 'Tax', { isSortable: true }),
      tips: column('money', 'Tips'),
      total: column('money', 'Total', { isSortable: true }),
      refunded: column('money', 'Given back', { isHidden: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: { day: { label: 'Delivered', kind: 'dates' }, store },
    sort: '-day',
  }),
  trips: table({
    title: 'Trips',
    permission: 'reports_view',
    ownersToo: true,
    searches: 'Order number or rider',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      order: column('text', 'Order'),
      delivered_at: column('moment', 'Delivered', { isSortable: true }),
      store: column('text', 'Store'),
      rider: column('text', 'Rider'),
      to_pickup: column('number', 'Minutes to the store'),
      to_door: column('number', 'Minutes to the door'),
      promised: column('number', 'Promised minutes'),
      real: column('number', 'Real minutes'),
    },
    filters: {
      delivered_at: { label: 'Delivered', kind: 'dates' },
      store,
      rider: { label: 'Rider', kind: 'person' },
    },
    sort: '-delivered_at',
  }),
} as const
