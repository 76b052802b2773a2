import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** Bytes of all the files a store keeps; the store is held until the transaction ends, so that uploads take turns. */
export async function sumBytes(tx: Tx, storeId: number): Promise<number> {
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::int as bytes from store_pictures where store_id = ${storeId}`.execute(tx)
  return rows[0]!.bytes
}

export type PictureToInsert = { storeId: number; path: string; names: string[]; bytes: number }

/** Reserves the room of a picture that is not shown yet. */
export async function insertPicture(tx: Tx, { storeId, path, names, bytes }: PictureToInsert): Promise<void> {
  await tx.insertInto('store_pictures').values({ store_id: storeId, path, names, bytes }).execute()
}

/** Says that one picture is shown now, and that another is not any more. Neither is touched in another store. */
export async function markShown(
  tx: Tx,
  { storeId, path, before }: { storeId: number; path: string; before: string | null },
) {
  await sql`update store_pictures set shown_at = now() where store_id = ${storeId} and path = ${path}`.execute(tx)
  await sql`update store_pictures set removed_at = now() where store_id = ${storeId} and path = ${before}`.execute(tx)
}

export type OldPicture = { id: number; names: string[] }

/** Pictures that nobody sees: replaced long enough ago, or never shown because the upload broke off. */
export async function listOldPictures(
  db: Db,
  { removedDays, lostHours, most }: { removedDays: number; lostHours: number; most: number },
): Promise<OldPicture[]> {
  const { rows } = await sql<OldPicture>`
    select id, names from store_pictures
     where removed_at < now() - make_interval(days => ${removedDays}::int)
        or (shown_at is null and created_at < now() - make_interval(hours => ${lostHours}::int))
     order by id limit ${most}`.execute(db)
  return rows
}

export async function deletePicture(db: Db, id: number): Promise<void> {
  await db.deleteFrom('store_pictures').where('id', '=', id).execute()
}
