import { z } from 'zod'
import { success } from './wire.ts'

/** Returns the schema of a file preview. `shown` adds fields to each sample row. */
export function filePreview<Shown extends z.ZodRawShape>(shown: Shown) {
  return success.extend({
    /**
     * The id with which the client imports the file; null when a row has an error, because then the file cannot be
     * imported.
     */
    import_id: z.uuid().nullable(),
    rows: z.int(),
    to_add: z.int(),
    to_change: z.int(),
    unchanged: z.int(),
    errors_count: z.int(),
    /** The errors of the file, at most ten thousand. Rows are counted as in a spreadsheet: the header is row 1. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    /** The first rows of the file; rows that add or change something come first. */
    sample: z.array(z.object({ row: z.int(), does: z.enum(['add', 'change', 'nothing']), name: z.string(), ...shown })),
  })
}

/**
 * The answer to the import of a file: the numbers of added and changed rows, and the time until which staff can undo
 * the import.
 */
export const fileApplied = success.extend({ added: z.int(), changed: z.int(), undo_until: z.iso.datetime() })
