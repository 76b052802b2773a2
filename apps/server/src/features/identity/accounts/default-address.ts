import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Makes one of the customer's addresses their default. Returns false if the customer has no such address. */
export async function setDefaultAddress(
  tx: Tx,
  { userId, addressId }: { userId: number; addressId: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update users set default_address_id = a.id, updated_at = now()
      from addresses a
     where users.id = ${userId} and a.id = ${addressId} and a.user_id = users.id and a.deleted_at is null
    returning a.id`.execute(tx)
  return rows.length === 1
}

/** Removes the customer's default address if it is one of the given addresses, which can no longer be used. */
export async function clearDefaultAddress(
  tx: Tx,
  { userId, addressIds }: { userId: number; addressIds: readonly number[] },
): Promise<void> {
  if (addressIds.length === 0) return
  await tx
    .updateTable('users')
    .set({ default_address_id: null, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('default_address_id', 'in', addressIds)
    .execute()
}
