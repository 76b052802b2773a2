import type { Output } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type AdminLocation = Output<'dashboard/popular-locations'>['locations'][number]
type Columns = Omit<AdminLocation, 'id' | 'is_default'>

/** Lists every location, the primary one first. */
export async function listAdminLocations(db: Db): Promise<AdminLocation[]> {
  return db
    .selectFrom('popular_locations')
    .select(['id', 'name', 'latitude', 'longitude', 'is_active', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Makes changes of locations run one after the other, so that exactly one stays primary. */
export async function lockLocations(tx: Tx): Promise<AdminLocation[]> {
  await sql`lock table popular_locations in share row exclusive mode`.execute(tx)
  return listAdminLocations(tx)
}

/** Adds a popular location and returns its id; a constraint of the table allows only one primary location. */
export async function insertLocation(tx: Tx, columns: Columns & { is_default: boolean }): Promise<number> {
  const row = await tx.insertInto('popular_locations').values(columns).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Changes a popular location, but not whether it is the primary one. */
export async function updateLocation(tx: Tx, id: number, columns: Columns): Promise<void> {
  await tx
    .updateTable('popular_locations')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Makes one location primary and switches it on. */
export async function makePrimary(tx: Tx, id: number): Promise<void> {
  await sql`update popular_locations set is_default = false, updated_at = now() where is_default and id <> ${id}`.execute(
    tx,
  )
  await sql`update popular_locations set is_default = true, is_active = true, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** Deletes a popular location; the calling function has refused to delete the primary location. */
export async function deleteLocation(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('popular_locations').where('id', '=', id).execute()
}
