import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, flag, id, ignored } from '../wire.ts'

/** A note belongs to the signed-in person, even while they act as a store owner. */
const own = { auth: 'staff', permission: 'any', ownersToo: true } as const

const notes = z.object({
  success: z.literal(true),
  /** The notes: open ones first, then the newest. */
  notes: z.array(z.object({ id: z.int(), text: z.string(), is_done: flag, created_at: z.string() })),
})

export const listNotes = call('dashboard/notes', {
  summary: 'The notes of the signed-in person, open and done.',
  ...own,
  input: z.object(ignored),
  output: notes,
  errors: [],
})

export const addNote = call('dashboard/notes/add', {
  summary: 'Adds a note for oneself. A list holds at most a hundred notes.',
  ...own,
  idempotent: true,
  input: z.object({ ...ignored, text: filledText(300) }),
  output: notes,
  errors: [],
})

export const setNoteDone = call('dashboard/notes/set-done', {
  summary: "Marks one's own note as done, or as open again.",
  ...own,
  input: z.object({ ...ignored, id, is_done: flag }),
  output: notes,
  errors: ['NOT_FOUND'],
})

export const deleteNote = call('dashboard/notes/delete', {
  summary: "Deletes one's own note.",
  ...own,
  input: z.object({ ...ignored, id }),
  output: notes,
  errors: ['NOT_FOUND'],
})
