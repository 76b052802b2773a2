import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type Note = { id: number; text: string; is_done: 0 | 1; created_at: Date }

/** Lists a person's notes: open ones first, the newest on top. */
export async function listNotes(db: Db, userId: number): Promise<Note[]> {
  return db
    .selectFrom('staff_notes')
    .select(['id', 'text', 'created_at', sql<0 | 1>`(done_at is not null)::int`.as('is_done')])
    .where('user_id', '=', userId)
    .orderBy('is_done')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Adds a note unless the list is full. Locks the person, so that two parallel calls cannot both add the last note that
 * the list may have.
 */
export async function insertNote(tx: Tx, note: { userId: number; text: string; most: number }): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', note.userId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ id: number }>`
    insert into staff_notes (user_id, text)
    select ${note.userId}, ${note.text}
     where (select count(*) from staff_notes where user_id = ${note.userId}) < ${note.most} returning id`.execute(tx)
  return rows.length > 0
}

/** Changes a note. Changes a note; returns false if the note is not the person's own. */
export async function updateNote(tx: Tx, { id, userId, isDone }: { id: number; userId: number; isDone: boolean }) {
  const { numUpdatedRows } = await tx
    .updateTable('staff_notes')
    .set({ done_at: isDone ? sql<Date>`coalesce(done_at, now())` : null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a note. Deletes a note; returns false if the note is not the person's own. */
export async function deleteNote(tx: Tx, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_notes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
