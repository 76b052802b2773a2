import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { CategoryTiles } from '#db/schema.ts'

export type TileRow = { id: number; name: string; image: string; category_ids: number[]; is_active: boolean }

/** Lists every tile in its order, active or not. */
export async function listTiles(db: Db): Promise<TileRow[]> {
  return db
    .selectFrom('category_tiles')
    .select(['id', 'name', 'image', 'category_ids', 'is_active'])
    .orderBy('order_column')
    .orderBy('id')
    .execute()
}

/** Makes changes of the tiles run one after the other. */
export async function lockTiles(tx: Tx): Promise<TileRow[]> {
  await sql`lock table category_tiles in share row exclusive mode`.execute(tx)
  return listTiles(tx)
}

type TileColumns = Omit<Insertable<CategoryTiles>, 'id' | 'order_column'>

/** Adds a tile at the end of the tiles. */
export async function insertTile(tx: Tx, columns: TileColumns): Promise<number> {
  const { id } = await tx
    .insertInto('category_tiles')
    .values({
      ...columns,
      order_column: sql<number>`(select coalesce(max(order_column) + 1, 0) from category_tiles)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what a tile shows and which store categories it opens. */
export async function updateTile(tx: Tx, id: number, columns: TileColumns): Promise<void> {
  await tx.updateTable('category_tiles').set(columns).where('id', '=', id).execute()
}

/** Deletes a tile; the stores of its categories stay. */
export async function deleteTile(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('category_tiles').where('id', '=', id).execute()
}

/** Puts tiles into the order of the given ids. */
export async function orderTiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update category_tiles t set order_column = given.place
      from unnest(${ids}::int[]) with ordinality as given (id, place) where t.id = given.id`.execute(tx)
}
