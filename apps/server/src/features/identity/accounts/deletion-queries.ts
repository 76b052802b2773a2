import { sql } from 'kysely'
import { openStatusIds, orderStatus } from '#db/codes.ts'
import type { Tx } from '#db/connection.ts'

type AccountToDelete = {
  phone: string | null
  email: string | null
  has_other_role: boolean
  has_open_order: boolean
  has_own_money: boolean
}

/**
 * Locks an account so that no new row can refer to it, and returns the reasons against deleting it. The lock waits for
 * an order that is just being placed, which then counts as a reason; a later order finds the account deleted.
 */
export async function lockForDeletion(tx: Tx, userId: number): Promise<AccountToDelete | undefined> {
  // The lock is a separate statement, so that the next statement sees the changes that were committed during the wait
  // for the lock.
  await sql`select from users where id = ${userId} for update`.execute(tx)
  await sql`select from ledger_accounts where user_id = ${userId} for update`.execute(tx)
  const { rows } = await sql<AccountToDelete>`
    select u.phone, u.email::text as email,
           exists (select 1 from user_roles r where r.user_id = u.id and r.role <> 'customer') as has_other_role,
           -- An order whose payment failed still holds its wallet money until the order is released.
           exists (select 1 from orders o where o.user_id = u.id
                    and (o.status = any(${openStatusIds}::smallint[]) or o.status = ${orderStatus.payment_failed} and o.released_at is null)) as has_open_order,
           exists (select 1 from ledger_accounts l
                    where l.user_id = u.id and l.kind = 'wallet_own' and l.balance_minor > 0) as has_own_money
      from users u
     where u.id = ${userId} and u.deleted_at is null`.execute(tx)
  return rows[0]
}

/**
 * Anonymises the account row and removes its ties to social providers and browsers. New accounts can use the phone,
 * e-mail address and name of the deleted account.
 */
export async function erasePerson(tx: Tx, userId: number): Promise<void> {
  await sql`
    with identities as (delete from social_identities where user_id = ${userId}),
         browsers as (delete from known_devices where user_id = ${userId})
    update users set name = '—', email = null, phone = null, phone_proved_at = null, password_hash = null,
           avatar = null, tax_number = null, language = null, referral_code = 'deleted-' || id, referred_by = null,
           default_address_id = null, is_active = false, deleted_at = now(), updated_at = now()
     where id = ${userId}`.execute(tx)
}
