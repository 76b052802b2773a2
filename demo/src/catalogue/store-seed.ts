import type { EmojiName } from '../pictures.ts'
import type { DeliveryType, StoreCover, StoreKind } from '../types.ts'
import { type Dish, pictureOf } from './menu.ts'
import type { ProductKey } from './products.ts'
import type { SectionKey } from './sections.ts'

/** What is written by hand about a store; its prices follow from the sections and `priceLevel`. */
export type StoreSeed = {
  slug: string
  name: string
  kind: StoreKind
  description: string
  cover: StoreCover
  address: string
  landmark: string
  pincode: string
  at: readonly [latitude: number, longitude: number]
  rating: number
  hours: HoursKey
  categories: readonly CategoryName[]
  /** Sections in menu order, with how many dishes this store takes of each (all when no number is given). */
  menu: readonly (SectionKey | readonly [section: SectionKey, take: number])[]
  /** The store's own dishes, shown first. */
  specials?: { name: string; dishes: readonly Dish[] }
  /** 1 = usual prices. */
  priceLevel: number
  pureVeg?: boolean
  deliveryType?: DeliveryType
  charge: DeliveryChargeSeed
  minOrderRupees?: number
  storeChargeRupees?: number
  freeFromRupees?: number
  radiusKm?: number
  featured?: string
  cardMessage?: string
  pageMessage?: string
  autoAccepts?: boolean
  /** Switched off by hand. */
  closed?: boolean
}

export type HoursKey =
  | 'allDay'
  | 'restaurant'
  | 'lateNight'
  | 'tiffin'
  | 'bakery'
  | 'market'
  | 'grocer'
  | 'chemist'
  | 'salon'
  | 'parlour'

/** Rupees; a DYNAMIC charge is the base, the distance it covers, and what each further step of that length costs. */
export type DeliveryChargeSeed =
  | { fixed: number }
  | { dynamic: readonly [base: number, km: number, extra: number, stepKm: number] }

/** What a store is found under, in the order of the filter screen. */
export const categoryNames = [
  'South Indian',
  'Biryani',
  'North Indian',
  'Kebabs',
  'Chinese & Asian',
  'Pizza & burgers',
  'Rolls & momos',
  'Chaat & snacks',
  'Seafood',
  'Breakfast',
  'Healthy',
  'Café',
  'Bakery & cakes',
  'Sweets & ice cream',
  'Juices & shakes',
  'Groceries',
  'Fruit & veg',
  'Milk & eggs',
  'Meat & fish',
  'Flowers & puja',
  'Baby & pet',
  'Pharmacy',
  'Wellness',
  'Hair',
  'Skin',
  'Nails',
  'Massage',
  'Bridal',
] as const

export type CategoryName = (typeof categoryNames)[number]

type Heroes = { heroes: readonly (EmojiName | ProductKey)[] }

/** A store of this kind, its cover written as picture keys. */
export function storeOf(kind: StoreKind, { heroes, ...seed }: Omit<StoreSeed, 'kind' | 'cover'> & Heroes): StoreSeed {
  return { ...seed, kind, cover: { heroes: heroes.map((key) => pictureOf(key, seed.slug)) } }
}
