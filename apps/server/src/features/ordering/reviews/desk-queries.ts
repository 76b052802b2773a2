import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

export type DeskReview = { id: number; store_id: number; rating_store: number; is_shown: boolean; reply: string | null }

/** Holds reviews, by id, so that what their store keeps for its average moves once. */
export async function lockReviews(tx: Tx, ids: readonly number[]): Promise<DeskReview[]> {
  return tx
    .selectFrom('reviews')
    .select(['id', 'store_id', 'rating_store', 'is_shown', 'reply'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setShown(tx: Tx, ids: readonly number[], isShown: boolean): Promise<void> {
  await sql`update reviews set is_shown = ${isShown} where id = any (${ids}::int[])`.execute(tx)
}

/**
 * Writes the reply; an empty one takes it away.
 */
export async function setReply(tx: Tx, { id, reply, by }: { id: number; reply: string; by: number }): Promise<void> {
  await sql`
    update reviews set reply = nullif(${reply}, ''), replied_by = ${by},
           replied_at = case when ${reply} <> '' then now() end
     where id = ${id}`.execute(tx)
}

/** The name as neighbours would say it: `publicName` of the rules, in SQL. */
export const publicNameSql = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`split_part(${name}, ' ', 1) || coalesce(' ' || left(nullif(regexp_replace(${name}, '^\\S+\\s*(.*\\s)?', ''), ''), 1) || '.', '')`

/** Kept to these stores. */
export const ofStores = (storeIds: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`r.store_id = any (${storeIds}::int[])`
