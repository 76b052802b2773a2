import { accountKinds, accountSides } from './account-kinds.ts'
import { column, table } from './table.ts'

const stateLabels = { waiting: 'Waiting', booked: 'Booked', refused: 'Refused' }
const currency = column('text', 'Currency', { isHidden: true })
const createdAt = column('moment', 'When', { isSortable: true })
const when = { label: 'When', kind: 'dates' } as const
const orderNumber = column('text', 'Order')

/** The order and the payment to which a row belongs, so that a screen can link to them. */
const about = {
  order_id: column('id', 'Order id', { isHidden: true }),
  payment_id: column('id', 'Payment id', { isHidden: true }),
} as const

/** The reasons for wallet movements, which are the kinds of transfers. */
const movementLabels = {
  signup_bonus: 'Welcome bonus',
  referral_reward: 'Reward for a friend',
  referral_commission: 'Commission from a friend’s order',
  share_commission: 'Commission from a shared code',
  commission_reversal: 'Commission reversed',
  order_payment: 'Payment of an order',
  order_refund: 'Order cancelled',
  order_refund_sent: 'Refunded to the payer',
  staff_refund: 'Refund by staff',
  adjustment: 'Correction by staff',
  top_up: 'Money added',
  payment_refund: 'Payment refunded',
} as const

const issueLabels = {
  notice: 'Webhook event that matches no payment',
  mismatch: 'Amount paid differs from amount due',
  refund_failed: 'Refund that failed',
  refund_unknown: 'Refund that the provider has not confirmed',
  refund_after_all: 'Refund that succeeded after it had failed',
  payment_unknown: 'Payment that the provider has not confirmed',
} as const

/** Returns the columns of a list of approval requests; `party` names the person or store whose money moves. */
const requestsOf = <const Party>(party: Party) => ({
  id: column('id', 'No.', { isHidden: true, isSortable: true }),
  state: column('status', 'State', { labels: stateLabels }),
  ...party,
  amount: column('money', 'Amount', { onPhone: 'first' }),
  currency,
  reason: column('text', 'Reason'),
  proposed_by: column('text', 'Requested by'),
  decided_by: column('text', 'Decided by'),
  created_at: createdAt,
  proposed_by_id: column('id', 'Account of the requester', { isHidden: true }),
  decision_reason: column('text', 'Reason of the decision', { isHidden: true }),
})
const ofCustomer = { customer: column('text', 'Customer'), customer_id: column('id', 'Account', { isHidden: true }) }
const ofStore = { store: column('text', 'Store'), store_id: column('id', 'Store id', { isHidden: true }) }

const requestFilters = { state: { label: 'State', kind: 'choice', labels: stateLabels }, created_at: when } as const
const customerFilters = { ...requestFilters, customer: { label: 'Customer', kind: 'person' } } as const

const capLabels = {
  cap_person: 'Commissions of one customer',
  cap_pair: 'Commissions from one customer at one store',
  cap_day: 'Commissions of all customers',
} as const

const accountNames = Object.fromEntries(Object.entries(accountKinds).map(([kind, { name }]) => [kind, name]))

/** The dashboard's tables of wallets, approval requests, payouts, disputes and ledger totals. */
export const moneyTables = {
  wallet_transactions: table({
    title: 'Wallet movements',
    permission: 'wallet_transactions_view',
    searches: 'Name or phone of the customer',
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      created_at: createdAt,
      customer: column('text', 'Customer'),
      customer_id: column('id', 'Account', { isHidden: true }),
      pocket: column('status', 'Balance', { labels: { wallet_own: 'Own money', wallet_promotion: 'Promotion' } }),
      kind: column('status', 'Reason', { labels: movementLabels }),
      source: column('text', 'Order or note'),
      order_id: about.order_id,
      amount: column('money', 'Amount', { onPhone: 'first' }),
      currency,
      acting_staff: column('text', 'By staff', { isHidden: true }),
    },
    filters: {
      created_at: when,
      customer: { label: 'Customer', kind: 'person' },
      pocket: {
        label: 'Balance',
        kind: 'choice',
        labels: { wallet_own: 'Own money', wallet_promotion: 'Promotion' },
      },
      kind: { label: 'Reason', kind: 'choice', labels: movementLabels },
    },
    sort: '-id',
  }),
  wallet_adjustments: table({
    title: 'Wallet corrections',
    permission: 'all_users_wallet',
    columns: {
      ...requestsOf(ofCustomer),
      pocket: column('status', 'Balance', { labels: { own: 'Own money', promotion: 'Promotion' } }),
      note: column('text', 'Note to the customer', { isHidden: true }),
    },
    filters: customerFilters,
    sort: '-id',
  }),
  refunds: table({
    title: 'Refunds',
    permission: 'order_actions',
    searches: 'Order number',
    columns: {
      ...requestsOf(ofCustomer),
      unique_order_id: orderNumber,
      ...about,
      destination: column('status', 'To', { labels: { wallet: 'Wallet', provider: 'Payment method' } }),
      provider_state: column('status', 'At the provider', {
        labels: { pending: 'In progress', done: 'Done', failed: 'Failed' },
      }),
    },
    filters: customerFilters,
    sort: '-id',
  }),
  payment_approvals: table({
    title: 'Reported payments',
    permission: 'order_actions',
    searches: 'Order number',
    columns: {
      ...requestsOf(ofCustomer),
      unique_order_id: orderNumber,
      order_id: about.order_id,
      reference: column('text', 'Reference', { isHidden: true }),
      confirmed_at: column('moment', 'Confirmed'),
    },
    filters: customerFilters,
    sort: '-id',
  }),
  commission_approvals: table({
    title: 'Commission approvals',
    permission: 'all_users_wallet',
    searches: 'Order number',
    columns: {
      ...requestsOf({ ...ofCustomer, customer: column('text', 'Earned by') }),
      reason: column('status', 'Cap passed', { labels: capLabels }),
      proposed_by: column('text', 'Requested by', { isHidden: true }),
      store: ofStore.store,
      unique_order_id: orderNumber,
      order_id: about.order_id,
    },
    filters: customerFilters,
    sort: '-id',
  }),
  store_debts: table({
    title: 'Amounts due from stores',
    permission: 'store_payouts_manage',
    searches: 'Store name',
    columns: {
      id: column('id', 'Store id', { isHidden: true }),
      store: column('text', 'Store'),
      owed: column('money', 'Owes', { isSortable: true, onPhone: 'first' }),
      currency,
      last_settled_at: column('moment', 'Last payment'),
    },
    filters: {},
    sort: '-owed',
  }),
  store_settlements: table({
    title: 'Payments from stores',
    permission: 'store_payouts_manage',
    searches: 'Store or reference',
    columns: {
      ...requestsOf(ofStore),
      reason: column('text', 'Reference'),
      proposed_by: column('text', 'Recorded by'),
    },
    filters: { ...requestFilters, store: { label: 'Store', kind: 'store' } },
    sort: '-id',
  }),
  cash_requests: table({
    title: 'Cash handed in',
    permission: 'delivery_collection_manage',
    searches: 'Name of the rider',
    columns: {
      ...requestsOf({ rider: column('text', 'Rider'), rider_id: column('id', 'Account', { isHidden: true }) }),
      reason: column('text', 'Note'),
      proposed_by: column('text', 'Recorded by'),
    },
    filters: { ...requestFilters, rider: { label: 'Rider', kind: 'person' } },
    sort: '-id',
  }),
  cash_held: table({
    title: 'Cash with riders',
    permission: 'delivery_collection_manage',
    searches: 'Name of the rider',
    columns: {
      id: column('id', 'Account', { isHidden: true }),
      rider: column('text', 'Rider'),
      held: column('money', 'Holds', { isSortable: true, onPhone: 'first' }),
      limit: column('money', 'Cash limit'),
      currency,
      last_collected_at: column('moment', 'Last collected'),
    },
    filters: {},
    sort: '-held',
  }),
  cash_collections: table({
    title: 'Cash collected',
    permission: 'delivery_collection_logs_view',
    searches: 'Name of the rider',
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      created_at: createdAt,
      rider: column('text', 'Rider'),
      amount: column('money', 'Amount', { onPhone: 'first' }),
      currency,
      collected_by: column('text', 'By'),
      note: column('text', 'Note'),
    },
    filters: { created_at: when, rider: { label: 'Rider', kind: 'person' } },
    sort: '-id',
  }),
  payouts: table({
    title: 'Payouts',
    permission: 'store_payouts_manage',
    ownersToo: true,
    searches: 'Store or reference',
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      store: column('text', 'Store'),
      store_id: column('id', 'Store id', { isHidden: true }),
      status: column('status', 'State', { labels: { PENDING: 'Waiting', COMPLETED: 'Paid', REJECTED: 'Rejected' } }),
      gross: column('money', 'Amount due'),
      commission: column('money', 'Commission'),
      amount: column('money', 'To pay', { onPhone: 'first' }),
      currency,
      requested_by: column('text', 'Requested by'),
      decided_by: column('text', 'Decided by'),
      transaction_mode: column('text', 'Method', { isHidden: true }),
      transaction_id: column('text', 'Reference'),
      message: column('text', 'Message', { isHidden: true }),
      created_at: createdAt,
      decided_at: column('moment', 'Decided', { isHidden: true }),
    },
    filters: {
      status: {
        label: 'State',
        kind: 'choice',
        labels: { PENDING: 'Waiting', COMPLETED: 'Paid', REJECTED: 'Rejected' },
      },
      store: { label: 'Store', kind: 'store' },
      created_at: when,
    },
    sort: '-id',
  }),
  payment_issues: table({
    title: 'Payments that need manual action',
    permission: 'order_view',
    searches: "Provider's reference",
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      created_at: createdAt,
      kind: column('status', 'What', { labels: issueLabels }),
      provider: column('text', 'Provider'),
      provider_ref: column('text', 'Reference'),
      reason: column('text', 'Why'),
      amount: column('money', 'Amount', { onPhone: 'first' }),
      currency,
      customer: column('text', 'Customer'),
      unique_order_id: orderNumber,
      ...about,
      handled_by: column('text', 'Handled by'),
      handling_note: column('text', 'What was done', { isHidden: true }),
    },
    filters: {
      is_handled: { label: 'Handled', kind: 'flag' },
      created_at: when,
      kind: { label: 'What', kind: 'choice', labels: issueLabels },
    },
    sort: '-id',
  }),
  disputes: table({
    title: 'Disputes',
    permission: 'order_view',
    searches: "Provider's reference",
    columns: {
      id: column('id', 'No.', { isHidden: true, isSortable: true }),
      created_at: createdAt,
      provider: column('text', 'Provider'),
      dispute_id: column('text', 'Reference'),
      status: column('status', 'State', { labels: { open: 'Open', won: 'Won', lost: 'Lost' } }),
      reason: column('text', 'Reason'),
      amount: column('money', 'Amount', { onPhone: 'first' }),
      held: column('money', 'Held'),
      lost: column('money', 'Lost'),
      currency,
      customer: column('text', 'Customer'),
      unique_order_id: orderNumber,
      ...about,
      respond_by: column('moment', 'Answer by'),
    },
    filters: {
      status: { label: 'State', kind: 'choice', labels: { open: 'Open', won: 'Won', lost: 'Lost' } },
      created_at: when,
    },
    sort: '-id',
  }),
  liabilities: table({
    title: 'Ledger',
    permission: 'wallet_transactions_view',
    columns: {
      kind: column('status', 'Account', { isSortable: true, labels: accountNames }),
      side: column('status', 'Side', { labels: accountSides }),
      holders: column('number', 'Holders'),
      amount: column('money', 'Amount, positive if the shop owes the money'),
      currency: column('text', 'Currency'),
    },
    filters: { side: { label: 'Side', kind: 'choice', labels: accountSides } },
    sort: 'kind',
  }),
}
