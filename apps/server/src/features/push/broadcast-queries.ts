import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

export type BroadcastData = { title: string; message: string; image: string | null; click_action: string | null }
export type BroadcastRow = {
  id: number
  data: BroadcastData
  user_ids: number[] | null
  last_user_id: number
  is_finished: boolean
}

export async function insertBroadcast(
  tx: Tx,
  { staffId, userIds, data }: { staffId: number | null; userIds: number[] | null; data: BroadcastData },
): Promise<number> {
  const row = await tx
    .insertInto('broadcasts')
    .values({ staff_id: staffId, user_ids: userIds, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Holds a broadcast, so that two steps of it never run side by side. */
export async function lockBroadcast(tx: Tx, id: number): Promise<BroadcastRow | undefined> {
  const { rows } = await sql<BroadcastRow>`
    select id, data, user_ids, last_user_id, finished_at is not null as is_finished
      from broadcasts where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The next customers by id, without those who are banned or gone. */
export async function listNextCustomers(
  tx: Tx,
  { user_ids, last_user_id, most }: Pick<BroadcastRow, 'user_ids' | 'last_user_id'> & { most: number },
): Promise<number[]> {
  const chosen = user_ids === null ? sql`` : sql`and u.id = any(${user_ids}::int[])`
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join user_roles r on r.user_id = u.id and r.role = 'customer'
     where u.id > ${last_user_id} and u.is_active and u.deleted_at is null ${chosen}
     order by u.id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function noteProgress(
  tx: Tx,
  { id, lastUserId, told, isLast }: { id: number; lastUserId: number; told: number; isLast: boolean },
): Promise<void> {
  await sql`
    update broadcasts set last_user_id = ${lastUserId}, told = told + ${told},
           finished_at = case when ${isLast}::boolean then now() end
     where id = ${id}`.execute(tx)
}
