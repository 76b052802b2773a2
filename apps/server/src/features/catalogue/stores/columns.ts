import { type RawBuilder, sql } from 'kysely'
import { type HoursJson, hoursJsonOf } from './opening-hours.ts'
import type { StoreReach } from './reach.ts'

/**
 * The latitude and longitude of the point in a query around a point. They are the first two parameters of every such
 * statement.
 */
export const [latSql, lngSql] = [sql.raw('$1::float8'), sql.raw('$2::float8')]

export type StoreKind = 'store' | 'warehouse' | 'medical' | 'salon'
export type DeliveryType = 1 | 2 | 3 | 4

export type ListedStoreRow = StoreReach & {
  id: number
  slug: string
  name: string
  description: string
  image: string
  placeholder_image: string | null
  kind: StoreKind
  rating: string
  rating_sum: number
  rating_count: number
  delivery_time: string
  price_range: string
  offer: string | null
  is_pureveg: boolean
  is_featured: boolean
  is_active: boolean
  delivery_type: DeliveryType
  order_column: number | null
  time_zone: string
  custom_featured_name: string | null
  custom_message_on_list: string | null
  category_ids: number[]
  currency: string
  delivery_charge_type: 'FIXED' | 'DYNAMIC'
  delivery_charge_minor: bigint
  base_delivery_charge_minor: bigint
  base_delivery_distance_km: number
  extra_delivery_charge_minor: bigint
  extra_delivery_distance_km: number
  free_delivery_subtotal_minor: bigint
  is_schedulable: boolean
  /** When an open store that follows its hours closes; null if it stays open past tomorrow. */
  closes_at: Date | null
  distance_km: number
  /** When a pause ends; null without a pause. */
  paused_until: Date | null
  /**
   * The opening hours; null except for closed stores that follow their hours, because only their next opening time is
   * shown.
   */
  hours: HoursJson | null
  /** Whether a service of a salon can be booked; null for other kinds. */
  takes_visits: boolean | null
}

export type StoreRow = Omit<ListedStoreRow, 'distance_km' | 'hours' | 'offer'> & {
  hours: HoursJson
  certificate: string | null
  address: string
  pincode: string | null
  landmark: string | null
  phone: string | null
  sku: string
  store_charge_minor: bigint
  minimum_order_minor: bigint
  is_notifiable: boolean
  auto_acceptable: boolean
  accepts_scheduled_orders: boolean
  schedule_slot_buffer_minutes: number
  custom_message: string | null
}

/** Selects whether a service of the store `s` can be booked; null if it is no salon. */
export const takesVisits = sql<boolean | null>`case when s.kind = 'salon' then exists (
    select from services v join items i on i.id = v.item_id join item_categories c on c.id = i.item_category_id
     where v.store_id = s.id and i.deleted_at is null and i.is_active and c.is_enabled) end`

/** Selects every column of a `StoreRow` from the store `s`, for use inside another query. */
export const storeColumns = sql`
  s.id, s.slug, s.name, s.description, s.image, s.placeholder_image, s.kind, s.rating, s.rating_sum, s.rating_count,
  s.delivery_time, s.price_range, s.is_pureveg, s.is_featured, s.is_active, s.is_accepted, s.delivery_type, s.order_column,
  s.time_zone, s.custom_featured_name, s.custom_message, s.custom_message_on_list, s.latitude, s.longitude,
  s.delivery_radius_km, s.delivery_areas, s.certificate, s.address, s.pincode, s.landmark, s.phone, s.sku, s.currency,
  s.store_charge_minor, s.delivery_charge_type, s.delivery_charge_minor, s.base_delivery_charge_minor,
  s.base_delivery_distance_km, s.extra_delivery_charge_minor, s.extra_delivery_distance_km, s.minimum_order_minor,
  s.free_delivery_subtotal_minor, s.is_notifiable, s.auto_acceptable, s.is_schedulable, s.closes_at, s.paused_until, s.accepts_scheduled_orders,
  s.schedule_slot_buffer_minutes,
  array(select c.category_id from store_category_stores c where c.store_id = s.id) as category_ids,
  ${hoursJsonOf('s.id')} as hours, ${takesVisits} as takes_visits`

/**
 * Returns the SQL of the distance in kilometres from the store `s` to the point with latitude `$1` and longitude `$2`.
 * It is the haversine formula of `distanceKm` in the rules, which costs a tenth of `earth_distance`.
 */
export function distanceKmSql(): RawBuilder<number> {
  const halfLat = sql`sin(radians(${latSql} - s.latitude) / 2)`
  const halfLng = sql`sin(radians(${lngSql} - s.longitude) / 2)`
  return sql<number>`12742 * asin(sqrt(least(1,
    ${halfLat} * ${halfLat} + cos(radians(${latSql})) * cos(radians(s.latitude)) * ${halfLng} * ${halfLng})))`
}
