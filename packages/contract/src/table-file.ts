import { z } from 'zod'
import { success } from './wire.ts'

/** What a preview says of any file with rows; `shown` is what it shows of a row beside what becomes of it. */
export function filePreview<Shown extends z.ZodRawShape>(shown: Shown) {
  return success.extend({
    /** Null while a row is wrong: then there is nothing to apply. */
    import_id: z.uuid().nullable(),
    rows: z.int(),
    to_add: z.int(),
    to_change: z.int(),
    unchanged: z.int(),
    errors_count: z.int(),
    /** Up to ten thousand; rows are counted as a spreadsheet does, the heading being row 1. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    /** The first rows, those that do something before the others. */
    sample: z.array(z.object({ row: z.int(), does: z.enum(['add', 'change', 'nothing']), name: z.string(), ...shown })),
  })
}

export const fileApplied = success.extend({ added: z.int(), changed: z.int(), undo_until: z.iso.datetime() })
