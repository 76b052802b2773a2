import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { isPhoneTrusted } from '#features/identity/accounts/trusted-phone.ts'

/** Maximum number of clients that one account knows; the one seen longest ago is dropped first. */
const MAX_KNOWN_CLIENTS = 20

/** Finds the name under which the account knows one of these clients, preferring its device over its address. */
export async function findKnownClient(
  db: Db,
  { userId, clients }: { userId: number; clients: readonly string[] },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('known_clients')
    .select('client')
    .where('user_id', '=', userId)
    .where('client', 'in', clients)
    // Descending order puts a known device (`device:`) before a known address (`address:`), so that the device is
    // returned.
    .orderBy('client', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.client
}

/** Finds an account that knows this device; of several, the oldest. */
export async function findUserOfDevice(db: Db, deviceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('known_clients')
    .select('user_id')
    .where('client', '=', `device:${deviceId}`)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

/** Makes these clients known to an account. */
export async function rememberClients(
  tx: Tx,
  { userId, clients }: { userId: number; clients: readonly string[] },
): Promise<void> {
  await sql`
    with kept as (
      insert into known_clients (user_id, client) select ${userId}, unnest(${[...clients].toSorted()}::text[])
      on conflict on constraint known_clients__user_client do update set last_seen_at = now()
    )
    delete from known_clients k
     where k.user_id = ${userId} and not k.client = any (${clients}::text[])
       and k.client not in (select l.client from known_clients l where l.user_id = ${userId}
                             order by l.last_seen_at desc limit ${MAX_KNOWN_CLIENTS})`.execute(tx)
}

/** Forgets all known clients of an account. */
export async function forgetClients(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_clients').where('user_id', '=', userId).execute()
}

/**
 * Takes a guess from a pool, unless the previous guess was too recent. One statement checks the time and takes the
 * guess, so that two parallel guesses cannot count as one. A pool that had no guess for a day starts again.
 * @param free number of guesses without a waiting time; after them the next one waits 1, 2, 4, … seconds, at most an
 *   hour
 */
export async function takeFromPool(
  db: Db,
  { subject, pool, free }: { subject: string; pool: string; free: number },
): Promise<{ isTaken: boolean; waitSeconds: number; asked: number }> {
  const { rows } = await sql<{ is_taken: boolean; wait_seconds: number; asked: number }>`
    insert into secret_guesses as g (subject, pool, tries, asked, last_at, was_taken)
    values (${subject}, ${pool}, 1, 1, now(), true)
    on conflict (subject, pool) do update set
      tries = case when ${isStale} then 1 when ${isDue(free)} then g.tries + 1 else g.tries end,
      asked = case when ${isStale} then 1 else g.asked + 1 end,
      last_at = case when ${isStale} or ${isDue(free)} then now() else g.last_at end,
      was_taken = ${isStale} or ${isDue(free)}
    returning g.was_taken as is_taken,
      ceil(extract(epoch from g.last_at - now()) + ${delaySeconds(sql`g.tries`, free)})::int as wait_seconds,
      g.asked + coalesce((select sum(o.asked) from secret_guesses o
                             where o.subject = ${subject} and o.pool <> ${pool}
                               and o.last_at > now() - interval '1 day'), 0)::int as asked`.execute(db)
  const { is_taken, wait_seconds, asked } = rows[0]!
  return { isTaken: is_taken, waitSeconds: wait_seconds, asked }
}

const isStale = sql`g.last_at < now() - interval '1 day'`
// A guess without a waiting time ignores the time of the previous guess, because it may have begun before a guess that
// got the lock first.
const isDue = (free: number) =>
  sql`(g.tries < ${free}::int or g.last_at <= now() - make_interval(secs => ${delaySeconds(sql`g.tries`, free)}))`
const delaySeconds = (tries: ReturnType<typeof sql>, free: number) =>
  sql`case when ${tries} < ${free}::int then 0 else least(3600, power(2, least(${tries} - ${free}::int, 12)))::float8 end`

/** Returns correct guesses to their pool. */
export async function forgivePool(
  db: Db,
  { subject, pool, taken }: { subject: string; pool: string; taken: number },
): Promise<void> {
  await sql`
    update secret_guesses set tries = greatest(tries - ${taken}::int, 0), asked = greatest(asked - ${taken}::int, 0)
     where subject = ${subject} and pool = ${pool}`.execute(db)
}

/**
 * Clears the guesses of one pool against an account after the correct secret was entered; guesses of other pools still
 * count.
 */
export async function forgetPool(db: Db, { subject, pool }: { subject: string; pool: string }): Promise<void> {
  await db.deleteFrom('secret_guesses').where('subject', '=', subject).where('pool', '=', pool).execute()
}

/** Records that a person was warned; returns true at most once a day. */
export async function insertGuessWarning(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    insert into guess_warnings as w (user_id) values (${userId})
    on conflict (user_id) do update set warned_at = now() where w.warned_at < now() - interval '1 day'
    returning user_id`.execute(tx)
  return rows.length === 1
}

/** Finds the e-mail address or phone at which to warn a person that someone is guessing their password. */
export async function findWarned(
  db: Db,
  userId: number,
): Promise<
  { email: string | null; phone: string | null; language: string | null; is_phone_trusted: boolean } | undefined
> {
  return db
    .selectFrom('users')
    .select(['email', 'phone', 'language', isPhoneTrusted.as('is_phone_trusted')])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
