import type { Area } from './area.ts'
import { grow } from './grow.ts'
import { know } from './know.ts'
import { shop } from './shop.ts'

/** Everything there is to do, in the order of the side bar. */
export const areas: readonly Area[] = [shop, grow, know]
