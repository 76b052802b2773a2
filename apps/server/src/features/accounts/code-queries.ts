import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** What a code is for. A code of one purpose opens nothing of another (security document §3). */
export type CodePurpose = 'login' | 'register' | 'reset'

/** Guesses at a code by the client that asked for it, and the same number by all others together. */
const MOST_ATTEMPTS = 5

type CodeTarget = { purpose: CodePurpose; target: string }
type NewCode = CodeTarget & { codeHash: string; lifeMinutes: number; clients: readonly string[] }

/**
 * Keeps a new code and kills those that the same client asked for before, in one statement; answers its id. Codes that
 * others asked for stay, or a stranger could make a person's code worthless. Lifetimes run by the database's clock.
 */
export async function insertCode(
  db: Db,
  { purpose, target, codeHash, lifeMinutes, clients }: NewCode,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with killed as (
      update one_time_codes set used_at = now()
       where purpose = ${purpose} and target = ${target} and used_at is null and clients && ${clients}::text[]
    )
    insert into one_time_codes (purpose, target, code_hash, clients, expires_at)
    values (${purpose}, ${target}, ${codeHash}, ${clients}::text[], now() + make_interval(mins => ${lifeMinutes}::int))
    returning id`.execute(db)
  return rows[0]!.id
}

/** Makes a code worthless: its message never left. */
export async function killCode(db: Db, id: bigint): Promise<void> {
  await db.updateTable('one_time_codes').set({ used_at: sql`now()` }).where('id', '=', id).execute()
}

type LiveCode = { id: bigint; is_own: boolean; has_guesses: boolean }

/** The live code that a guess is at: the one that this client asked for, else the newest. */
export async function findLiveCode(
  db: Db,
  { purpose, target, clients }: CodeTarget & { clients: readonly string[] },
): Promise<LiveCode | undefined> {
  const { rows } = await sql<LiveCode>`
    select id, clients && ${clients}::text[] as is_own,
           case when clients && ${clients}::text[] then attempts else attempts_by_others end < ${MOST_ATTEMPTS} as has_guesses
      from one_time_codes
     where purpose = ${purpose} and target = ${target} and used_at is null and expires_at > now()
     order by is_own desc, created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Takes one guess from a code and answers its hash, or undefined when none is left. Counted before the comparison and in
 * one statement, so that parallel guesses cannot share a count.
 */
export async function takeCodeGuess(
  db: Db,
  { id, isOwn }: { id: bigint; isOwn: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ code_hash: string }>`
    update one_time_codes set attempts = attempts + ${isOwn ? 1 : 0}::int, attempts_by_others = attempts_by_others + ${isOwn ? 0 : 1}::int
     where id = ${id} and ${isOwn ? sql`attempts` : sql`attempts_by_others`} < ${MOST_ATTEMPTS}
       and used_at is null and expires_at > now()
    returning code_hash`.execute(db)
  return rows[0]?.code_hash
}

/** The account that a phone or e-mail address belongs to. */
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

/** Uses a code up. Of several at once exactly one is told true. */
export async function consumeCode(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    update one_time_codes set used_at = now()
     where id = ${id} and used_at is null and expires_at > now()
    returning id`.execute(tx)
  return rows.length === 1
}
