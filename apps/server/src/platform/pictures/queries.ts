import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/**
 * The number of an advisory lock on the space for the shop's own pictures, because the shop, unlike a store, has no row
 * that could be locked.
 */
const SHOP_ROOM = 5_270_024

/**
 * Returns the total bytes of all pictures of a store, or of the shop for null, and locks their space until the
 * transaction ends, so that uploads run one after the other.
 */
export async function sumBytes(tx: Tx, storeId: number | null): Promise<number> {
  if (storeId === null) await sql`select pg_advisory_xact_lock(${SHOP_ROOM})`.execute(tx)
  else await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::int as bytes from store_pictures where ${isOf(storeId)}`.execute(tx)
  return rows[0]!.bytes
}

function isOf(storeId: number | null): RawBuilder<unknown> {
  return storeId === null ? sql`store_id is null` : sql`store_id = ${storeId}`
}

/** Returns whether the shop stores this picture, shown or not. */
export async function isShopPicture(db: Db, path: string): Promise<boolean> {
  const { rows } = await sql`
    select from store_pictures where store_id is null and path = ${path} and removed_at is null`.execute(db)
  return rows.length > 0
}

export type PictureToInsert = { storeId: number | null; path: string; names: string[]; bytes: number }

/** Reserves storage space for a picture that is not shown yet. */
export async function insertPicture(tx: Tx, { storeId, path, names, bytes }: PictureToInsert): Promise<void> {
  await tx.insertInto('store_pictures').values({ store_id: storeId, path, names, bytes }).execute()
}

/** Marks one picture of a store as shown, and another as no longer shown; pictures of other stores stay unchanged. */
export async function markShown(
  tx: Tx,
  { storeId, path, before }: { storeId: number | null; path: string | null; before: string | null },
) {
  await sql`update store_pictures set shown_at = now() where ${isOf(storeId)} and path = ${path}`.execute(tx)
  await sql`update store_pictures set removed_at = now() where ${isOf(storeId)} and path = ${before}`.execute(tx)
}

export type OldPicture = { id: number; names: string[] }

/**
 * Lists pictures that no one sees: replaced long enough ago, or never shown because the upload was interrupted, without
 * pictures that something else still shows, such as a copy of a store, another slide or a page.
 */
export async function listOldPictures(
  db: Db,
  { removedDays, lostHours, most }: { removedDays: number; lostHours: number; most: number },
): Promise<OldPicture[]> {
  const { rows } = await sql<OldPicture>`
    select p.id, p.names from store_pictures p
     where (p.removed_at < now() - make_interval(days => ${removedDays}::int)
            or (p.shown_at is null and p.created_at < now() - make_interval(hours => ${lostHours}::int)))
       and not exists (select from stores s where s.image = p.path)
       and not exists (select from items i where i.image = p.path and i.deleted_at is null)
       and not exists (select from addons a where a.image = p.path)
       and not exists (select from stylists t where t.image = p.path)
       and not exists (select from slides l where l.image = p.path)
       and not exists (select from category_tiles c where c.image = p.path)
       and not exists (select from broadcasts b where b.data ->> 'image' = p.path)
       and not exists (select from pages g where strpos(g.body, replace(p.path, '.webp', '')) > 0)
     order by p.id limit ${most}`.execute(db)
  return rows
}

export async function deletePicture(db: Db, id: number): Promise<void> {
  await db.deleteFrom('store_pictures').where('id', '=', id).execute()
}
