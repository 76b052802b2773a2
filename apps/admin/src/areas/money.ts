import {
  ArrowLeftRight,
  Banknote,
  BookCheck,
  Gavel,
  HandCoins,
  Landmark,
  ReceiptText,
  Undo2,
  Wallet,
} from 'lucide-react'
import type { Area } from './area.ts'

export const money: Area = {
  title: 'Money',
  pages: [
    {
      path: '/wallet-movements',
      title: 'Wallet movements',
      icon: ArrowLeftRight,
      permission: 'wallet_transactions_view',
      load: () => import('#routes/wallet-movements.tsx'),
    },
    {
      path: '/wallet-corrections',
      title: 'Wallet corrections',
      icon: Wallet,
      permission: 'all_users_wallet',
      load: () => import('#routes/wallet-corrections.tsx'),
    },
    {
      path: '/refunds',
      title: 'Refunds',
      icon: Undo2,
      permission: 'order_actions',
      load: () => import('#routes/refunds.tsx'),
    },
    {
      path: '/rider-cash',
      title: 'Cash with riders',
      icon: Banknote,
      permission: 'delivery_collection_manage',
      load: () => import('#routes/rider-cash.tsx'),
    },
    {
      path: '/rider-cash/taken-in',
      title: 'Cash collected',
      icon: HandCoins,
      permission: 'delivery_collection_logs_view',
      load: () => import('#routes/cash-taken-in.tsx'),
    },
    {
      path: '/payouts',
      title: 'Payouts',
      icon: Landmark,
      permission: 'store_payouts_manage',
      owners: true,
      load: () => import('#routes/payouts.tsx'),
    },
    {
      path: '/payment-issues',
      title: 'Payment issues',
      icon: ReceiptText,
      permission: 'order_view',
      load: () => import('#routes/payment-issues.tsx'),
    },
    {
      path: '/disputes',
      title: 'Disputes',
      icon: Gavel,
      permission: 'order_view',
      load: () => import('#routes/disputes.tsx'),
    },
    {
      path: '/books',
      title: 'Books',
      icon: BookCheck,
      permission: 'wallet_transactions_view',
      load: () => import('#routes/books.tsx'),
    },
  ],
}
