import { Bike, CalendarDays, ChartColumn, FileDown, ReceiptText, Scissors, ShoppingBasket } from 'lucide-react'
import type { Area } from './area.ts'

const reports = { permission: 'reports_view', owners: true } as const

export const analytics: Area = {
  title: 'Analytics',
  icon: ChartColumn,
  pages: [
    { path: '/reports', title: 'Reports', icon: ChartColumn, ...reports, load: () => import('#routes/reports.tsx') },
    {
      path: '/reports/sales-by-day',
      title: 'Sales by day',
      icon: CalendarDays,
      ...reports,
      isInner: true,
      load: () => import('#routes/sales-by-day.tsx'),
    },
    {
      path: '/reports/items-sold',
      title: 'Items sold',
      icon: ShoppingBasket,
      ...reports,
      isInner: true,
      load: () => import('#routes/items-sold.tsx'),
    },
    {
      path: '/reports/trips',
      title: 'Trips',
      icon: Bike,
      ...reports,
      isInner: true,
      load: () => import('#routes/trips.tsx'),
    },
    {
      path: '/reports/taxes',
      title: 'Taxes and charges',
      icon: ReceiptText,
      ...reports,
      isInner: true,
      load: () => import('#routes/taxes.tsx'),
    },
    {
      path: '/reports/salon',
      title: 'Salon report',
      icon: Scissors,
      ...reports,
      onlySalons: true,
      load: () => import('#routes/salon-report.tsx'),
    },
    {
      path: '/exports',
      title: 'Exports',
      icon: FileDown,
      owners: true,
      call: 'dashboard/exports',
      load: () => import('#routes/exports.tsx'),
    },
  ],
}
