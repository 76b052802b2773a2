import { House, LayoutDashboard, ShieldCheck } from 'lucide-react'
import type { Area } from './area.ts'

export const home: Area = {
  title: 'Home',
  icon: House,
  pages: [
    { path: '/', title: 'Home', icon: LayoutDashboard, owners: true, load: () => import('#routes/home.tsx') },
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
