import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, flag, id, ignored } from '../wire.ts'

/** Of the person who is signed in, also while he acts for a store owner. */
const own = { auth: 'staff', permission: 'any', ownersToo: true } as const

const notes = z.object({
  success: z.literal(true),
  /** What is still to be done first, then the newest. */
  notes: z.array(z.object({ id: z.int(), text: z.string(), is_done: flag, created_at: z.string() })),
})

export const listNotes = call('dashboard/notes', {
  summary: 'What one has written down for oneself, with what is done.',
  ...own,
  input: z.object(ignored),
  output: notes,
  errors: [],
})

export const addNote = call('dashboard/notes/add', {
  summary: 'Writes something down for oneself; a list holds a hundred notes.',
  ...own,
  idempotent: true,
  input: z.object({ ...ignored, text: filledText(300) }),
  output: notes,
  errors: [],
})

export const setNoteDone = call('dashboard/notes/set-done', {
  summary: 'Ticks a note of one’s own off, or on again.',
  ...own,
  input: z.object({ ...ignored, id, is_done: flag }),
  output: notes,
  errors: ['NOT_FOUND'],
})

export const deleteNote = call('dashboard/notes/delete', {
  summary: 'Throws a note of one’s own away.',
  ...own,
  input: z.object({ ...ignored, id }),
  output: notes,
  errors: ['NOT_FOUND'],
})
