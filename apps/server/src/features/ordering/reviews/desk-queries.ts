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

/** Takes stars out of what their stores keep for their averages, or puts them back. Stores are held by id. */
export async function moveStars(tx: Tx, reviews: readonly DeskReview[], sign: 1 | -1): Promise<void> {
  const stores = [...new Set(reviews.map(({ store_id }) => store_id))].toSorted((a, b) => a - b)
  for (const storeId of stores) {
    const own = reviews.filter(({ store_id }) => store_id === storeId)
    const stars = own.reduce((sum, { rating_store }) => sum + rating_store, 0)
    await sql`
      update stores set rating_sum = rating_sum + ${sign * stars}::int, rating_count = rating_count + ${sign * own.length}::int
       where id = ${storeId}`.execute(tx)
  }
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
