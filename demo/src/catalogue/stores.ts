import type { StoreSeed } from './store-seed.ts'
import { cafesAndBakeries } from './stores/cafes-and-bakeries.ts'
import { chemists } from './stores/chemists.ts'
import { northernAndQuick } from './stores/northern-and-quick.ts'
import { salons } from './stores/salons.ts'
import { southernKitchens } from './stores/southern-kitchens.ts'
import { warehouses } from './stores/warehouses.ts'

/** All stores of the demo city. A store's id is its position in this list. */
export const stores: readonly StoreSeed[] = [
  ...southernKitchens,
  ...northernAndQuick,
  ...cafesAndBakeries,
  ...warehouses,
  ...chemists,
  ...salons,
]
