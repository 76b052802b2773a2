import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryCharge } from '@nukkad/rules/delivery-charge.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { nextOpening } from '@nukkad/rules/opening-hours.ts'
import { averageOf } from '@nukkad/rules/rating.ts'
import { clockTime } from './clock-time.ts'
import type { ListedStore, NearbyStore, PageStore, StoreRow } from './columns.ts'
import { deliveryTerms } from './delivery-terms.ts'
import { openingHoursOf } from './opening-hours.ts'

export type ListedStoreOnWire = Output<'get-delivery-restaurants'>[number]
export type StoreOnWire = Output<'get-restaurant-info'>

/** Time in milliseconds before a store's closing time, from which on a list shows when the store closes. */
const CLOSES_SOON_MS = 3_600_000

/** `roundsUp` is whether delivery charges are rounded up: the setting `enDelChrRnd`. */
type Seen = { now: Date; roundsUp: boolean }

/** Returns a store as lists show it (docs/reference/wire.md#home-and-store-lists). */
export function presentListedStore(row: ListedStore, seen: Seen): ListedStoreOnWire {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: plainTextOf(row.description),
    image: row.image,
    placeholder_image: row.placeholder_image,
    kind: row.kind,
    rating: row.rating,
    avgRating: averageOf({ sum: row.rating_sum, count: row.rating_count }),
    rating_count: row.rating_count,
    delivery_time: row.delivery_time,
    price_range: row.price_range,
    is_featured: row.is_featured ? 1 : 0,
    is_active: row.is_active ? 1 : 0,
    delivery_type: row.delivery_type,
    ...presentNearby(row, seen),
    opens_at: opensAt(row, seen.now),
    is_pureveg: row.is_pureveg ? 1 : 0,
    currency: row.currency,
    free_delivery_subtotal: wireMoney(row.free_delivery_subtotal_minor, row.currency),
    categories_ids: row.category_ids,
    custom_featured_name: row.custom_featured_name,
    custom_message_on_list: row.custom_message_on_list,
    takes_visits: row.takes_visits ?? undefined,
  }
}

/**
 * Returns the fields that a list or a search adds to a store: those that depend on the distance or the current time,
 * and its offer.
 */
export function presentNearby(
  row: NearbyStore,
  { now, roundsUp }: Seen,
): Pick<ListedStoreOnWire, 'distance' | 'closes_soon_at' | 'delivery_charge' | 'offer'> {
  const closes = closingOf(row)
  const charge = deliveryCharge({
    terms: deliveryTerms(row),
    distanceKm: row.distance_km,
    currency: row.currency,
    roundUp: roundsUp,
  })
  return {
    distance: row.distance_km,
    closes_soon_at: closes && closes.getTime() - now.getTime() <= CLOSES_SOON_MS ? clockTime(closes, row) : null,
    delivery_charge: wireMoney(charge, row.currency),
    offer: row.offer,
  }
}

/** Returns the full store row (docs/reference/wire.md#store-row). A store that is not accepted is never active. */
export function presentStore(row: PageStore, { isFavourite }: { isFavourite: boolean }): StoreOnWire {
  const money = (minor: bigint): string => wireMoney(minor, row.currency)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    location_id: null,
    image: row.image,
    placeholder_image: row.placeholder_image,
    kind: row.kind,
    rating: row.rating,
    avgRating: averageOf({ sum: row.rating_sum, count: row.rating_count }),
    rating_count: row.rating_count,
    delivery_time: row.delivery_time,
    price_range: row.price_range,
    is_pureveg: row.is_pureveg ? 1 : 0,
    slug: row.slug,
    latitude: String(row.latitude),
    longitude: String(row.longitude),
    certificate: row.certificate,
    restaurant_charges: money(row.store_charge_minor),
    delivery_charges: money(row.delivery_charge_minor),
    address: row.address,
    pincode: row.pincode,
    landmark: row.landmark,
    phone: row.phone,
    sku: row.sku,
    is_active: row.is_active && row.is_accepted ? 1 : 0,
    is_accepted: row.is_accepted ? 1 : 0,
    is_featured: row.is_featured ? 1 : 0,
    is_favorited: isFavourite,
    delivery_type: row.delivery_type,
    delivery_radius: row.delivery_radius_km,
    delivery_charge_type: row.delivery_charge_type,
    base_delivery_charge: money(row.base_delivery_charge_minor),
    base_delivery_distance: row.base_delivery_distance_km,
    extra_delivery_charge: money(row.extra_delivery_charge_minor),
    extra_delivery_distance: row.extra_delivery_distance_km,
    min_order_price: money(row.minimum_order_minor),
    free_delivery_subtotal: money(row.free_delivery_subtotal_minor),
    is_notifiable: row.is_notifiable ? 1 : 0,
    auto_acceptable: row.auto_acceptable ? 1 : 0,
    schedule_data: row.hours.weekly.length > 0 ? JSON.stringify(openingHoursOf(row.hours).weekly) : null,
    is_schedulable: row.is_schedulable ? 1 : 0,
    is_orderscheduling: row.is_schedulable && row.accepts_scheduled_orders,
    accept_scheduled_orders: row.accepts_scheduled_orders ? 1 : 0,
    schedule_slot_buffer: row.schedule_slot_buffer_minutes,
    opens_at: opensAt(row.is_schedulable ? row : { ...row, hours: null }, new Date()),
    closes_at: closesAt(row),
    order_column: row.order_column,
    custom_message: row.custom_message,
    custom_message_on_list: row.custom_message_on_list,
    custom_featured_name: row.custom_featured_name,
    zone_id: null,
    currency: row.currency,
    categories_ids: row.category_ids,
    takes_visits: row.takes_visits ?? undefined,
  }
}

/**
 * Returns the next opening time of a closed store in the store's time zone, such as `"09:00"`; null for an open store,
 * or if no opening time is known. A paused store opens after its pause; if it follows its hours, it opens at the first
 * open time after that.
 */
function opensAt(
  {
    is_active,
    hours,
    paused_until,
    time_zone,
  }: Pick<ListedStore, 'is_active' | 'hours' | 'paused_until' | 'time_zone'>,
  now: Date,
) {
  if (is_active) return null
  const pauseEnd = paused_until && new Date(paused_until)
  const opening = hours
    ? nextOpening(openingHoursOf(hours), pauseEnd && pauseEnd > now ? pauseEnd : now, time_zone)
    : pauseEnd
  return opening ? clockTime(opening, { time_zone }) : null
}

/** Returns the closing time of an open store that follows its hours, in the store's time zone, such as `"22:30"`. */
function closesAt(row: PageStore): string | null {
  const closes = closingOf(row)
  return closes && clockTime(closes, row)
}

type Closing = Pick<StoreRow, 'is_active' | 'is_schedulable' | 'closes_at'>

function closingOf({ is_active, is_schedulable, closes_at }: Closing): Date | null {
  // The closing time is a string in rows of searches, because these were read as JSON.
  return is_active && is_schedulable && closes_at ? new Date(closes_at) : null
}
