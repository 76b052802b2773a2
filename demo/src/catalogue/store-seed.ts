import type { DeliveryType, StoreCover, StoreKind } from '../types.ts'
import { type Dish, type PictureKey, pictureOf } from './menu.ts'
import type { SectionKey } from './sections.ts'

/**
 * The part of a demo store that is written by hand. The prices of a store are calculated from the sections and
 * `priceLevel`.
 */
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
  /**
   * The sections of the store in the order of its menu, with the number of dishes from each; without a number, all
   * dishes.
   */
  menu: readonly (SectionKey | readonly [section: SectionKey, take: number])[]
  /** The store's own dishes, which its menu shows first. */
  specials?: { name: string; dishes: readonly Dish[] }
  /** The factor by which the store multiplies usual prices; 1 means usual prices. */
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
  /** Whether the store is switched off by hand. */
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

/**
 * The delivery charge of a store, in rupees. A DYNAMIC charge has a base charge, the distance that it covers, and the
 * cost of each further step of that length.
 */
export type DeliveryChargeSeed =
  | { fixed: number }
  | { dynamic: readonly [base: number, km: number, extra: number, stepKm: number] }

/** The store categories, in the order of the filter screen. */
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

type Heroes = { heroes: readonly PictureKey[] }

/** Returns the seed of a store, with its kind and the picture keys of its cover. */
export function storeOf(kind: StoreKind, { heroes, ...seed }: Omit<StoreSeed, 'kind' | 'cover'> & Heroes): StoreSeed {
  return { ...seed, kind, cover: { heroes: heroes.map((key) => pictureOf(key, seed.slug)) } }
}
