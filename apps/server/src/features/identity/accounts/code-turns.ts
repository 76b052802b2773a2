import { codeWait, strangerOf } from '@nukkad/rules/code-turns.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Guesser } from '#features/identity/sign-ins/guesses.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'

export type CodeTurn = { id: bigint } | { waitSeconds: number; isGap: boolean }

/**
 * Records a client's request for a code to a phone or e-mail address; returns the waiting time instead if the client
 * has to wait. Requests for one phone or e-mail address run one after the other, so that parallel requests cannot pass
 * the limit together.
 * @see codeWait
 */
export async function takeCodeTurn(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { target, guesser, client }: { target: string; guesser: Guesser; client: Client },
): Promise<CodeTurn> {
  const asker = guesser.isKnown ? guesser.pool : strangerOf(client.wide)
  const limits = {
    gapSeconds: settings.number('limitCodeGapSeconds'),
    perQuarterHour: settings.number('limitCodesPerQuarterHour'),
    perDay: settings.number('limitCodesPerDay'),
  }
  return inTransaction(db, async (tx) => {
    // The lock is a separate statement, so that the next statement sees the changes that were committed during the wait
    // for the lock.
    await sql`select pg_advisory_xact_lock(hashtext('code turns'), hashtext(${target}))`.execute(tx)
    const { rows: sent } = await sql<{ asker: string; secondsAgo: number }>`
      select asker, extract(epoch from clock_timestamp() - at)::float8 as "secondsAgo"
        from code_turns where target = ${target} and at > now() - interval '1 day'`.execute(tx)
    const { seconds, isGap } = codeWait(sent, { asker, limits })
    if (seconds > 0) return { waitSeconds: seconds, isGap }
    const { rows } = await sql<{ id: bigint }>`
      insert into code_turns (target, asker, at) values (${target}, ${asker}, clock_timestamp()) returning id`.execute(
      tx,
    )
    return rows[0]!
  })
}

/** Deletes the record of a request whose code was not sent because a budget is empty. */
export async function giveBackCodeTurn(db: Db, { id }: { id: bigint }): Promise<void> {
  await db.deleteFrom('code_turns').where('id', '=', id).execute()
}

/** Deletes records of requests that are two days old, because no limit looks back further than one day. */
export async function deleteOldCodeTurns(db: Db): Promise<void> {
  await sql`delete from code_turns where at < now() - interval '2 days'`.execute(db)
}
