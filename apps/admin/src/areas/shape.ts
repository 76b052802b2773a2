import { Languages, Palette, Settings, Type } from 'lucide-react'
import type { Area } from './area.ts'

export const shape: Area = {
  title: 'Shape',
  pages: [
    {
      path: '/theme',
      title: 'Theme studio',
      icon: Palette,
      permission: 'settings_manage',
      load: () => import('#routes/theme.tsx'),
    },
    {
      path: '/settings',
      title: 'Settings',
      icon: Settings,
      permission: 'settings_manage',
      load: () => import('#routes/settings.tsx'),
    },
    {
      path: '/languages',
      title: 'Languages',
      icon: Languages,
      permission: 'translations_manage',
      load: () => import('#routes/languages.tsx'),
    },
    {
      path: '/translations',
      title: 'Translations',
      icon: Type,
      permission: 'translations_manage',
      load: () => import('#routes/translations.tsx'),
    },
  ],
}
