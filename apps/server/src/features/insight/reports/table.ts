import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deliveryType, orderStatus } from '#db/codes.ts'
import { holds, inDates, isId, isText, onDays } from '#platform/tables/filters.ts'
import { type FromFacts, tableSource } from '#platform/tables/source.ts'
import {
  cohortRows,
  dayRows,
  hourRows,
  itemRows,
  lateRows,
  minutesOf,
  referralRows,
  riderRows,
  storeRows,
} from './rows.ts'
import { type About, timesOf } from './totals.ts'

const ofStores = (store: RawBuilder<unknown>) => (ids: readonly number[]) =>
  sql<SqlBool>`${store} = any (${[...ids]}::int[])`

const taxKey = sql`d.day || '-' || d.store_id || '-' || d.currency || '-' || d.tax_basis_points`

/**
 * Converts the filters of a table to the selection of a report. A filter with an open end reaches to the start or end
 * of the shop's history.
 */
function aboutOf({ filters, stores, timeZone }: FromFacts): About {
  const [from, to] = (filters.day ?? '').split('..')
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  const idOf = (value: string | undefined) => (value ? Number(value) : undefined)
  return {
    from: from || '2000-01-01',
    to: to || today,
    timeZone,
    stores,
    storeId: idOf(filters.store),
    locationId: idOf(filters.location),
    pincode: filters.pincode,
    currency: filters.currency,
  }
}

/**
 * Returns a filter that only checks its value and leaves out no rows, because `aboutOf` has already left rows out
 * before they were summed.
 */
function inside(read: (value: string) => unknown) {
  return (value: string): RawBuilder<SqlBool> => {
    read(value)
    return sql<SqlBool>`true`
  }
}
const none = sql`null`
const aboutFilters = {
  day: inside(onDays(none)),
  store: inside(isId(none)),
  location: inside(isId(none)),
  pincode: inside(isText(none)),
  currency: inside(isText(none)),
}
/** Filters nothing: totals have no column of stores, and `aboutOf` has already limited them to an owner's stores. */
const summedOfStores = () => sql<SqlBool>`true`

const dayKey = sql`d.day || '-' || d.store_id || '-' || d.currency`

export const salesByDayTable = tableSource('sales_by_day', {
  from: (facts) => sql`${dayRows(aboutOf(facts))} d`,
  columns: {
    id: dayKey,
    day: sql`d.day`,
    store: sql`d.store`,
    orders: sql`d.orders`,
    cancelled: sql`d.cancelled`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: aboutFilters,
  key: dayKey,
  ofStores: ofStores(sql`d.store_id`),
})

const itemKey = sql`${dayKey} || '-' || d.name`

export const itemsSoldTable = tableSource('items_sold', {
  from: (facts) => sql`${itemRows(aboutOf(facts), { byDay: true })} d`,
  columns: {
    id: itemKey,
    day: sql`d.day`,
    item: sql`d.name`,
    store: sql`d.store`,
    quantity: sql`d.quantity`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: aboutFilters,
  search: holds(sql`d.name`),
  key: itemKey,
  ofStores: ofStores(sql`d.store_id`),
})

const itemOfPeriodKey = sql`d.store_id || '-' || d.currency || '-' || d.name`

export const topItemsTable = tableSource('top_items', {
  from: (facts) => sql`${itemRows(aboutOf(facts), { byDay: false })} d`,
  columns: {
    id: itemOfPeriodKey,
    item: sql`d.name`,
    store: sql`d.store`,
    quantity: sql`d.quantity`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: aboutFilters,
  search: holds(sql`d.name`),
  key: itemOfPeriodKey,
  ofStores: ofStores(sql`d.store_id`),
})

const storeOfPeriodKey = sql`d.id || '-' || d.currency`

export const topStoresTable = tableSource('top_stores', {
  from: (facts) => sql`${storeRows(aboutOf(facts))} d`,
  columns: {
    id: storeOfPeriodKey,
    store: sql`d.name`,
    orders: sql`d.orders`,
    sales: sql`d.sales`,
    currency: sql`d.currency`,
  },
  filters: aboutFilters,
  search: holds(sql`d.name`),
  key: storeOfPeriodKey,
  ofStores: ofStores(sql`d.id`),
})

export const ordersByHourTable = tableSource('orders_by_hour', {
  from: (facts) => sql`${hourRows(aboutOf(facts))} d`,
  columns: { hour: sql`d.hour`, orders: sql`d.orders`, currency: sql`d.currency` },
  filters: aboutFilters,
  key: sql`d.currency`,
  ofStores: summedOfStores,
})

export const promisesTable = tableSource('promises', {
  from: (facts) => sql`${lateRows(aboutOf(facts))} d`,
  columns: { place: sql`d.place`, from: sql`d."from"`, to: sql`d."to"`, orders: sql`d.orders` },
  filters: aboutFilters,
  key: sql`d.place`,
  ofStores: summedOfStores,
})

export const riderTimesTable = tableSource('rider_times', {
  from: (facts) => sql`${riderRows(aboutOf(facts))} d join users r on r.id = d.rider_id`,
  columns: {
    id: sql`r.id`,
    rider: sql`r.name`,
    delivered: sql`d.delivered`,
    to_pickup: minutesOf(sql`d.to_pickup`),
    to_door: minutesOf(sql`d.to_door`),
  },
  filters: aboutFilters,
  search: holds(sql`r.name`),
  key: sql`r.id`,
  ofStores: summedOfStores,
})

export const cohortsTable = tableSource('cohorts', {
  from: (facts) => sql`${cohortRows(aboutOf(facts))} d`,
  columns: {
    month: sql`d.month`,
    customers: sql`d.customers`,
    after_1: sql`d.came[2]`,
    after_2: sql`d.came[3]`,
    after_3: sql`d.came[4]`,
    after_4: sql`d.came[5]`,
    after_5: sql`d.came[6]`,
  },
  filters: aboutFilters,
  key: sql`d.month`,
  ofStores: summedOfStores,
})

/** Returns the requested currency, or else the currency of wallets from the settings (decision 0024). */
const currencyOf = (asked: string | undefined) =>
  asked ? sql`${asked}::text` : sql`coalesce((select value from settings where key = 'currencyId'), 'INR')`

export const referralResultsTable = tableSource('referral_results', {
  from: (facts) => sql`${referralRows(aboutOf(facts), currencyOf(facts.filters.currency))} d`,
  columns: {
    signups: sql`d.signups`,
    referred_signups: sql`d.referred_signups`,
    orders: sql`d.orders`,
    sales: sql`d.sales`,
    rewards: sql`d.rewards`,
    commissions: sql`d.commissions`,
    currency: sql`d.currency`,
  },
  filters: aboutFilters,
  key: sql`d.currency`,
})

/** Sums the charges on delivered orders: one row for each day, store and rate, as a tax return needs. */
export const taxesTable = tableSource('taxes', {
  from: ({ timeZone }) => sql`(
    select (o.delivered_at at time zone ${timeZone})::date as day, o.store_id, o.currency, o.tax_basis_points,
           count(*)::int as orders, sum(o.subtotal_minor)::bigint as items, sum(o.coupon_minor)::bigint as discount,
           sum(o.store_charge_minor + o.delivery_charge_minor)::bigint as charges, sum(o.tax_minor)::bigint as tax,
           sum(o.tip_minor)::bigint as tips, sum(o.total_minor)::bigint as total,
           sum(o.refunded_own_minor + o.refunded_promotion_minor)::bigint as refunded
      from orders o where o.status = ${orderStatus.delivered} and o.delivered_at is not null
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
  where: sql`o.status = ${orderStatus.delivered} and o.delivery_type = ${deliveryType.delivery} and o.delivered_at is not null`,
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
