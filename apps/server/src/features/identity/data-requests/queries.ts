import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type RequestKind = 'export' | 'deletion'
type OfPerson = { userId: number; kind: RequestKind }

export type OpenRequestRow = { id: number; kind: RequestKind; asked_at: Date; due_at: Date; note: string | null }

/**
 * Records a data request; if one is already open, it stays unchanged.
 * @returns its id
 */
export async function insertRequest(
  tx: Tx,
  { userId, kind, staffId, note, dueDays }: OfPerson & { staffId: number; note: string | null; dueDays: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_requests (user_id, kind, due_at, noted_by, note)
    values (${userId}, ${kind}, now() + make_interval(days => ${dueDays}::int), ${staffId}, ${note})
    on conflict (user_id, kind) where state = 'open' do update set kind = excluded.kind
    returning id`.execute(tx)
  return rows[0]!.id
}

/**
 * Closes the open request of this kind as done. If no request of this kind is open, records a request that was made now
 * and is done.
 */
export async function closeAsDone(tx: Tx, { userId, kind, byId }: OfPerson & { byId: number }): Promise<void> {
  await sql`
    with closed as (
      update data_requests set state = 'done', decided_at = now(), decided_by = ${byId}
       where user_id = ${userId} and kind = ${kind} and state = 'open' returning id
    )
    insert into data_requests (user_id, kind, state, due_at, noted_by, decided_at, decided_by)
    select ${userId}, ${kind}, 'done', now(), nullif(${byId}::int, ${userId}::int), now(), ${byId}
     where not exists (select from closed)`.execute(tx)
}

/**
 * Refuses an open request, even one that can no longer be fulfilled.
 * @returns the customer and kind of the request
 */
export async function closeAsRefused(
  tx: Tx,
  { reason, byId, ...which }: { reason: string; byId: number } & ({ id: number } | OfPerson),
): Promise<{ user_id: number; kind: RequestKind } | undefined> {
  const isIt = 'id' in which ? sql`id = ${which.id}` : sql`user_id = ${which.userId} and kind = ${which.kind}`
  const { rows } = await sql<{ user_id: number; kind: RequestKind }>`
    update data_requests set state = 'refused', decided_at = now(), decided_by = ${byId}, reason = ${reason}
     where ${isIt} and state = 'open' returning user_id, kind`.execute(tx)
  return rows[0]
}

/** Lists a person's open requests. */
export async function listOpenRequests(db: Db, userId: number): Promise<OpenRequestRow[]> {
  const { rows } = await sql<OpenRequestRow>`
    select id, kind, asked_at, due_at, note from data_requests
     where user_id = ${userId} and state = 'open' order by due_at`.execute(db)
  return rows
}

/** Deletes the notes of staff on a person's requests. */
export async function deleteNotes(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('data_requests').set({ note: null }).where('user_id', '=', userId).execute()
}
