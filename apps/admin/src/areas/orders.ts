import { Headset, LifeBuoy, ReceiptText, SquareKanban } from 'lucide-react'
import type { Area } from './area.ts'

export const orders: Area = {
  title: 'Orders',
  icon: ReceiptText,
  pages: [
    {
      path: '/orders',
      title: 'Orders',
      icon: ReceiptText,
      permission: 'order_view',
      owners: true,
      table: 'orders',
      load: () => import('#routes/orders.tsx'),
    },
    {
      path: '/orders/$id',
      title: 'Order',
      icon: ReceiptText,
      permission: 'order_view',
      owners: true,
      isInner: true,
      load: () => import('#routes/order.tsx'),
    },
    {
      path: '/board',
      title: 'Live board',
      icon: SquareKanban,
      permission: 'order_view',
      owners: true,
      load: () => import('#routes/board.tsx'),
    },
    {
      path: '/cases',
      title: 'Cases',
      icon: LifeBuoy,
      permission: 'order_view',
      owners: true,
      load: () => import('#routes/cases.tsx'),
    },
    {
      path: '/call-and-order',
      title: 'Call and order',
      icon: Headset,
      permission: 'login_as_customer',
      load: () => import('#routes/call-and-order.tsx'),
    },
  ],
}
