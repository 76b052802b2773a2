import type { Db } from '#db/connection.ts'

type SellingStore = { delivery_type: number; created_at: Date; updated_at: Date }

/** A store that may sell; undefined for one that is unknown or was never accepted. */
export async function findSellingStore(db: Db, id: number): Promise<SellingStore | undefined> {
  return db
    .selectFrom('stores')
    .select(['delivery_type', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .where('is_accepted', '=', true)
    .executeTakeFirst()
}
