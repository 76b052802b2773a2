import { pictureOf } from '../catalogue/menu.ts'
import { pages as pageSeeds } from '../catalogue/pages.ts'
import { categoryNames, type StoreSeed } from '../catalogue/store-seed.ts'
import {
  type CouponSeed,
  coupons as couponSeeds,
  locations as locationSeeds,
  type SlideSeed,
  slides as slideSeeds,
  tiles as tileSeeds,
} from '../catalogue/town.ts'
import { DAY_MS } from '../clock.ts'
import type {
  CategoryRow,
  City,
  CouponRow,
  ItemRow,
  SettingRow,
  SlideRow,
  SliderRow,
  StoreRow,
  TileRow,
} from '../types.ts'
import { paise } from './stores.ts'

type Shops = { stores: readonly StoreRow[]; items: readonly ItemRow[] }
type Town = Pick<
  City,
  'categories' | 'storeCategories' | 'tiles' | 'locations' | 'sliders' | 'slides' | 'pages' | 'settings'
>

/**
 * Builds everything of the demo city except stores, people and orders: categories, the content of the home screen,
 * pages and the brand.
 */
export function buildTown(seeds: readonly StoreSeed[], shops: Shops, now: Date): Town {
  const updatedAt = new Date(now.getTime() - 20 * DAY_MS)
  return {
    categories: categoryNames.map(
      (name, index): CategoryRow => ({ id: index + 1, name, isActive: true, sortOrder: index + 1 }),
    ),
    storeCategories: seeds.flatMap((seed, index) =>
      seed.categories.map((name) => ({ storeId: index + 1, categoryId: categoryId(name) })),
    ),
    tiles: tileSeeds.map(
      (seed, index): TileRow => ({
        id: index + 1,
        name: seed.name,
        image: `/assets/img/tiles/${slugOf(seed.name)}.webp`,
        picture: pictureOf(seed.picture, seed.name),
        categoryIds: seed.categories.map(categoryId),
        isActive: true,
        sortOrder: index + 1,
      }),
    ),
    locations: locationSeeds.map((seed, index) => ({ id: index + 1, ...seed })),
    sliders,
    slides: slideSeeds.map((seed, index) => slideRow(seed, index + 1, shops)),
    pages: pageSeeds.map((seed, index) => ({ id: index + 1, ...seed, updatedAt })),
    settings,
  }
}

/**
 * Builds the demo's coupons with the stores that accept them. The uses of coupons are counted once the orders are
 * known.
 */
export function buildCoupons(stores: readonly StoreRow[], now: Date): Pick<City, 'coupons' | 'couponStores'> {
  const coupons = couponSeeds.map((seed, index) => couponRow(seed, index + 1, now))
  const couponStores = couponSeeds.flatMap((seed, index) =>
    seed.stores.map((slug) => ({ couponId: index + 1, storeId: storeBySlug(stores, slug).id })),
  )
  return { coupons, couponStores }
}

const sliders: SliderRow[] = [
  { id: 1, name: 'Top of the home screen', position: 0, size: 5, isActive: true },
  { id: 2, name: 'Between the stores', position: 3, size: 4, isActive: true },
]

/**
 * The settings of the demo, which include its brand. Settings that equal their default are included, so that a new
 * default does not change the demo.
 */
const settings: SettingRow[] = Object.entries({
  storeName: 'Nukkad',
  storeEmail: 'help@nukkad.example',
  storeColor: '#d3165f',
  cartColorBg: '#2c1120',
  cartColorText: '#ffffff',
  seoMetaTitle: 'Nukkad: order from the corner',
  seoMetaDescription: 'Food, groceries, medicine and salon services from the stores around you in Koramangala.',
  consultWhatsappNumber: '918025550100',
  consultGreetingText: 'Hi Nukkad, I need some help with',
  enableReferAndEarn: 'true',
  referAndEarnText: 'Share your code: ₹200 for your friend, ₹200 for you.',
  googleFullAddress: 'true',
  taxApplicable: 'true',
  taxPercentage: '5',
  showTipsAmount: 'true',
  tips: '20,30,50',
  expandAllItemMenu: 'true',
  showRestaurantCategorySliderLabel: 'true',
  restaurantCategorySliderPosition: '0',
  showSupportDetails: 'true',
  supportContactNumber: '+918025550100',
  // The settings from here on are the keys of the simulated payment providers, which exist only while a demo runs.
  paytm_merchant_website: 'WEBSTAGING',
  mercadopagoCurrency: 'BRL',
}).map(([key, value]) => ({ key, value }))

/** The tax of past orders in percent, which equals the setting `taxPercentage`. */
export const TAX_PERCENT = 5

function couponRow(seed: CouponSeed, id: number, now: Date): CouponRow {
  const { discountRupees, minRupees, maxRupees, endsInDays, stores, ...shared } = seed
  return {
    id,
    ...shared,
    discountMinor: paise(discountRupees),
    minSubtotalMinor: paise(minRupees),
    maxDiscountMinor: paise(maxRupees),
    count: 0,
    expiresAt: new Date(now.getTime() + endsInDays * DAY_MS),
    isForAllStores: stores.length === 0,
  }
}

function slideRow(seed: SlideSeed, id: number, shops: Shops): SlideRow {
  const sliderId = seed.slider === 'main' ? 1 : 2
  return {
    id,
    sliderId,
    name: seed.name,
    image: `/assets/img/slides/${seed.name}.webp`,
    art: {
      title: seed.title,
      line: seed.line,
      gradient: seed.gradient,
      heroes: seed.heroes.map((key) => pictureOf(key, seed.name)),
    },
    link: linkOf(seed.link, shops),
    area: seed.near ? { latitude: seed.near.at[0], longitude: seed.near.at[1], radiusKm: seed.near.radiusKm } : null,
    isActive: true,
    sortOrder: id,
  }
}

function linkOf(link: SlideSeed['link'], { stores, items }: Shops): SlideRow['link'] {
  if (!link) return null
  if ('url' in link) return { model: 'url', url: link.url }
  const storeId = storeBySlug(stores, link.store).id
  if (link.item === undefined) return { model: 'store', storeId }
  const item = items.find((row) => row.storeId === storeId && row.name === link.item)
  if (!item) throw new Error(`no item ${link.item} at ${link.store} to link a slide to`)
  return { model: 'item', storeId, itemId: item.id }
}

/**
 * Finds a store by its slug. @throws Error for a slug that no store has, because the catalogue then contradicts itself
 */
export function storeBySlug(stores: readonly StoreRow[], slug: string): StoreRow {
  const store = stores.find((row) => row.slug === slug)
  if (!store) throw new Error(`no store with the slug ${slug}`)
  return store
}

function categoryId(name: (typeof categoryNames)[number]): number {
  return categoryNames.indexOf(name) + 1
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
