import {
  isOpen,
  newOrderStatuses,
  type OrderStatus,
  orderStatuses,
  orderStatusIds,
} from '@nukkad/rules/order-states.ts'
import { deliveryTypes } from '@nukkad/rules/order-type.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The states of orders as literals in SQL, as in `o.status = ${orderStatus.delivered}`, because PostgreSQL can plan for
 * the state in a literal, but not for a state in a parameter.
 */
export const orderStatus = literals(orderStatusIds)
/** The types of orders and the delivery types of stores, as literals in SQL. */
export const deliveryType = literals(deliveryTypes)

/**
 * Matches orders `o` of goods, as opposed to visits: a visit is confirmed when it is booked, and the diary shows it.
 */
export const isOfGoods = sql<SqlBool>`o.delivery_type <> ${deliveryType.salon}`

/** Returns a list of states in SQL, as in `o.status in ${orderStatusList('assigned', 'picked_up')}`. */
export function orderStatusList(...names: OrderStatus[]): RawBuilder<unknown> {
  return sql`(${sql.join(names.map((name) => orderStatus[name]))})`
}

/** The states of orders that a rider has accepted and not yet delivered. */
export const carriedStatuses = orderStatusList('assigned', 'picked_up')
/** The states of orders that wait for their payment, or whose payment failed. */
export const unpaidStatuses = orderStatusList('awaiting_payment', 'payment_failed')

/** The states of new orders: the store has neither accepted nor confirmed them. */
export const newStatuses = orderStatusList(...newOrderStatuses)

/**
 * The states in which an order can be late; an order in another state is scheduled, unpaid, ready for its customer to
 * collect, or over.
 */
export const hurriedStatuses = orderStatusList('placed', 'accepted', 'assigned', 'picked_up')

/** The states of orders that are not over. */
export const openStatuses = orderStatusList(...orderStatuses.filter(isOpen))

/** Returns the numbers of states, for a list that is sent as a parameter. */
export function orderStatusIdsOf<Name extends OrderStatus>(...names: Name[]): (typeof orderStatusIds)[Name][] {
  return names.map((name) => orderStatusIds[name])
}

/** The numbers of the states of orders that are not over. */
export const openStatusIds = orderStatusIdsOf(...orderStatuses.filter(isOpen))

function literals<Codes extends Record<string, number>>(codes: Codes): { [Name in keyof Codes]: RawBuilder<number> } {
  const pairs = Object.entries(codes).map(([name, code]) => [name, sql.lit(code)])
  return Object.fromEntries(pairs) // The object has one literal for each name in `codes`.
}
