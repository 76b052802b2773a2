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
 * The states of orders for the text of a statement, as in `o.status = ${orderStatus.delivered}`: the number stands in
 * the text, so PostgreSQL can plan for it.
 */
export const orderStatus = literals(orderStatusIds)
/** How orders reach customers, and what stores offer, in the text of a statement. */
export const deliveryType = literals(deliveryTypes)

/** Of orders `o`: those of goods. Visits are confirmed by booking, and have a diary of their own. */
export const isOfGoods = sql<SqlBool>`o.delivery_type <> ${deliveryType.salon}`

/** Returns states in brackets, as in `o.status in ${orderStatusList('assigned', 'picked_up')}`. */
export function orderStatusList(...names: OrderStatus[]): RawBuilder<unknown> {
  return sql`(${sql.join(names.map((name) => orderStatus[name]))})`
}

/** The states of orders that a rider has. */
export const carriedStatuses = orderStatusList('assigned', 'picked_up')
/** The states of orders that wait for their payment, or whose payment failed. */
export const unpaidStatuses = orderStatusList('awaiting_payment', 'payment_failed')

/** The states of new orders: the store has neither accepted nor confirmed them. */
export const newStatuses = orderStatusList(...newOrderStatuses)

/**
 * The states in which an order can be late. Others are scheduled, unpaid, ready for their customer to collect, or over.
 */
export const hurriedStatuses = orderStatusList('placed', 'accepted', 'assigned', 'picked_up')

/** The states of orders that are not over. */
export const openStatuses = orderStatusList(...orderStatuses.filter(isOpen))

/** Returns the numbers of states, for a list that is sent as a value. */
export function orderStatusIdsOf<Name extends OrderStatus>(...names: Name[]): (typeof orderStatusIds)[Name][] {
  return names.map((name) => orderStatusIds[name])
}

/** The numbers of the states of orders that are not over. */
export const openStatusIds = orderStatusIdsOf(...orderStatuses.filter(isOpen))

function literals<Codes extends Record<string, number>>(codes: Codes): { [Name in keyof Codes]: RawBuilder<number> } {
  const pairs = Object.entries(codes).map(([name, code]) => [name, sql.lit(code)])
  return Object.fromEntries(pairs) // one for each name of `codes`
}
