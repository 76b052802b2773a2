import { analytics } from './analytics.ts'
import type { Area } from './area.ts'
import { customers } from './customers.ts'
import { home } from './home.ts'
import { marketing } from './marketing.ts'
import { menuAndStores } from './menu-and-stores.ts'
import { money } from './money.ts'
import { orders } from './orders.ts'
import { riders } from './riders.ts'
import { settings } from './settings.ts'

/** All pages of the dashboard, grouped by the nine entries of the side bar in their order. */
export const areas: readonly Area[] = [
  home,
  orders,
  menuAndStores,
  customers,
  riders,
  marketing,
  money,
  analytics,
  settings,
]
