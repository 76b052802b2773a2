import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** What a code is for. A code of one purpose opens nothing of another (security document §3). */
export type CodePurpose = 'login' | 'register' | 'reset'

/** Wrong guesses after which a code is dead. */
const MOST_ATTEMPTS = 5

type CodeTarget = { purpose: CodePurpose; target: string }

/** Keeps a new code and kills the ones before it, in one statement; answers its id. Lifetimes run by the database's clock. */
export async function insertCode(
  db: Db,
  { purpose, target, codeHash, lifeMinutes }: CodeTarget & { codeHash: string; lifeMinutes: number },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with killed as (
      update one_time_codes set used_at = now() where purpose = ${purpose} and target = ${target} and used_at is null
    )
    insert into one_time_codes (purpose, target, code_hash, expires_at)
    values (${purpose}, ${target}, ${codeHash}, now() + make_interval(mins => ${lifeMinutes}::int))
    returning id`.execute(db)
  return rows[0]!.id
}

/** Makes a code worthless: its message never left. */
export async function killCode(db: Db, id: bigint): Promise<void> {
  await db.updateTable('one_time_codes').set({ used_at: sql`now()` }).where('id', '=', id).execute()
}

/**
 * Takes one guess from the newest code and answers its hash, or undefined when there is none to guess at. Counted
 * before the comparison and in one statement, so that parallel guesses cannot share a count.
 */
export async function takeGuess(
  db: Db,
  { purpose, target }: CodeTarget,
): Promise<{ id: bigint; code_hash: string } | undefined> {
  const { rows } = await sql<{ id: bigint; code_hash: string }>`
    update one_time_codes set attempts = attempts + 1
     where id = (select id from one_time_codes where purpose = ${purpose} and target = ${target}
                  order by created_at desc, id desc limit 1)
       and attempts < ${MOST_ATTEMPTS} and used_at is null and expires_at > now()
    returning id, code_hash`.execute(db)
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
