import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, onDays } from '#features/tables/filters.ts'
import { type FilterFacts, tableSource } from '#features/tables/source.ts'
import { isCounted, soldMinor, timesOf } from './sums.ts'

const ofStores = (store: RawBuilder<unknown>) => (ids: readonly number[]) =>
  sql<SqlBool>`${store} = any (${[...ids]}::int[])`

const taxKey = sql`d.day || '-' || d.store_id || '-' || d.currency || '-' || d.tax_basis_points`

const dayOf = ({ timeZone }: FilterFacts) => sql`(o.placed_at at time zone ${timeZone})::date`

export const salesByDayTable = tableSource('sales_by_day', {
  from: (facts) => sql`(
    select ${dayOf(facts)} as day, o.store_id, o.currency, count(*)::int as orders,
           count(*) filter (where o.status = 6)::int as cancelled, coalesce(sum(${soldMinor}), 0)::bigint as sales
      from orders o where ${isCounted} group by 1, o.store_id, o.currency) d join stores s on s.id = d.store_id`,
  columns: {
    id: sql`d.day || '-' || d.store_id || '-' || d.currency`,
    day: sql`d.day`,
    store: sql`s.name`,
    orders: sql`d.orders`,
    cancelled: sql`d.cancelled`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: { day: onDays(sql`d.day`), store: isId(sql`d.store_id`) },
  key: sql`d.day || '-' || d.store_id || '-' || d.currency`,
  ofStores: ofStores(sql`d.store_id`),
})

export const itemsSoldTable = tableSource('items_sold', {
  from: (facts) => sql`(
    select ${dayOf(facts)} as day, o.store_id, o.currency, l.name, sum(l.quantity)::int as quantity,
           sum(l.unit_price_minor * l.quantity - l.discount_minor)::bigint as sales
      from orders o join order_lines l on l.order_id = o.id
     where ${isCounted} and o.status <> 6 group by 1, o.store_id, o.currency, l.name) d join stores s on s.id = d.store_id`,
  columns: {
    id: sql`d.day || '-' || d.store_id || '-' || d.currency || '-' || d.name`,
    day: sql`d.day`,
    item: sql`d.name`,
    store: sql`s.name`,
    quantity: sql`d.quantity`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: { day: onDays(sql`d.day`), store: isId(sql`d.store_id`) },
  search: holds(sql`d.name`),
  key: sql`d.day || '-' || d.store_id || '-' || d.currency || '-' || d.name`,
  ofStores: ofStores(sql`d.store_id`),
})

/** What was charged on delivered orders, a row for each day, store and rate: what a return of taxes asks for. */
export const taxesTable = tableSource('taxes', {
  from: ({ timeZone }) => sql`(
    select (o.delivered_at at time zone ${timeZone})::date as day, o.store_id, o.currency, o.tax_basis_points,
           count(*)::int as orders, sum(o.subtotal_minor)::bigint as items, sum(o.coupon_minor)::bigint as discount,
           sum(o.store_charge_minor + o.delivery_charge_minor)::bigint as charges, sum(o.tax_minor)::bigint as tax,
           sum(o.tip_minor)::bigint as tips, sum(o.total_minor)::bigint as total,
           sum(o.refunded_own_minor + o.refunded_promotion_minor)::bigint as refunded
      from orders o where o.status = 5 and o.delivered_at is not null
     group by 1, o.store_id, o.currency, o.tax_basis_points) d join stores s on s.id = d.store_id`,
  columns: {
    id: taxKey,
    day: sql`d.day`,
    store: sql`s.name`,
    rate: sql`(d.tax_basis_points / 100.0)::float8`,
    orders: sql`d.orders`,
    items: sql`d.items`,
    discount: sql`d.discount`,
    charges: sql`d.charges`,
    tax: sql`d.tax`,
    tips: sql`d.tips`,
    total: sql`d.total`,
    refunded: sql`d.refunded`,
    currency: sql`d.currency`,
  },
  filters: { day: onDays(sql`d.day`), store: isId(sql`d.store_id`) },
  key: taxKey,
  ofStores: ofStores(sql`d.store_id`),
})

export const tripsTable = tableSource('trips', {
  from: sql`orders o join stores s on s.id = o.store_id left join users r on r.id = o.rider_id
            left join lateral ${timesOf} t on true`,
  where: sql`o.status = 5 and o.delivery_type = 1 and o.delivered_at is not null`,
  columns: {
    id: sql`o.id`,
    order: sql`o.unique_order_id`,
    delivered_at: sql`o.delivered_at`,
    store: sql`s.name`,
    rider: sql`r.name`,
    to_pickup: sql`round(t.to_pickup)::int`,
    to_door: sql`round(t.to_door)::int`,
    promised: sql`round(extract(epoch from o.promised_at - o.placed_at) / 60)::int`,
    real: sql`round(extract(epoch from o.delivered_at - o.placed_at) / 60)::int`,
  },
  filters: { delivered_at: inDates(sql`o.delivered_at`), store: isId(sql`o.store_id`), rider: isId(sql`o.rider_id`) },
  search: holds(sql`o.unique_order_id`, sql`r.name`),
  key: sql`o.id`,
  ofStores: ofStores(sql`o.store_id`),
})
