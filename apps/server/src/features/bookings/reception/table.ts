import { visitStatuses } from '@nukkad/rules/visit-states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isVisit } from '#features/bookings/visits/is-visit.ts'
import { AppError } from '#http/errors.ts'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import { customersOfSalons } from './customer-queries.ts'

const customer = sql`coalesce(u.name, v.guest_name)`
/** Selects one value of each service of a visit, joined by commas in the order of the services. */
const listed = (text: RawBuilder<unknown>) => sql`
  (select string_agg(${text}, ', ' order by x.position) from visit_services x left join stylists t on t.id = x.stylist_id
    where x.visit_id = v.id)`

/**
 * The dashboard table of visits, latest first. A hold without an order is not listed, because it is not yet a visit.
 */
export const visitsTable = tableSource('visits', {
  from: sql`visits v join stores s on s.id = v.store_id left join users u on u.id = v.user_id
            left join orders o on o.id = v.order_id
            left join visit_kept k on k.visit_id = v.id and k.state in ('waiting', 'paid')`,
  where: isVisit,
  columns: {
    id: sql`v.id`,
    unique_visit_id: sql`v.unique_visit_id`,
    starts_at: sql`v.starts_at`,
    ends_at: sql`v.ends_at`,
    status: sql`v.status`,
    store: sql`s.name`,
    customer,
    phone: sql`coalesce(u.phone, v.guest_phone)`,
    services: listed(sql`x.name`),
    people: listed(sql`t.name`),
    price: sql`(select coalesce(sum(x.price_minor), 0)::bigint from visit_services x where x.visit_id = v.id)`,
    kept: sql`k.amount_minor`,
    store_id: sql`v.store_id`,
    order: sql`o.unique_order_id`,
    booked_at: sql`v.created_at`,
    currency: sql`v.terms ->> 'currency'`,
  },
  filters: {
    status: isOneOf(sql`v.status`, Object.fromEntries(visitStatuses.map((status) => [status, status]))),
    starts_at: inDates(sql`v.starts_at`),
    store: isId(sql`v.store_id`),
    stylist: hasStylist,
    customer: isId(sql`v.user_id`),
  },
  search: holds(sql`v.unique_visit_id`, customer, sql`coalesce(u.phone, v.guest_phone)`),
  key: sql`v.id`,
  ofStores: (stores) => sql<SqlBool>`v.store_id = any (${[...stores]}::int[])`,
  // Owners see a customer's phone only on the page of a visit or an order, and only where the operator allows it.
  forOwners: { columns: { phone: sql`null::text` }, search: holds(sql`v.unique_visit_id`, customer) },
})

/** Whether owners and employees of stores see the contact details of customers, by the setting. */
const showsContacts = sql`not exists (
  select from settings where key = 'hideCustomerDetailsFromStoreOwner' and value = 'true')`

/** The dashboard table of the customers of salons, those who came last first. */
export const salonCustomersTable = tableSource('salon_customers', {
  from: sql`${customersOfSalons} c join users u on u.id = c.user_id join stores s on s.id = c.store_id`,
  columns: {
    id: sql`c.user_id`,
    name: sql`u.name`,
    phone: sql`u.phone`,
    visits: sql`c.visits`,
    last_visit_at: sql`c.last_visit_at`,
    next_visit_at: sql`c.next_visit_at`,
    no_shows: sql`c.no_shows`,
    spent: sql`c.spent`,
    store: sql`s.name`,
    store_id: sql`c.store_id`,
    currency: sql`c.currency`,
  },
  filters: { store: isId(sql`c.store_id`) },
  search: holds(sql`u.name`, sql`u.phone`),
  key: sql`(c.user_id, c.store_id)`,
  ofStores: (stores) => sql<SqlBool>`c.store_id = any (${[...stores]}::int[])`,
  // Owners see a phone only on the customer's card. Owners can search by a phone that a caller names.
  forOwners: {
    columns: { phone: sql`null::text` },
    search: holds(sql`u.name`, sql`case when ${showsContacts} then u.phone end`),
  },
})

/** Matches visits in which this stylist does a service. */
function hasStylist(value: string): RawBuilder<SqlBool> {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new AppError('INVALID_INPUT', { fields: { filters: 'fieldInvalid' } })
  return sql<SqlBool>`v.id in (select x.visit_id from visit_services x where x.stylist_id = ${Number(value)})`
}
