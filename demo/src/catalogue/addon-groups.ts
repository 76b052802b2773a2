import type { AddonGroup } from './menu.ts'

export const addonGroups: Record<string, AddonGroup> = {
  tiffinExtras: {
    name: 'On the side',
    type: 'MULTI',
    description: 'Choose any',
    limit: 3,
    pricing: 'add',
    options: [
      ['Extra sambar', 15],
      ['Extra coconut chutney', 15],
      ['Podi with ghee', 25],
      ['Extra butter', 20],
    ],
  },
}
