import { DatabaseBackup, LayoutDashboard, ScrollText, Server, ShieldCheck } from 'lucide-react'
import type { Area } from './area.ts'

export const shop: Area = {
  title: 'Shop',
  pages: [
    { path: '/', title: 'Home', icon: LayoutDashboard, owners: true, load: () => import('#routes/home.tsx') },
    {
      path: '/activity',
      title: 'Activity',
      icon: ScrollText,
      permission: 'settings_manage',
      load: () => import('#routes/activity.tsx'),
    },
    {
      path: '/server',
      title: 'Server',
      icon: Server,
      permission: 'settings_manage',
      load: () => import('#routes/server.tsx'),
    },
    {
      path: '/backups',
      title: 'Backups',
      icon: DatabaseBackup,
      permission: 'settings_manage',
      load: () => import('#routes/backups.tsx'),
    },
    {
      path: '/account',
      title: 'My account',
      icon: ShieldCheck,
      owners: true,
      isInner: true,
      load: () => import('#routes/account.tsx'),
    },
  ],
}
