import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { carriedStatuses, orderStatus, unpaidStatuses } from '#db/codes.ts'
import type { Session } from '#http/session.ts'

/** The selection of a report's orders, over whole days in the shop's time zone. */
export type About = {
  from: string
  to: string
  timeZone: string
  stores: Session['stores']
  storeId?: number | null | undefined
  pincode?: string | null | undefined
  locationId?: number | null | undefined
  /** The currency of the orders that count; if it is missing, orders in every currency count. */
  currency?: string | null | undefined
}

/** Maximum distance in metres from a popular location at which an order counts towards it. */
const NEAR_METRES = 5000

/** Matches an order `o` that counts as placed: it does not wait for its payment, and its payment has not failed. */
export const isCounted = sql<SqlBool>`o.status not in ${unpaidStatuses}`

/** The sales of an order in minor units: its total less refunds; 0 for a cancelled order. */
export const soldMinor = sql`case when o.status = ${orderStatus.cancelled} then 0
  else o.total_minor - o.refunded_own_minor - o.refunded_promotion_minor end`

/** SQL over the events `e` of an order: the time when a rider last accepted it, and the time when it was picked up. */
export const takenAt = sql`max(e.at) filter (where e.to_status = ${orderStatus.assigned})`
export const pickedUpAt = sql`max(e.at) filter (where e.to_status = ${orderStatus.picked_up} and e.from_status <> ${orderStatus.picked_up})`

/** The minutes of an order `o` from the last rider's acceptance to the pickup, and from there to the door. */
export const timesOf = sql`(
  select extract(epoch from p.picked_up_at - p.taken_at) / 60 as to_pickup,
         extract(epoch from o.delivered_at - p.picked_up_at) / 60 as to_door
    from (select ${takenAt} as taken_at, ${pickedUpAt} as picked_up_at
            from order_events e where e.order_id = o.id and e.to_status in ${carriedStatuses}) p)`

export function startOf(day: RawBuilder<unknown> | string, timeZone: string): RawBuilder<Date> {
  return sql<Date>`((${day}::date)::timestamp at time zone ${timeZone})`
}

/** Returns the first moment after the end of the period. */
export function endOf({ to, timeZone }: About): RawBuilder<Date> {
  return startOf(sql`(${to}::date + 1)`, timeZone)
}

/** Returns whether a report selects the orders of all stores, in all currencies. */
export function isOfWholeShop({ stores, storeId, pincode, locationId, currency }: About): boolean {
  return stores === 'all' && storeId == null && !pincode && locationId == null && !currency
}

/** Matches the rows `o`, orders or totals, whose store `s` and currency a report selects. */
export function isOfStores({ stores, storeId, pincode, currency }: About): RawBuilder<SqlBool> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (stores !== 'all') parts.push(sql`o.store_id = any (${[...stores]}::int[])`)
  if (storeId != null) parts.push(sql`o.store_id = ${storeId}`)
  if (currency) parts.push(sql`o.currency = ${currency}`)
  if (pincode) parts.push(sql`s.pincode = ${pincode}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Matches the orders `o` of stores `s` that a report selects, at any time. */
export function isInPlace(about: About): RawBuilder<SqlBool> {
  const { locationId } = about
  const parts: RawBuilder<unknown>[] = [isCounted, isOfStores(about)]
  if (locationId != null)
    parts.push(sql`exists (
      select from popular_locations p where p.id = ${locationId}
         and earth_distance(ll_to_earth(p.latitude, p.longitude),
                            ll_to_earth(coalesce(o.latitude, s.latitude), coalesce(o.longitude, s.longitude))) <= ${NEAR_METRES})`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Matches the orders that a report selects, within its period. */
export function isAbout(about: About): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isInPlace(about)} and o.placed_at >= ${startOf(about.from, about.timeZone)}
    and o.placed_at < ${endOf(about)}`
}
