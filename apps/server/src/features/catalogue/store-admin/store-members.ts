import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Sets the people who have a role at a store to exactly the given ones; returns false when one of them does not have
 * the role. A person whom another request adds at the same time counts as added.
 */
export async function replaceMembers(
  tx: Tx,
  { storeId, role, userIds }: { storeId: number; role: 'owner' | 'rider'; userIds: readonly number[] },
): Promise<boolean> {
  await tx.deleteFrom('store_members').where('store_id', '=', storeId).where('role', '=', role).execute()
  const { numAffectedRows = 0n } = await sql`
    insert into store_members (store_id, user_id, role)
    select ${storeId}::int, r.user_id, ${role} from user_roles r
     where r.user_id = any (${userIds}::int[]) and r.role = ${role === 'owner' ? 'store_owner' : 'rider'}
    on conflict on constraint store_members__store_user_role do update set role = excluded.role`.execute(tx)
  return Number(numAffectedRows) === userIds.length
}

/** Sets a person's stores to exactly the given ones; returns false when one of them does not exist. */
export async function replaceStoresOf(
  tx: Tx,
  { id, role, storeIds }: { id: number; role: 'rider' | 'owner'; storeIds: readonly number[] },
): Promise<boolean> {
  await tx.deleteFrom('store_members').where('user_id', '=', id).where('role', '=', role).execute()
  const { rows } = await sql<{ store_id: number }>`
    insert into store_members (store_id, user_id, role)
    select s.id, ${id}, ${role} from stores s where s.id = any (${[...storeIds]}::int[])
    on conflict on constraint store_members__store_user_role do update set role = excluded.role
    returning store_id`.execute(tx)
  return rows.length === new Set(storeIds).size
}
