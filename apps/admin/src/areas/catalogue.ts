import { CirclePlus, LayoutList, ListOrdered, Store, Tags, UtensilsCrossed } from 'lucide-react'
import type { Area } from './area.ts'

export const catalogue: Area = {
  title: 'Catalogue',
  pages: [
    {
      path: '/stores',
      title: 'Stores',
      icon: Store,
      permission: 'stores_view',
      owners: true,
      load: () => import('#routes/stores.tsx'),
    },
    {
      path: '/stores/$id',
      title: 'Store',
      icon: Store,
      permission: 'stores_view',
      owners: true,
      isInner: true,
      load: () => import('#routes/store.tsx'),
    },
    {
      path: '/stores/$id/menu',
      title: 'Menu',
      icon: UtensilsCrossed,
      permission: 'items_view',
      owners: true,
      isInner: true,
      load: () => import('#routes/store-menu.tsx'),
    },
    {
      path: '/store-order',
      title: 'Order of stores',
      icon: ListOrdered,
      permission: 'stores_sort',
      isInner: true,
      load: () => import('#routes/store-order.tsx'),
    },
    {
      path: '/store-categories',
      title: 'Store categories',
      icon: Tags,
      permission: 'stores_view',
      load: () => import('#routes/store-categories.tsx'),
    },
    {
      path: '/items',
      title: 'Items',
      icon: UtensilsCrossed,
      permission: 'items_view',
      owners: true,
      load: () => import('#routes/items.tsx'),
    },
    {
      path: '/menu-categories',
      title: 'Menu categories',
      icon: LayoutList,
      permission: 'menu_categories_view',
      owners: true,
      load: () => import('#routes/menu-categories.tsx'),
    },
    {
      path: '/add-ons',
      title: 'Add-ons',
      icon: CirclePlus,
      permission: 'addons_view',
      owners: true,
      load: () => import('#routes/add-ons.tsx'),
    },
  ],
}
