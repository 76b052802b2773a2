import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Changes name, e-mail address and phone of an account. A new phone is unproved.
 * @throws DatabaseError naming users__email or users__phone when one of them is taken
 */
export async function updateContact(
  tx: Tx,
  { id, name, email, phone }: { id: number; name: string; email: string | null; phone: string | null },
): Promise<void> {
  await sql`
    update users
       set name = ${name}, email = ${email}, phone = ${phone}, updated_at = now(),
           phone_proved_at = case when phone is not distinct from ${phone}::text then phone_proved_at end,
           proved_phone_before = proved_phone_before or phone_proved_at is not null,
           is_email_own = is_email_own and (email is not distinct from ${email}::citext
             or not exists (select from user_roles r where r.user_id = users.id and r.role = 'customer'))
     where id = ${id}`.execute(tx)
}

/** Bans an account or lifts its ban. */
export async function setActive(tx: Tx, { id, isActive }: { id: number; isActive: boolean }): Promise<void> {
  await tx.updateTable('users').set({ is_active: isActive, updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Replaces the role of a member of staff. */
export async function replaceStaffRole(tx: Tx, { id, role }: { id: number; role: 'admin' | 'staff' }): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', id).where('role', 'in', ['admin', 'staff']).execute()
  await tx.insertInto('user_roles').values({ user_id: id, role }).execute()
}
