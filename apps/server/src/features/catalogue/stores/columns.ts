import { type RawBuilder, type Selectable, sql } from 'kysely'
import { columnList } from '#db/columns.ts'
import type { Stores } from '#db/schema.ts'
import { type HoursJson, hoursJsonOf } from './opening-hours.ts'

/**
 * SQL for the latitude and longitude around which a query searches. Latitude and longitude are the first two parameters
 * of every statement that searches around a point.
 */
export const [latSql, lngSql] = [sql.raw('$1::float8'), sql.raw('$2::float8')]

export type StoreKind = 'store' | 'warehouse' | 'medical' | 'salon'
export type DeliveryType = 1 | 2 | 3 | 4

/** One delivery area: a ring of corners, each [longitude, latitude]. */
type AreaRing = [lng: number, lat: number][]

/** The columns of a store that the table or the server restricts to known values. */
type RestrictedColumns = {
  kind: StoreKind
  delivery_type: DeliveryType
  delivery_charge_type: 'FIXED' | 'DYNAMIC'
  delivery_areas: AreaRing[] | null
}

/** A row of `stores`. Each statement selects a part of the row. */
export type StoreRow = Omit<Selectable<Stores>, keyof RestrictedColumns> & RestrictedColumns

/** The columns of a store that searches, lists and its own page have in common. */
export const sharedColumns = [
  'kind',
  'rating',
  'rating_sum',
  'rating_count',
  'delivery_time',
  'price_range',
  'is_pureveg',
  'is_featured',
  'is_active',
  'is_accepted',
  'delivery_type',
  'time_zone',
  'custom_featured_name',
  'custom_message_on_list',
  'latitude',
  'longitude',
  'delivery_radius_km',
  'delivery_areas',
  'delivery_charge_type',
  'delivery_charge_minor',
  'base_delivery_charge_minor',
  'base_delivery_distance_km',
  'extra_delivery_charge_minor',
  'extra_delivery_distance_km',
  'free_delivery_subtotal_minor',
  'is_schedulable',
  'closes_at',
  'paused_until',
] as const satisfies (keyof StoreRow)[]

const listedColumns = [
  ...sharedColumns,
  'id',
  'slug',
  'name',
  'description',
  'image',
  'placeholder_image',
  'order_column',
  'currency',
] as const satisfies (keyof StoreRow)[]

const pageColumns = [
  ...listedColumns,
  'certificate',
  'address',
  'pincode',
  'landmark',
  'phone',
  'sku',
  'store_charge_minor',
  'minimum_order_minor',
  'is_notifiable',
  'auto_acceptable',
  'accepts_scheduled_orders',
  'schedule_slot_buffer_minutes',
  'custom_message',
] as const satisfies (keyof StoreRow)[]

/** The facts about a store that lists and pages read from other tables. */
type JoinedColumns = {
  category_ids: number[]
  /** Whether a service of a salon can be booked; null for other kinds. */
  takes_visits: boolean | null
}

/** The facts of a store that each list and search around a point shows. */
export type NearbyStore = Pick<StoreRow, (typeof sharedColumns)[number] | 'currency' | 'offer'> & {
  distance_km: number
}

/** A store in a list around a point. */
export type ListedStore = NearbyStore &
  Pick<StoreRow, (typeof listedColumns)[number]> &
  JoinedColumns & {
    /**
     * The opening hours; null except for closed stores that follow their hours, because only their next opening time is
     * shown.
     */
    hours: HoursJson | null
  }

/** A store as its own page shows it. */
export type PageStore = Pick<StoreRow, (typeof pageColumns)[number]> & JoinedColumns & { hours: HoursJson }

/** Selects a `ListedStore`, except its distance, from the store `s`, for use inside another query. */
export const listedStore = sql`${columnList('s', listedColumns)}, s.offer,
  ${joinedColumns(sql`case when s.is_schedulable and not s.is_active then ${hoursJsonOf('s.id')} end`)}`

/** Selects a `PageStore` from the store `s`, for use inside another query. */
export const pageStore = sql`${columnList('s', pageColumns)}, ${joinedColumns(hoursJsonOf('s.id'))}`

function joinedColumns(hours: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  array(select c.category_id from store_category_stores c where c.store_id = s.id) as category_ids,
  ${hours} as hours,
  case when s.kind = 'salon' then exists (
    select from services v join items i on i.id = v.item_id join item_categories c on c.id = i.item_category_id
     where v.store_id = s.id and i.deleted_at is null and i.is_active and c.is_enabled) end as takes_visits`
}

/**
 * Returns the SQL of the distance in kilometres from the store `s` to the point with latitude `$1` and longitude `$2`.
 * The SQL is the haversine formula of `distanceKm` in the rules, which costs a tenth of `earth_distance`.
 */
export function distanceKmSql(): RawBuilder<number> {
  const halfLat = sql`sin(radians(${latSql} - s.latitude) / 2)`
  const halfLng = sql`sin(radians(${lngSql} - s.longitude) / 2)`
  return sql<number>`12742 * asin(sqrt(least(1,
    ${halfLat} * ${halfLat} + cos(radians(${latSql})) * cos(radians(s.latitude)) * ${halfLng} * ${halfLng})))`
}
