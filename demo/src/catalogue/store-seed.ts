import type { DeliveryType, StoreCover, StoreKind } from '../types.ts'
import type { Dish } from './menu.ts'

/** What is written by hand about a store; prices of its menu follow from the sections and `priceLevel`. */
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
  categories: readonly string[]
  /** Sections of the section book, in menu order, with how many dishes this store takes of each (all when absent). */
  menu: readonly (string | readonly [section: string, take: number])[]
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

/** Rupees; a DYNAMIC charge is [base, base km, extra, each further km]. */
export type DeliveryChargeSeed = { fixed: number } | { dynamic: readonly [number, number, number, number] }
