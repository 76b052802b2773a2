import { Banknote, Bike, HandCoins, MapPinned } from 'lucide-react'
import type { Area } from './area.ts'

export const riders: Area = {
  title: 'Riders',
  icon: Bike,
  pages: [
    {
      path: '/riders',
      title: 'Riders',
      icon: Bike,
      permission: 'delivery_guys_view',
      load: () => import('#routes/riders.tsx'),
    },
    {
      path: '/riders-map',
      title: 'Rider map',
      icon: MapPinned,
      permission: 'delivery_guys_view',
      load: () => import('#routes/riders-map.tsx'),
    },
    {
      path: '/rider-cash',
      title: 'Cash with riders',
      icon: Banknote,
      permission: 'delivery_collection_manage',
      load: () => import('#routes/rider-cash.tsx'),
    },
    {
      path: '/rider-cash/requests',
      title: 'Cash handed in',
      icon: HandCoins,
      permission: 'delivery_collection_manage',
      load: () => import('#routes/cash-requests.tsx'),
    },
    {
      path: '/rider-cash/taken-in',
      title: 'Cash collected',
      icon: HandCoins,
      permission: 'delivery_collection_logs_view',
      load: () => import('#routes/cash-taken-in.tsx'),
    },
  ],
}
