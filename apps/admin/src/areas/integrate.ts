import { Webhook } from 'lucide-react'
import type { Area } from './area.ts'

export const integrate: Area = {
  title: 'Integrate',
  pages: [
    {
      path: '/integrations',
      title: 'Integrations',
      icon: Webhook,
      permission: 'settings_manage',
      load: () => import('#routes/integrations.tsx'),
    },
  ],
}
