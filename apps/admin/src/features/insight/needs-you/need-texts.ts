import type { Need } from '@nukkad/contract/insight/needs-you.ts'
import type { LucideIcon } from 'lucide-react'
import {
  BadgeCheck,
  Banknote,
  FileLock2,
  Gavel,
  HandCoins,
  Landmark,
  LifeBuoy,
  Percent,
  ReceiptText,
  ShoppingBag,
  Star,
  Store,
  TriangleAlert,
  Undo2,
  Wallet,
} from 'lucide-react'

/**
 * The texts of a task on the home page: one wording for a single entry, one for several, and the page where a person
 * handles it.
 */
type NeedTexts = {
  icon: LucideIcon
  one: string
  many: string
  action: string
  to: string
  search?: Readonly<Record<string, string>>
}

const waiting = { state: 'waiting' }

export const needTexts: Readonly<Record<Need, NeedTexts>> = {
  new_orders: {
    icon: ShoppingBag,
    one: 'new order waits for its store',
    many: 'new orders wait for a store',
    action: 'Open the board',
    to: '/board',
  },
  cases: {
    icon: LifeBuoy,
    one: 'open case of an order',
    many: 'open cases of orders',
    action: 'Answer',
    to: '/cases',
    search: { state: 'open' },
  },
  trip_troubles: {
    icon: TriangleAlert,
    one: 'rider reported trouble on a trip',
    many: 'riders reported trouble on trips',
    action: 'Open the board',
    to: '/board',
  },
  payment_issues: {
    icon: TriangleAlert,
    one: 'payment issue',
    many: 'payment issues',
    action: 'Resolve',
    to: '/payment-issues',
  },
  disputes: {
    icon: Gavel,
    one: 'open dispute',
    many: 'open disputes',
    action: 'View',
    to: '/disputes',
    search: { status: 'open' },
  },
  refunds: {
    icon: Undo2,
    one: 'refund to decide',
    many: 'refunds to decide',
    action: 'Decide',
    to: '/refunds',
    search: waiting,
  },
  payment_approvals: {
    icon: BadgeCheck,
    one: 'reported payment to decide',
    many: 'reported payments to decide',
    action: 'Decide',
    to: '/payment-approvals',
    search: waiting,
  },
  wallet_adjustments: {
    icon: Wallet,
    one: 'wallet correction to approve',
    many: 'wallet corrections to approve',
    action: 'Decide',
    to: '/wallet-corrections',
    search: waiting,
  },
  commission_approvals: {
    icon: Percent,
    one: 'commission above a cap',
    many: 'commissions above a cap',
    action: 'Decide',
    to: '/commission-approvals',
    search: waiting,
  },
  payouts: {
    icon: Landmark,
    one: 'payout to decide',
    many: 'payouts to decide',
    action: 'Decide',
    to: '/payouts',
    search: { status: 'PENDING' },
  },
  store_settlements: {
    icon: ReceiptText,
    one: 'payment from a store to approve',
    many: 'payments from stores to approve',
    action: 'Decide',
    to: '/store-debts/payments',
    search: waiting,
  },
  cash_requests: {
    icon: HandCoins,
    one: 'cash collection to approve',
    many: 'cash collections to approve',
    action: 'Decide',
    to: '/rider-cash/requests',
    search: waiting,
  },
  full_riders: {
    icon: Banknote,
    one: 'rider has reached the cash limit',
    many: 'riders have reached the cash limit',
    action: 'Collect cash',
    to: '/rider-cash',
  },
  stores: {
    icon: Store,
    one: 'store to approve',
    many: 'stores to approve',
    action: 'Review',
    to: '/stores',
    search: { is_accepted: 'no' },
  },
  reviews: {
    icon: Star,
    one: 'low rating without a reply',
    many: 'low ratings without a reply',
    action: 'Reply',
    to: '/reviews',
    search: { stars: '1,2', is_answered: 'no' },
  },
  data_requests: {
    icon: FileLock2,
    one: 'data request to answer',
    many: 'data requests to answer',
    action: 'Answer',
    to: '/data-requests',
    search: { state: 'open' },
  },
}
