import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'
import { isDevice } from '#features/identity/sign-ins/clients.ts'

/** The purpose of a code; a code is valid for its own purpose only (docs/reference/security.md#one-time-codes). */
export type CodePurpose = 'login' | 'register' | 'reset' | 'contact' | 'rider'

/**
 * Maximum number of guesses at one code for each of three groups: the device that requested the code, other devices
 * with the same IP address, and everyone else.
 */
const MAX_ATTEMPTS = 5

/**
 * The group of the client that requested a code, compared with the client that guesses it; each group has its own
 * counter of guesses.
 */
type AskedBy = 'device' | 'address' | 'others'
const attemptsOf = { device: 'attempts', address: 'attempts_at_address', others: 'attempts_by_others' } as const

type CodeTarget = { purpose: CodePurpose; target: string }
type NewCode = CodeTarget & { codeHash: string; lifeMinutes: number; clients: readonly string[] }

/**
 * Stores a new code and invalidates the codes that the same device requested before, in one statement. Codes that
 * others requested stay valid, even those requested from the same IP address; otherwise a stranger could invalidate a
 * person's code. The database's clock measures lifetimes.
 * @returns the id of the code
 */
export async function insertCode(
  db: Db,
  { purpose, target, codeHash, lifeMinutes, clients }: NewCode,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with killed as (
      update one_time_codes set used_at = now()
       where purpose = ${purpose} and target = ${target} and used_at is null and clients && ${clients.slice(0, 1)}::text[]
    )
    insert into one_time_codes (purpose, target, code_hash, clients, expires_at)
    values (${purpose}, ${target}, ${codeHash}, ${clients}::text[], now() + make_interval(mins => ${lifeMinutes}::int))
    returning id`.execute(db)
  return rows[0]!.id
}

/** Invalidates a code whose message was not sent. */
export async function killCode(db: Db, id: bigint): Promise<void> {
  await db.updateTable('one_time_codes').set({ used_at: sql`now()` }).where('id', '=', id).execute()
}

/** Invalidates the reset codes that were sent to an e-mail address. */
export async function killResetCodes(tx: Tx, email: string): Promise<void> {
  await sql`
    update one_time_codes set used_at = now()
     where purpose = 'reset' and target = lower(${email}) and used_at is null`.execute(tx)
}

type LiveCode = { id: bigint; asked_by: AskedBy; has_guesses: boolean }

/**
 * Finds the valid code against which a guess counts: the one that this device requested, or else one that its IP
 * address requested, or else the newest.
 */
export async function findLiveCode(
  db: Db,
  { purpose, target, clients }: CodeTarget & { clients: readonly string[] },
): Promise<LiveCode | undefined> {
  const { rows } = await sql<LiveCode>`
    select id, asked_by,
           case asked_by when 'device' then attempts when 'address' then attempts_at_address else attempts_by_others end
             < ${MAX_ATTEMPTS} as has_guesses
      from one_time_codes c, lateral (
        select case when c.clients && ${clients.filter(isDevice)}::text[] then 'device'
                    when c.clients && ${clients}::text[] then 'address' else 'others' end as asked_by) of
     where purpose = ${purpose} and target = ${target} and used_at is null and expires_at > now()
     order by array_position('{device,address,others}', asked_by), created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Takes one guess from a code and returns the code's hash; undefined if no guess is left. The guess is counted before
 * the comparison and in one statement, so that two parallel guesses cannot count as one.
 */
export async function takeCodeGuess(
  db: Db,
  { id, asked_by }: Pick<LiveCode, 'id' | 'asked_by'>,
): Promise<string | undefined> {
  const attempts = sql.ref(attemptsOf[asked_by])
  const { rows } = await sql<{ code_hash: string }>`
    update one_time_codes set ${attempts} = ${attempts} + 1
     where id = ${id} and ${attempts} < ${MAX_ATTEMPTS}
       and used_at is null and expires_at > now()
    returning code_hash`.execute(db)
  return rows[0]?.code_hash
}

/**
 * Records that a code was entered correctly. Returns true only the first time, because a call may check a code before
 * another call uses it.
 */
export async function markCodeEntered(db: Db, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`
    update one_time_codes set entered_at = now() where id = ${id} and entered_at is null returning id`.execute(db)
  return rows.length === 1
}

/** Finds the account to which a phone or e-mail address belongs. */
export async function findOwnerOf(
  db: Db,
  target: string,
): Promise<{ id: number; has_proved_phone: boolean } | undefined> {
  const { rows } = await sql<{ id: number; has_proved_phone: boolean }>`
    select id, phone_proved_at is not null as has_proved_phone from users where deleted_at is null and (phone = ${target} or email = ${target}::citext) limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Consumes a code; returns true for exactly one of several parallel calls. */
export async function consumeCode(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`
    update one_time_codes set used_at = now()
     where id = ${id} and used_at is null and expires_at > now()
    returning id`.execute(tx)
  return rows.length === 1
}

/** Deletes codes an hour after they were used or expired, which leaves time to look into a complaint. */
export async function deleteDeadCodes(db: Db): Promise<void> {
  await deleteInBatches(db, 'one_time_codes', { where: sql`least(expires_at, used_at) < now() - interval '1 hour'` })
}

/** Deletes the codes of these phones and e-mail addresses, and the records of who requested them. */
export async function forgetCodes(tx: Tx, targets: readonly string[]): Promise<void> {
  await sql`
    with turns as (delete from code_turns where target = any(${targets}::text[]))
    delete from one_time_codes where target = any(${targets}::text[])`.execute(tx)
}
