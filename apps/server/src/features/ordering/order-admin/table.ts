import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { paymentMethods } from '@nukkad/rules/payment-methods.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deliveryType, hurriedStatuses, isOfGoods, openStatuses } from '#db/codes.ts'
import { AppError } from '#http/errors.ts'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const statusLabel = sql`(array[${sql.join(Object.keys(orderStatusIds))}]::text[])[o.status]`
const nothing = sql`null::text`

/** The dashboard table of all orders, newest first. */
export const ordersTable = tableSource('orders', {
  from: sql`orders o join stores s on s.id = o.store_id join users c on c.id = o.user_id left join users r on r.id = o.rider_id`,
  columns: {
    id: sql`o.id`,
    unique_order_id: sql`o.unique_order_id`,
    placed_at: sql`o.placed_at`,
    status: statusLabel,
    store: sql`s.name`,
    customer: sql`c.name`,
    phone: sql`c.phone`,
    type: sql`case o.delivery_type when ${deliveryType.selfPickup} then 'pickup' when ${deliveryType.salon} then 'visit' else 'delivery' end`,
    payment_mode: sql`o.payment_mode`,
    total: sql`o.total_minor`,
    rider: sql`r.name`,
    promised_at: sql`o.promised_at`,
    scheduled_for: sql`o.scheduled_for`,
    delivered_at: sql`o.delivered_at`,
    coupon: sql`o.coupon_name`,
    address: sql`o.address`,
    currency: sql`o.currency`,
  },
  filters: {
    progress: inProgress,
    status: inStatuses,
    placed_at: inDates(sql`o.placed_at`),
    store: isId(sql`o.store_id`),
    payment_mode: isOneOf(sql`o.payment_mode`, Object.fromEntries(paymentMethods.map((method) => [method, method]))),
    type: isOneOf(sql`o.delivery_type`, { delivery: 1, pickup: 2, visit: 4 }),
    rider: isId(sql`o.rider_id`),
    customer: isId(sql`o.user_id`),
  },
  search: byNumberOrCustomer,
  key: sql`o.id`,
  ofStores: (stores) => sql<SqlBool>`o.store_id = any (${[...stores]}::int[])`,
  // Owners see a customer's contact only in the order itself, and only if the operator allows it.
  forOwners: { columns: { phone: nothing, address: nothing }, search: holds(sql`o.unique_order_id`) },
})

/** Filters the open orders, or only the late ones, by the rules of the order board. */
function inProgress(value: string): RawBuilder<SqlBool> {
  const words = value.split(',')
  if (!words.every((word) => word === 'live' || word === 'late'))
    throw new AppError('INVALID_INPUT', { fields: { filters: 'fieldInvalid' } })
  // The live orders include the late ones, so the word `live` decides also when a filter has both words.
  if (words.includes('live')) return sql<SqlBool>`(o.status in ${openStatuses} and ${isOfGoods})`
  return sql<SqlBool>`(o.status in ${hurriedStatuses} and ${isOfGoods}
    and coalesce(o.promised_at, o.scheduled_for) <= now() - interval '1 minute')`
}

/** Compares status ids instead of states, so that PostgreSQL can use the index of open orders. */
function inStatuses(value: string): RawBuilder<SqlBool> {
  const ids = value.split(',').map((name) => (isStatus(name) ? orderStatusIds[name] : undefined))
  if (ids.includes(undefined)) throw new AppError('INVALID_INPUT', { fields: { filters: 'fieldInvalid' } })
  return sql<SqlBool>`o.status = any (${ids}::smallint[])`
}

function isStatus(name: string): name is keyof typeof orderStatusIds {
  return Object.hasOwn(orderStatusIds, name)
}

/**
 * Searches order numbers and customers in two subqueries, because each subquery can use an index. A single condition on
 * the tables of orders and customers would make PostgreSQL scan both completely.
 */
function byNumberOrCustomer(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`o.id in (
    select id from orders where unique_order_id ilike ${pattern}
    union all
    select w.id from orders w where w.user_id in (
      select id from users where deleted_at is null and (name ilike ${pattern} or phone ilike ${pattern})))`
}

const ACTING_MINUTES = 30

/**
 * The dashboard table of staff actions for callers, newest first, with the orders that staff placed while they acted
 * for the caller.
 */
export const callersTable = tableSource('callers', {
  from: sql`audit_entries a left join users m on m.id = a.actor_id left join users c on c.id = a.acting_for_id`,
  where: sql<SqlBool>`a.action in ('customer_session.started', 'guest.registered')`,
  columns: {
    id: sql`a.id`,
    at: sql`a.at`,
    staff: sql`m.name`,
    action: sql`case a.action when 'guest.registered' then 'Registered the caller' else 'Ordered for the caller' end`,
    customer: sql`c.name`,
    customer_id: sql`a.acting_for_id`,
    orders: sql`(select count(*)::int from orders o
                  where o.user_id = a.acting_for_id and o.acting_staff_id = a.actor_id
                    and o.placed_at between a.at and a.at + make_interval(mins => ${ACTING_MINUTES}::int))`,
    reason: sql`a.reason`,
  },
  filters: { at: inDates(sql`a.at`), staff: isId(sql`a.actor_id`), customer: isId(sql`a.acting_for_id`) },
  search: holds(sql`c.name`, sql`m.name`),
  key: sql`a.id`,
})
