import type { StoreSeed } from './store-seed.ts'
import { chemists } from './stores/chemists.ts'
import { restaurants } from './stores/restaurants.ts'
import { salons } from './stores/salons.ts'
import { warehouses } from './stores/warehouses.ts'

/** Every store of the city. A store's id is its place in this list, so new ones go to the end of their file's kind last. */
export const stores: readonly StoreSeed[] = [...restaurants, ...warehouses, ...chemists, ...salons]
