import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

export type AdminReview = {
  id: number
  store_id: number
  rating_store: number
  is_shown: boolean
  reply: string | null
}

/**
 * Locks and reads reviews in the order of their ids, so that parallel changes count each review only once in the
 * store's rating.
 */
export async function lockReviews(tx: Tx, ids: readonly number[]): Promise<AdminReview[]> {
  return tx
    .selectFrom('reviews')
    .select(['id', 'store_id', 'rating_store', 'is_shown', 'reply'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Shows these reviews on the pages of their stores, or hides them there. */
export async function setShown(tx: Tx, ids: readonly number[], isShown: boolean): Promise<void> {
  await sql`update reviews set is_shown = ${isShown} where id = any (${ids}::int[])`.execute(tx)
}

/** Sets the reply to a review; an empty text deletes the reply. */
export async function setReply(tx: Tx, { id, reply, by }: { id: number; reply: string; by: number }): Promise<void> {
  await sql`
    update reviews set reply = nullif(${reply}, ''), replied_by = ${by},
           replied_at = case when ${reply} <> '' then now() end
     where id = ${id}`.execute(tx)
}

/**
 * Returns SQL for the public name of a review's author, which is the same name that `publicName` of the rules gives.
 */
export const publicNameSql = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`split_part(${name}, ' ', 1) || coalesce(case when not starts_with(${name}, '•••• ') then
      ' ' || left(nullif(regexp_replace(${name}, '^\\S+\\s*(.*\\s)?', ''), ''), 1) || '.' end, '')`

/** Limits a list of reviews to those of these stores. */
export const ofStores = (storeIds: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`r.store_id = any (${storeIds}::int[])`
