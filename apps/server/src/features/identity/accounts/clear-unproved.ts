import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { forgetUnprovedAddresses } from '#features/identity/addresses/forget-address.ts'
import { forgetWaysIn } from '#features/identity/sign-ins/forget-person.ts'
import { deleteSessions } from '#http/session.ts'
import { killResetCodes } from './code-queries.ts'

/**
 * Removes from a customer's account everything that was set before its phone was proved, because a stranger may have
 * set it: sessions, password, e-mail address, social identities, tickets, reset codes and known clients. Also removes
 * the referrer, the links to browsers, and the addresses that the account itself saved, unless the proof comes from a
 * browser that used the account before, or an earlier phone of the account was proved. Accounts of people who work here
 * stay unchanged, because administrators created them.
 * @param browsers the browsers of the request, as in `known_clients`
 * @returns whether the account had a credential, and its referrer afterwards
 */
export async function clearUnproved(
  tx: Tx,
  { userId, referredBy, browsers }: { userId: number; referredBy: number | null; browsers: readonly string[] },
): Promise<{ hadWayIn: boolean; referredBy: number | null }> {
  const { rows } = await sql<{ email: string | null; had_way_in: boolean; is_owners: boolean }>`
    with before as (
      select id, email, password_hash,
             proved_phone_before or exists (
               select from known_clients k where k.user_id = u.id and k.client = any (${browsers}::text[])) as is_owners
        from users u
       where u.id = ${userId} and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer')
         for no key update
    )
    update users u set password_hash = null, email = null, is_email_own = true, updated_at = now(),
                       referred_by = case when b.is_owners then u.referred_by end
      from before b where u.id = b.id
    returning b.email::text as email, b.is_owners,
      b.email is not null or b.password_hash is not null
        or exists (select from social_identities i where i.user_id = u.id)
        or exists (select from sessions s where s.user_id = u.id) as had_way_in`.execute(tx)
  const cleared = rows[0]
  if (!cleared) return { hadWayIn: false, referredBy }
  await deleteSessions(tx, userId)
  await tx.deleteFrom('social_identities').where('user_id', '=', userId).execute()
  await forgetWaysIn(tx, userId)
  if (cleared.email) await killResetCodes(tx, cleared.email)
  if (cleared.is_owners) return { hadWayIn: cleared.had_way_in, referredBy }
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await forgetUnprovedAddresses(tx, userId)
  return { hadWayIn: cleared.had_way_in, referredBy: null }
}
