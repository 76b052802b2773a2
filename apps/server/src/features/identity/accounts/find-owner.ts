import type { Db } from '#db/connection.ts'

/** Finds the active account of a store owner. */
export async function findOwner(
  db: Db,
  userId: number,
): Promise<{ id: number; name: string; email: string | null; phone: string | null } | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.phone'])
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('user_roles.role', '=', 'store_owner')
    .executeTakeFirst()
}
