import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

type AccountToDelete = {
  phone: string | null
  email: string | null
  has_other_role: boolean
  has_open_order: boolean
  has_own_money: boolean
}

/**
 * Locks an account against new rows that point to it, and tells what stands in the way of deleting it. An order that is
 * being placed is waited for and seen; one that comes later finds the account gone.
 */
export async function lockForDeletion(
  tx: Tx,
  { userId, openStatuses }: { userId: number; openStatuses: readonly number[] },
): Promise<AccountToDelete | undefined> {
  // A statement of its own: what follows must see what was committed while this one waited.
  await sql`select from users where id = ${userId} for update`.execute(tx)
  await sql`select from ledger_accounts where user_id = ${userId} for update`.execute(tx)
  const { rows } = await sql<AccountToDelete>`
    select u.phone, u.email::text as email,
           exists (select 1 from user_roles r where r.user_id = u.id and r.role <> 'customer') as has_other_role,
           -- One whose payment failed still holds what came from the wallet, until it is released.
           exists (select 1 from orders o where o.user_id = u.id
                    and (o.status = any(${openStatuses}::smallint[]) or o.status = 9 and o.released_at is null)) as has_open_order,
           exists (select 1 from ledger_accounts l
                    where l.user_id = u.id and l.kind = 'wallet_own' and l.balance_minor > 0) as has_own_money
      from users u
     where u.id = ${userId} and u.deleted_at is null`.execute(tx)
  return rows[0]
}

/** Takes out of orders, trips and reviews what tells who ordered, where he lives and what he wrote. */
export async function eraseFromOrders(tx: Tx, userId: number): Promise<void> {
  await sql`
    with trips as (
      delete from rider_positions p using orders o where p.order_id = o.id and o.user_id = ${userId}
    ), said as (
      update reviews set review_store = null, review_delivery = null where user_id = ${userId}
    )
    update orders set address = '—', location = '{}', latitude = null, longitude = null, order_comment = null
     where user_id = ${userId}`.execute(tx)
}

/** Deletes what belongs to the customer alone. `contacts` are the phone and address that codes and messages went to. */
export async function eraseBelongings(
  tx: Tx,
  { userId, contacts }: { userId: number; contacts: readonly (string | null | undefined)[] },
): Promise<void> {
  const known = contacts.filter((contact) => contact != null)
  await sql`
    with places as (delete from addresses where user_id = ${userId}),
         identities as (delete from social_identities where user_id = ${userId}),
         browsers as (delete from known_devices where user_id = ${userId}),
         clients as (delete from known_clients where user_id = ${userId}),
         tickets as (delete from sign_in_tickets where user_id = ${userId}),
         guesses as (delete from secret_guesses where subject = 'user:' || ${userId}::int),
         turns as (delete from code_turns where target = any(${known}::text[])),
         comings as (delete from sign_ins where user_id = ${userId}),
         wishes as (update data_requests set note = null where user_id = ${userId}),
         hearts as (delete from favourites where user_id = ${userId}),
         news as (delete from notifications where user_id = ${userId}),
         answers as (delete from idempotency_keys where user_id = ${userId}),
         codes as (delete from one_time_codes where target = any(${known}::text[]))
    delete from local_outbox where lower(recipient) = any(${known}::text[])`.execute(tx)
}

/** Leaves a nobody in the account's place; phone, e-mail address and name are free for whoever comes next. */
export async function erasePerson(tx: Tx, userId: number): Promise<void> {
  await sql`
    update users set name = '—', email = null, phone = null, phone_proved_at = null, password_hash = null,
           avatar = null, tax_number = null, language = null, referral_code = 'deleted-' || id, referred_by = null,
           default_address_id = null, is_active = false, deleted_at = now(), updated_at = now()
     where id = ${userId}`.execute(tx)
}
