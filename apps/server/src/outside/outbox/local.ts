import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { MessageProvider } from '#outside/message-provider.ts'

export type OutboxEntry = { kind: string; to: string; text: string; code: string | null; time: string }

const MAX_LISTED = 100

/** Replaces an SMS or mail provider: stores the messages in a table, which `/outbox` shows in demo mode. */
export function createLocalOutbox(db: Db, kind: 'sms' | 'mail' | 'push'): MessageProvider {
  return {
    send: async ({ to, text, code }) => {
      await db
        .insertInto('local_outbox')
        .values({ kind, recipient: to, text, code: code ?? null })
        .execute()
    },
    check: async () => {},
  }
}

/** Lists the messages of the outbox, the newest first. */
export async function listOutbox(db: Db): Promise<OutboxEntry[]> {
  const rows = await db
    .selectFrom('local_outbox')
    .select(['kind', 'recipient', 'text', 'code', 'at'])
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    to: row.recipient,
    text: row.text,
    code: row.code,
    time: row.at.toISOString(),
  }))
}

/** Deletes the messages to these phones and e-mail addresses. */
export async function forgetMessages(tx: Tx, recipients: readonly string[]): Promise<void> {
  await sql`delete from local_outbox where lower(recipient) = any(${recipients}::text[])`.execute(tx)
}
