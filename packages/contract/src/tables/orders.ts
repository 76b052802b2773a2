import { type ProviderMethod, providers } from '../payments/providers.ts'
import { column, table } from './table.ts'

/** The name of each order state for staff and store owners. */
export const orderStatusLabels = {
  placed: 'New',
  accepted: 'Preparing',
  assigned: 'Rider assigned',
  picked_up: 'On the way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  ready: 'Ready for pickup',
  awaiting_payment: 'Awaiting payment',
  payment_failed: 'Payment failed',
  scheduled: 'Scheduled',
  schedule_confirmed: 'Schedule confirmed',
} as const

/** The name of each payment method on the dashboard. */
export const paymentLabels = {
  COD: 'Cash',
  WALLET: 'Wallet',
  ...(Object.fromEntries(Object.values(providers).map(({ method, label }) => [method, label])) as Record<
    ProviderMethod,
    string
  >),
}

const typeLabels = { delivery: 'Delivery', pickup: 'Self-pickup', visit: 'Visit' } as const

/** The name of each kind of reported problem on the dashboard. */
export const caseProblemLabels = {
  late: 'Late',
  missing: 'Items missing',
  wrong: 'Items wrong or bad',
  no_show: 'Customer was at the visit',
} as const
/** The name of each state of a reported problem on the dashboard. */
export const caseStateLabels = {
  open: 'Open',
  waiting: 'Money to approve',
  settled: 'Settled',
  refused: 'Refused',
} as const

/** The dashboard table of orders. Store owners see the orders of their own stores. */
export const orderTables = {
  orders: table({
    title: 'Orders',
    permission: 'order_view',
    ownersToo: true,
    searches: 'Order number, or name or phone of the customer',
    columns: {
      id: column('id', 'Id', { isHidden: true }),
      unique_order_id: column('text', 'Order'),
      placed_at: column('moment', 'Placed', { isSortable: true }),
      status: column('status', 'Status', { labels: orderStatusLabels }),
      store: column('text', 'Store'),
      customer: column('text', 'Customer'),
      phone: column('text', 'Phone', { isHidden: true }),
      type: column('status', 'Type', { labels: typeLabels, isHidden: true }),
      payment_mode: column('status', 'Payment', { labels: paymentLabels }),
      total: column('money', 'Total', { onPhone: 'first' }),
      rider: column('text', 'Rider'),
      promised_at: column('moment', 'Promised', { isHidden: true }),
      scheduled_for: column('moment', 'Scheduled', { isHidden: true }),
      delivered_at: column('moment', 'Delivered', { isHidden: true }),
      coupon: column('text', 'Coupon', { isHidden: true }),
      address: column('text', 'Address', { isHidden: true }),
      currency: column('text', 'Currency', { isHidden: true }),
    },
    filters: {
      progress: { label: 'Progress', kind: 'choice', labels: { live: 'Live', late: 'Late' } },
      status: { label: 'Status', kind: 'choice', labels: orderStatusLabels },
      placed_at: { label: 'Placed', kind: 'dates' },
      store: { label: 'Store', kind: 'store' },
      payment_mode: { label: 'Payment', kind: 'choice', labels: paymentLabels },
      type: { label: 'Type', kind: 'choice', labels: typeLabels },
      rider: { label: 'Rider', kind: 'person' },
      customer: { label: 'Customer', kind: 'person' },
    },
    sort: '-placed_at',
  }),
  cases: table({
    title: 'Cases',
    permission: 'order_view',
    ownersToo: true,
    searches: 'Order number or name of the customer',
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      opened_at: column('moment', 'Opened'),
      order: column('text', 'Order'),
      store: column('text', 'Store'),
      customer: column('text', 'Customer'),
      problem: column('status', 'Problem', { labels: caseProblemLabels }),
      words: column('text', 'Customer’s description'),
      state: column('status', 'State', { labels: caseStateLabels }),
      answer: column('text', 'Answer', { isHidden: true }),
      order_id: column('id', 'Order id', { isHidden: true }),
    },
    filters: {
      state: { label: 'State', kind: 'choice', labels: caseStateLabels },
      problem: { label: 'Problem', kind: 'choice', labels: caseProblemLabels },
      store: { label: 'Store', kind: 'store' },
      opened_at: { label: 'Opened', kind: 'dates' },
    },
    sort: '-id',
  }),
  callers: table({
    title: 'Orders for callers',
    permission: 'login_as_customer',
    searches: 'Name of the customer or the member of staff',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      at: column('moment', 'When', { isSortable: true }),
      staff: column('text', 'Staff'),
      action: column('text', 'Action'),
      customer: column('text', 'Customer'),
      customer_id: column('id', 'Account', { isHidden: true }),
      orders: column('number', 'Orders placed'),
      reason: column('text', 'Reason'),
    },
    filters: {
      at: { label: 'When', kind: 'dates' },
      staff: { label: 'Staff', kind: 'person' },
      customer: { label: 'Customer', kind: 'person' },
    },
    sort: '-at',
  }),
}
