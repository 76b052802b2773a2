import type { Theme } from '@nukkad/contract/storefront/themes.ts'

type Colours = Pick<Theme, 'storeColor' | 'cartColorBg' | 'cartColorText'>

/** Colour schemes with which a person can start a theme. */
export const presets: readonly { name: string; colours: Colours }[] = [
  { name: 'Marigold', colours: { storeColor: '#fc8019', cartColorBg: '#60b246', cartColorText: '#ffffff' } },
  { name: 'Fern', colours: { storeColor: '#0a7d55', cartColorBg: '#0b3d2c', cartColorText: '#ffffff' } },
  { name: 'Lagoon', colours: { storeColor: '#0e7490', cartColorBg: '#083344', cartColorText: '#e0f7fa' } },
  { name: 'Indigo', colours: { storeColor: '#4f46e5', cartColorBg: '#1e1b4b', cartColorText: '#ffffff' } },
  { name: 'Rani', colours: { storeColor: '#c2185b', cartColorBg: '#4a0d2b', cartColorText: '#ffe4ef' } },
  { name: 'Brick', colours: { storeColor: '#b4442c', cartColorBg: '#2f1712', cartColorText: '#ffffff' } },
]
