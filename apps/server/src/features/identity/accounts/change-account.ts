import { placeholderName } from '@nukkad/rules/text.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { isPhoneTrusted } from './trusted-phone.ts'

/**
 * Changes name, e-mail address and phone of an account. A phone that changes becomes unproved.
 * @throws DatabaseError naming users__email or users__phone when another account has the e-mail address or phone
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

/** The account of a person who changes their own contact. */
export type OwnAccount = {
  phone: string | null
  email: string | null
  referred_by: number | null
  is_phone_trusted: boolean
  has_proved_any_phone: boolean
  /** Whether staff created the account for a caller; such an account gets no sign-up bonus (GAP-74). */
  is_staff_made: boolean
  is_only_customer: boolean
}

/**
 * Locks the account of the person who changes their own contact.
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function lockOwnAccount(tx: Tx, userId: number): Promise<OwnAccount> {
  const { rows } = await sql<OwnAccount>`
    select phone, email::text as email, referred_by, ${isPhoneTrusted} as is_phone_trusted,
           phone_proved_at is not null or proved_phone_before as has_proved_any_phone,
           created_by_staff_id is not null as is_staff_made,
           not exists (select from user_roles r where r.user_id = users.id and r.role <> 'customer') as is_only_customer
      from users where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  if (!rows[0]) throw new AppError('SESSION_REVOKED')
  return rows[0]
}

/**
 * Sets the name of an account. Returns the former name.
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function updateName(tx: Tx, { userId, name }: { userId: number; name: string }): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    with before as (select id, name from users where id = ${userId} and deleted_at is null for no key update)
    update users u set name = ${name}, updated_at = now() from before b where u.id = b.id
    returning b.name`.execute(tx)
  if (!rows[0]) throw new AppError('SESSION_REVOKED')
  return rows[0].name
}

/**
 * Sets an e-mail address, which the owner of the account has proved.
 * @throws DatabaseError naming users__email when another account has the e-mail address
 */
export async function updateOwnEmail(tx: Tx, { userId, email }: { userId: number; email: string }): Promise<void> {
  await sql`update users set email = ${email}, is_email_own = true, updated_at = now() where id = ${userId}`.execute(tx)
}

/**
 * Sets a phone, which the owner of the account has proved. If the name is a placeholder, it changes with the phone.
 * @throws DatabaseError naming users__phone when another account has the phone
 */
export async function updateOwnPhone(tx: Tx, { userId, phone }: { userId: number; phone: string }): Promise<void> {
  await sql`
    update users
       set phone = ${phone}, phone_proved_at = now(), updated_at = now(),
           name = case when name = ${placeholderName('')} || right(phone, 4) then ${placeholderName(phone)} else name end,
           proved_phone_before = proved_phone_before or phone_proved_at is not null
     where id = ${userId}`.execute(tx)
}
