import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const state = sql`case when not c.is_active then 'off' when c.expires_at <= now() then 'over'
                       when c.used_count >= c.max_count then 'used' else 'running' end`

/** The dashboard table of coupons, with the total discount of the orders that used each coupon. */
export const couponsTable = tableSource('coupons', {
  from: sql`coupons c`,
  columns: {
    id: sql`c.id`,
    code: sql`c.code`,
    name: sql`c.name`,
    state,
    discount: sql`c.discount_minor`,
    percent: sql`(c.discount_basis_points / 100.0)::float8`,
    min_subtotal: sql`c.min_subtotal_minor`,
    used: sql`c.used_count`,
    most: sql`c.max_count`,
    given: sql`(select coalesce(sum(o.coupon_minor), 0)::bigint from coupon_uses u join orders o on o.id = u.order_id
                 where u.coupon_id = c.id)`,
    expires_at: sql`c.expires_at`,
    stores: sql`(select nullif(count(*), 0)::int from coupon_stores s where s.coupon_id = c.id)`,
    user_type: sql`c.user_type`,
    currency: sql`c.currency`,
  },
  filters: {
    state: isOneOf(state, { running: 'running', off: 'off', over: 'over', used: 'used' }),
    store: (value) =>
      sql<SqlBool>`(${isStore(value)} or not exists (select from coupon_stores s where s.coupon_id = c.id))`,
    expires_at: inDates(sql`c.expires_at`),
  },
  search: holds(sql`c.code`, sql`c.name`),
  key: sql`c.id`,
})

function isStore(value: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from coupon_stores s where s.coupon_id = c.id and ${isId(sql`s.store_id`)(value)})`
}

/** The dashboard table of uses of coupons, with the order and the discount of each use. */
export const couponUsesTable = tableSource('coupon_uses', {
  from: sql`coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
            join users p on p.id = u.user_id join stores s on s.id = o.store_id`,
  columns: {
    id: sql`u.order_id`,
    at: sql`o.placed_at`,
    code: sql`c.code`,
    order: sql`o.unique_order_id`,
    customer: sql`p.name`,
    store: sql`s.name`,
    discount: sql`o.coupon_minor`,
    currency: sql`o.currency`,
  },
  filters: {
    coupon: (value) => sql<SqlBool>`(c.code = ${value} or c.id::text = ${value})`,
    at: inDates(sql`o.placed_at`),
    store: isId(sql`o.store_id`),
  },
  search: holds(sql`c.code`, sql`o.unique_order_id`, sql`p.name`),
  key: sql`u.order_id`,
})
