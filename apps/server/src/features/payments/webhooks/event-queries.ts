import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { Captured } from '#outside/payments/provider.ts'

type NewEvent = {
  provider: ProviderName
  eventId: string
  kind: string
  attemptId: bigint | null
  outcome: 'applied' | 'ignored' | 'parked'
  note: string | null
}

/** Returns whether a webhook event arrived before. */
export async function isEventKnown(
  db: Db,
  { provider, eventId }: Pick<NewEvent, 'provider' | 'eventId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('provider_events')
    .select('id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

/** Records a webhook event; returns false if the event arrived before. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const inserted = await tx
    .insertInto('provider_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      kind: event.kind,
      attempt_id: event.attemptId,
      outcome: event.outcome,
      note: event.note,
    })
    .onConflict((conflict) => conflict.constraint('provider_events__event').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Returns whether staff already have an amount mismatch for one of these captured amounts in their list. */
export async function isKeptApart(
  db: Db,
  { provider, captured }: { provider: ProviderName; captured: readonly Captured[] },
): Promise<boolean> {
  if (captured.length === 0) return false
  const ids = captured.map(({ paymentId }) => paymentId)
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('payment_id', 'in', ids)
    .where('use', '=', 'mismatch')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
