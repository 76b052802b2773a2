import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { sql } from 'kysely'
import { unpaidStatuses } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'

const MAX_AT_ONCE = 100

/**
 * Lists attempts that are still open at these providers although their time is over or their order can no longer be
 * paid.
 */
export async function listAttemptsToClose(db: Db, providers: readonly ProviderName[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select a.id from payment_attempts a left join orders o on o.id = a.order_id
     where a.status in ('created', 'pending') and a.closed_at is null
       and a.provider = any(${providers}::text[]) and a.provider_ref is not null
       and (a.expires_at <= now() or o.status not in ${unpaidStatuses} or o.released_at is not null)
     order by a.id
     limit ${MAX_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records that the provider takes no payment for this attempt any more, so that it is not closed again. */
export async function setClosed(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ closed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
