import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { ImportPlan } from './plan-import.ts'

/** Lists stores with these ids or slugs. */
export async function listNamedStores(
  db: Db,
  { ids, slugs }: { ids: readonly number[]; slugs: readonly string[] },
): Promise<{ id: number; slug: string }[]> {
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from stores where id = any (${ids}::int[]) or slug = any (${slugs}::text[])`.execute(db)
  return rows
}

/** Lists all store categories, among which the names in a store file are looked up. */
export async function listCategoryNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('store_categories').select(['id', 'name']).execute()
}

/** Stores a plan until it is applied, and deletes plans that are older than a day. */
export async function insertImport(tx: Tx, { userId, plan }: { userId: number; plan: ImportPlan }): Promise<string> {
  await sql`delete from store_imports where created_at < now() - interval '1 day'`.execute(tx)
  const { id } = await tx
    .insertInto('store_imports')
    .values({ user_id: userId, plan: JSON.stringify(plan) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ImportRow = {
  plan: ImportPlan
  /** The ids of the stores that the import added. */
  effect: number[] | null
  applied_at: Date | null
  is_undone: boolean
  is_undoable: boolean
}

/**
 * Locks an import of this person until the transaction ends, and returns it. Imports of stores run one after another,
 * because each one writes many stores, so two could deadlock.
 */
export async function lockImport(
  tx: Tx,
  { id, userId, undoMinutes }: { id: string; userId: number; undoMinutes: number },
): Promise<ImportRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('import of stores'))`.execute(tx)
  const { rows } = await sql<ImportRow>`
    select plan, effect, applied_at, undone_at is not null as is_undone,
           coalesce(applied_at > now() - make_interval(mins => ${undoMinutes}::int), false) as is_undoable
      from store_imports where id = ${id} and user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

/**
 * Records that a previewed store file was imported, and which stores it added, because an undo deletes those. Returns
 * the time of the import.
 */
export async function markApplied(tx: Tx, id: string, added: readonly number[]): Promise<Date> {
  const { applied_at } = await tx
    .updateTable('store_imports')
    .set({ effect: JSON.stringify(added), applied_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('applied_at')
    .executeTakeFirstOrThrow()
  return applied_at!
}

/** Records that an import was undone, so that it cannot be undone twice. */
export async function markUndone(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('store_imports').set({ undone_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Locks stores in the order of their ids, so that two transactions with many stores cannot deadlock. */
export async function lockStores(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from stores where id = any (${ids}::int[]) order by id for update`.execute(tx)
}

/**
 * Finds the first of the added stores that changed after the import: it was changed or accepted, or it has hours, a
 * menu, people, pictures or payout details.
 */
export async function findTouched(tx: Tx, ids: readonly number[]): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select s.name from stores s
     where s.id = any (${ids}::int[])
       and (s.updated_at <> s.created_at
            or exists (select from store_hours t where t.store_id = s.id)
            or exists (select from store_hour_exceptions t where t.store_id = s.id)
            or exists (select from item_categories t where t.store_id = s.id)
            or exists (select from addon_categories t where t.store_id = s.id)
            or exists (select from store_members t where t.store_id = s.id)
            or exists (select from store_pictures t where t.store_id = s.id)
            or exists (select from store_payout_details t where t.store_id = s.id)
            or exists (select from coupon_stores t where t.store_id = s.id)
            or exists (select from slides t where t.store_id = s.id)
            or exists (select from orders t where t.store_id = s.id)
            or exists (select from ledger_accounts t where t.store_id = s.id))
     order by s.id limit 1`.execute(tx)
  return rows[0]
}
