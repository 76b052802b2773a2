import { type Insertable, sql, type Updateable } from 'kysely'
import { type Tx, violatedConstraint } from '#db/connection.ts'
import type { Stores } from '#db/schema.ts'
import { AppError } from '#http/errors.ts'

/** Inserts a store; undefined when another store has its slug. */
export async function insertStore(tx: Tx, store: Insertable<Stores>): Promise<number | undefined> {
  const row = await tx
    .insertInto('stores')
    .values(store)
    .onConflict((conflict) => conflict.constraint('stores__slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Changes columns of a store; switching it on ends its pause.
 * @throws AppError INVALID_INPUT for a slug that another store has
 */
export async function updateStore(tx: Tx, storeId: number, set: Updateable<Stores>): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ ...(set.is_active === true && { paused_until: null }), ...set, updated_at: sql<Date>`now()` })
    .where('id', '=', storeId)
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'stores__slug')
        throw new AppError('INVALID_INPUT', { fields: { slug: 'fieldTaken' }, cause: error })
      throw error
    })
}

/**
 * Pauses a store for `minutes`, rounded up to a full minute, because the job that ends pauses runs at full minutes. Of
 * two pauses, the one that ends later counts, so two taps on the button do not add up. Returns false for a store that
 * is closed without a pause.
 */
export async function pauseStore(tx: Tx, { storeId, minutes }: { storeId: number; minutes: number }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update stores set is_active = false, updated_at = now(),
                      paused_until = greatest(paused_until, date_trunc('minute', now() + make_interval(mins => ${minutes + 1}::int)))
     where id = ${storeId} and (is_active or paused_until is not null)`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Sets the list positions of the given stores in the given order, and clears all others. Parallel changes of list
 * positions run one after another. Returns false when a store does not exist.
 */
export async function orderStores(tx: Tx, ids: readonly number[]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('order of stores'))`.execute(tx)
  await sql`
    update stores set order_column = null where order_column is not null and id <> all (${ids}::int[])`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    update stores s set order_column = wanted.place
      from unnest(${ids}::int[]) with ordinality as wanted (id, place) where s.id = wanted.id`.execute(tx)
  return Number(numAffectedRows) === ids.length
}

/** Deletes stores permanently. A foreign key refuses to delete a store to which other rows refer. */
export async function deleteStores(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from stores where id = any (${ids}::int[])`.execute(tx)
}

/** Adds stars and reviews to the rating of their store; negative numbers subtract them. */
export async function addToRating(
  tx: Tx,
  { storeId, stars, reviews }: { storeId: number; stars: number; reviews: number },
): Promise<void> {
  await sql`
    update stores set rating_sum = rating_sum + ${stars}::int, rating_count = rating_count + ${reviews}::int
     where id = ${storeId}`.execute(tx)
}
