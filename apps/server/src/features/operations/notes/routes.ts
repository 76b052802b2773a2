import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { isRowUnchanged, once } from '#http/idempotency.ts'
import type { Session } from '#http/session.ts'
import { deleteNote, insertNote, listNotes, updateNote } from './queries.ts'

const MAX_NOTES = 100

/**
 * Notes are private: they are not in the log, and a member of staff who acts as an owner still sees their own notes,
 * not the owner's.
 */
export const noteRoutes = routes({
  'dashboard/notes': async ({ db, session }) => answer(db, session),

  'dashboard/notes/add': async ({ input, db, session, request }) =>
    // The idempotency key is stored for the person themselves, even while they act as an owner.
    once(
      { db, request, userId: personOf(session), call: 'dashboard/notes/add' },
      async (tx) => {
        const isAdded = await insertNote(tx, { userId: personOf(session), text: input.text, most: MAX_NOTES })
        if (!isAdded) throw new AppError('INVALID_INPUT', { fields: { text: 'fieldTooMany' } })
        return answer(tx, session)
      },
      {
        present: async (tx, stored) => {
          const now = await answer(tx, session)
          return isRowUnchanged(stored.notes, now.notes) ? now : undefined
        },
      },
    ),

  'dashboard/notes/set-done': {
    write: async ({ tx, input, session }) => {
      const isDone = input.is_done === 1
      if (!(await updateNote(tx, { id: input.id, userId: personOf(session), isDone }))) throw new AppError('NOT_FOUND')
      return answer(tx, session)
    },
  },

  'dashboard/notes/delete': {
    write: async ({ tx, input, session }) => {
      if (!(await deleteNote(tx, { id: input.id, userId: personOf(session) }))) throw new AppError('NOT_FOUND')
      return answer(tx, session)
    },
  },
})

function personOf({ actingStaffId, userId }: Session): number {
  return actingStaffId ?? userId
}

async function answer(db: Db, session: Session): Promise<Output<'dashboard/notes'>> {
  const notes = await listNotes(db, personOf(session))
  return { success: true, notes: notes.map((note) => ({ ...note, created_at: note.created_at.toISOString() })) }
}
