import { Bike, FileLock2, KeyRound, ShieldUser, Store, Users } from 'lucide-react'
import type { Area } from './area.ts'

export const people: Area = {
  title: 'People',
  pages: [
    {
      path: '/customers',
      title: 'Customers',
      icon: Users,
      permission: 'all_users_view',
      load: () => import('#routes/customers.tsx'),
    },
    {
      path: '/riders',
      title: 'Riders',
      icon: Bike,
      permission: 'delivery_guys_view',
      load: () => import('#routes/riders.tsx'),
    },
    {
      path: '/owners',
      title: 'Store owners',
      icon: Store,
      permission: 'store_owners_view',
      load: () => import('#routes/owners.tsx'),
    },
    {
      path: '/staff',
      title: 'Staff',
      icon: ShieldUser,
      permission: 'all_users_view',
      load: () => import('#routes/staff.tsx'),
    },
    {
      path: '/sign-ins',
      title: 'Sign-ins',
      icon: KeyRound,
      permission: 'all_users_view',
      load: () => import('#routes/sign-ins.tsx'),
    },
    {
      path: '/data-requests',
      title: 'Data requests',
      icon: FileLock2,
      permission: 'all_users_view',
      load: () => import('#routes/data-requests.tsx'),
    },
    {
      path: '/people/$id',
      title: 'Person',
      icon: Users,
      permission: 'all_users_view',
      isInner: true,
      load: () => import('#routes/person.tsx'),
    },
  ],
}
