import type { Area } from './area.ts'
import { catalogue } from './catalogue.ts'
import { grow } from './grow.ts'
import { integrate } from './integrate.ts'
import { know } from './know.ts'
import { money } from './money.ts'
import { operate } from './operate.ts'
import { people } from './people.ts'
import { shape } from './shape.ts'
import { shop } from './shop.ts'

/** All pages of the dashboard, in the order of the side bar. */
export const areas: readonly Area[] = [shop, operate, catalogue, grow, people, money, know, shape, integrate]
