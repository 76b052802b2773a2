import { isOpenAt } from '@nukkad/rules/opening-hours.ts'
import { weekPlans } from '../catalogue/hours.ts'
import type { StoreSeed } from '../catalogue/store-seed.ts'
import { DAY_MS } from '../clock.ts'
import { hashText, randomFrom } from '../random.ts'
import type { StoreHoursRow, StoreRow, Weekday } from '../types.ts'

const weekdays: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const CITY_TIME_ZONE = 'Asia/Kolkata'

/** Builds the row of each store, which is open or closed by its hours at `now`. */
export function buildStores(
  seeds: readonly StoreSeed[],
  now: Date,
): { stores: StoreRow[]; storeHours: StoreHoursRow[] } {
  const storeHours = seeds.flatMap((seed, index) => hoursOf(seed, index + 1))
  const ranks = new Map(displayOrder(seeds).map(({ slug }, index) => [slug, index + 1]))
  const stores = seeds.map((seed, index) => {
    const hours = storeHours.filter((row) => row.storeId === index + 1)
    return storeRow(seed, index + 1, { now, isOpen: isOpenNow(hours, now), rank: ranks.get(seed.slug) ?? 0 })
  })
  return { stores, storeHours }
}

function storeRow(seed: StoreSeed, id: number, at: { now: Date; isOpen: boolean; rank: number }): StoreRow {
  const draw = randomFrom('store', seed.slug)
  return {
    id,
    slug: seed.slug,
    name: seed.name,
    description: seed.description,
    kind: seed.kind,
    cover: seed.cover,
    image: `/assets/img/restaurants/${seed.slug}.webp`,
    phone: `+9180${draw.between(25_500_000, 25_999_999)}`,
    address: seed.address,
    pincode: seed.pincode,
    landmark: seed.landmark,
    latitude: seed.at[0],
    longitude: seed.at[1],
    rating: seed.rating,
    ...termsOf(seed),
    deliveryMinutes: seed.kind === 'salon' ? 45 : draw.between(5, 10) * 5,
    priceRange: String(Math.round((seed.kind === 'salon' ? 900 : 320) * seed.priceLevel * 0.1) * 10),
    isPureVeg: seed.pureVeg ?? false,
    certificate: certificateOf(seed),
    commissionPercent: draw.pick([15, 18, 20, 22]),
    isActive: !seed.closed && at.isOpen,
    isAccepted: true,
    isFeatured: seed.featured !== undefined,
    customFeaturedName: seed.featured ?? null,
    customMessage: seed.pageMessage ? `<p>${seed.pageMessage}</p>` : null,
    offer: seed.cardMessage ?? null,
    customMessageOnList: null,
    autoAccepts: seed.autoAccepts ?? false,
    isSchedulable: !seed.closed,
    acceptsScheduledOrders: draw.chance(0.7),
    scheduleSlotBufferMinutes: draw.pick([30, 45, 60]),
    sortOrder: at.rank,
    createdAt: new Date(at.now.getTime() - draw.between(200, 900) * DAY_MS),
  }
}

type Terms = Pick<
  StoreRow,
  | 'storeChargeMinor'
  | 'deliveryType'
  | 'deliveryRadiusKm'
  | 'deliveryChargeType'
  | 'deliveryChargeMinor'
  | 'baseDeliveryChargeMinor'
  | 'baseDeliveryDistanceKm'
  | 'extraDeliveryChargeMinor'
  | 'extraDeliveryDistanceKm'
  | 'minOrderMinor'
  | 'freeDeliverySubtotalMinor'
>

function termsOf(seed: StoreSeed): Terms {
  const isDynamic = 'dynamic' in seed.charge
  const [base, baseKm, extra, extraKm] = 'dynamic' in seed.charge ? seed.charge.dynamic : [0, 0, 0, 1]
  return {
    storeChargeMinor: paise(seed.storeChargeRupees ?? 0),
    deliveryType: seed.deliveryType ?? 3,
    deliveryRadiusKm: seed.radiusKm ?? 6,
    deliveryChargeType: isDynamic ? 'DYNAMIC' : 'FIXED',
    deliveryChargeMinor: paise('fixed' in seed.charge ? seed.charge.fixed : 0),
    baseDeliveryChargeMinor: paise(base),
    baseDeliveryDistanceKm: baseKm,
    extraDeliveryChargeMinor: paise(extra),
    extraDeliveryDistanceKm: extraKm,
    minOrderMinor: paise(seed.minOrderRupees ?? 0),
    freeDeliverySubtotalMinor: paise(seed.freeFromRupees ?? 0),
  }
}

/** Converts whole rupees to minor units. */
export function paise(rupees: number): bigint {
  return BigInt(Math.round(rupees * 100))
}

/**
 * Returns a store's licence number in the form of real ones: 14 digits for food (2 = State licence, 12 = Karnataka), a
 * form number for drugs.
 */
function certificateOf(seed: StoreSeed): string {
  const serial = hashText(`licence/${seed.slug}`)
  if (seed.kind === 'medical') return `KA-B3-${100_000 + (serial % 900_000)}`
  if (seed.kind === 'salon') return `BBMP-TL-${1_000_000 + (serial % 9_000_000)}`
  return `212${19 + (serial % 6)}${String(serial % 1_000_000_000).padStart(9, '0')}`
}

function hoursOf(seed: StoreSeed, storeId: number): StoreHoursRow[] {
  const plan = weekPlans[seed.hours]
  return weekdays.flatMap((weekday) => {
    if (plan.restDay === weekday) return []
    const isWeekend = weekday === 'saturday' || weekday === 'sunday'
    const windows = (isWeekend && plan.weekend) || plan.days
    return windows.map(([opensAt, closesAt]) => ({ storeId, weekday, opensAt, closesAt }))
  })
}

/**
 * Puts featured stores first in the list of stores. Stores of the other kinds are mixed evenly, so that no part of the
 * list shows only one kind.
 */
function displayOrder(seeds: readonly StoreSeed[]): StoreSeed[] {
  const place = (seed: StoreSeed) => {
    const peers = seeds.filter(({ kind }) => kind === seed.kind)
    return (seed.featured ? 0 : 1) + (peers.indexOf(seed) + 0.5) / peers.length
  }
  return seeds.toSorted((a, b) => place(a) - place(b))
}

function isOpenNow(rows: readonly StoreHoursRow[], now: Date): boolean {
  const weekly = Object.groupBy(rows, ({ weekday }) => weekday)
  const windows = Object.entries(weekly).map(([weekday, day]) => [
    weekday,
    day.map(({ opensAt, closesAt }) => ({ open: opensAt, close: closesAt })),
  ])
  return isOpenAt({ weekly: Object.fromEntries(windows) }, now, CITY_TIME_ZONE)
}
