import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ItemRow } from '#features/catalogue/store-menu/columns.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'

const MAX_OFFERED = 20

type StoreToChoose = Pick<StoreRow, 'id' | 'name' | 'slug' | 'currency'>

/**
 * Lists stores with this text in their name, anywhere in the city, whether accepted or not. With an id, lists the store
 * with this id. With `onlySalons` other kinds of stores are left out.
 */
export async function listStoresToChoose(
  db: Db,
  { text, onlySalons }: { text: string; onlySalons: boolean },
): Promise<StoreToChoose[]> {
  const { rows } = await sql<StoreToChoose>`
    select s.id, s.name, s.slug, s.currency from stores s
     where (s.name ilike ${patternOf(text)} or s.id::text = ${text}) and (s.kind = 'salon' or not ${onlySalons}::boolean)
     order by s.id::text = ${text} desc, s.name, s.id limit ${MAX_OFFERED}`.execute(db)
  return rows
}

type ItemToChoose = Pick<ItemRow, 'id' | 'name'> & { store: string }

/** Lists items with this text in their name, each with its store. */
export async function listItemsToChoose(db: Db, text: string): Promise<ItemToChoose[]> {
  const { rows } = await sql<ItemToChoose>`
    select i.id, i.name, s.name as store from items i join stores s on s.id = i.store_id
     where i.name ilike ${patternOf(text)} and i.deleted_at is null order by i.name, i.id limit ${MAX_OFFERED}`.execute(
    db,
  )
  return rows
}

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
