import { FileLock2, Users } from 'lucide-react'
import type { Area } from './area.ts'

export const customers: Area = {
  title: 'Customers',
  icon: Users,
  pages: [
    {
      path: '/customers',
      title: 'Customers',
      icon: Users,
      permission: 'all_users_view',
      search: { works_here: 'no' },
      load: () => import('#routes/customers.tsx'),
    },
    {
      path: '/people/$id',
      title: 'Person',
      icon: Users,
      permission: 'all_users_view',
      isInner: true,
      load: () => import('#routes/person.tsx'),
    },
    {
      path: '/data-requests',
      title: 'Data requests',
      icon: FileLock2,
      permission: 'all_users_view',
      load: () => import('#routes/data-requests.tsx'),
    },
  ],
}
