import { type SqlBool, sql } from 'kysely'

/** Matches rows `v` of `visits` that are not only holds. A hold without an order is not yet a visit. */
export const isVisit = sql<SqlBool>`(v.status <> 'held' or v.order_id is not null)`
