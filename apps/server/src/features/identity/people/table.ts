import { type SqlBool, sql } from 'kysely'
import { carriedStatuses, orderStatus } from '#db/codes.ts'
import { holds, inDates, isFlag, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const account = {
  id: sql`u.id`,
  name: sql`u.name`,
  email: sql`u.email`,
  phone: sql`u.phone`,
  is_active: sql`u.is_active`,
  created_at: sql`u.created_at`,
}
const search = holds(sql`u.name`, sql`u.email::text`, sql`u.phone`)
const isActive = isFlag(sql`u.is_active`)
const key = sql`u.id`
const lastSeen = sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`
const has = (...roles: string[]) =>
  sql<SqlBool>`u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any (${roles}::text[]))`
const staffRole = sql`(select min(r.role) from user_roles r where r.user_id = u.id and r.role in ('admin', 'staff'))`

/** The currency of the wallets, from the setting (decision 0024). */
const siteCurrency = sql`(select coalesce((select value from settings where key = 'currencyId'), 'INR') as value) c`

/**
 * The dashboard table of customers. The wallet column is the amount that the customer sees: own money and promotion
 * credit. Totals are calculated only for the rows of the page; each uses an index whose first column is the customer.
 */
export const customersTable = tableSource('customers', {
  from: sql`users u cross join ${siteCurrency} left join lateral (
      select count(*)::int as orders, max(o.placed_at) as last_order_at,
             sum(o.total_minor) filter (where o.status = ${orderStatus.delivered} and o.currency = c.value) as spent
        from orders o where o.user_id = u.id) o on true
    left join lateral (
      select sum(l.balance_minor) as balance from ledger_accounts l
       where l.user_id = u.id and l.kind in ('wallet_own', 'wallet_promotion') and l.currency = c.value) w on true`,
  where: has('customer'),
  columns: {
    ...account,
    orders: sql`o.orders`,
    spent: sql`coalesce(o.spent, 0)::bigint`,
    wallet: sql`coalesce(w.balance, 0)::bigint`,
    currency: sql`c.value`,
    last_order_at: sql`o.last_order_at`,
    referred_by: sql`(select b.name from users b where b.id = u.referred_by)`,
    made_by: sql`(select b.name from users b where b.id = u.created_by_staff_id)`,
  },
  filters: {
    is_active: isActive,
    created_at: inDates(sql`u.created_at`),
    has_ordered: isFlag(sql`exists (select from orders p where p.user_id = u.id)`),
    works_here: isFlag(sql`(exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer')
      or exists (select from store_employees e where e.user_id = u.id and e.until is null))`),
    made_by_staff: isFlag(sql`(u.created_by_staff_id is not null)`),
  },
  search,
  key,
})

export const staffTable = tableSource('staff', {
  from: sql`users u`,
  where: has('staff', 'admin'),
  columns: {
    ...account,
    role: staffRole,
    permissions: sql`(select count(*)::int from staff_permissions p where p.user_id = u.id)`,
    has_second_factor: sql`exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`,
    last_seen_at: lastSeen,
  },
  filters: { is_active: isActive, role: isOneOf(staffRole, { admin: 'admin', staff: 'staff' }) },
  search,
  key,
})

export const ridersTable = tableSource('riders', {
  from: sql`users u join riders r on r.user_id = u.id
    left join lateral (select l.balance_minor, l.currency from ledger_accounts l
      where l.user_id = u.id and l.kind = 'rider_cash' order by l.balance_minor limit 1) held on true`,
  where: has('rider'),
  columns: {
    ...account,
    vehicle_number: sql`r.vehicle_number`,
    is_on_duty: sql`r.is_on_duty`,
    open_orders: sql`(select count(*)::int from orders o where o.rider_id = u.id and o.status in ${carriedStatuses})`,
    delivered: sql`(select count(*)::int from orders o where o.rider_id = u.id and o.status = ${orderStatus.delivered})`,
    rating: sql`(select round(avg(v.rating_delivery), 1)::text from reviews v where v.rider_id = u.id and v.is_shown)`,
    // The ledger balance is negative, because the rider owes the cash to the platform.
    cash_held: sql`-coalesce(held.balance_minor, 0)`,
    currency: sql`coalesce(held.currency::text, 'INR')`,
    commission: sql`(r.commission_basis_points / 100.0)::float8`,
    stores: sql`(select count(*)::int from store_members m where m.user_id = u.id and m.role = 'rider')`,
  },
  filters: { is_active: isActive, is_on_duty: isFlag(sql`r.is_on_duty`) },
  search,
  key,
})

export const ownersTable = tableSource('owners', {
  from: sql`users u`,
  where: has('store_owner'),
  columns: {
    ...account,
    stores: sql`(select string_agg(s.name, ', ' order by s.name) from store_members m join stores s on s.id = m.store_id
                  where m.user_id = u.id and m.role = 'owner')`,
    last_seen_at: lastSeen,
  },
  filters: { is_active: isActive },
  search,
  key,
})
