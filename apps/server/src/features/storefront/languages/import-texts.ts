import type { Output } from '@nukkad/contract/contract.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { cellText } from '@nukkad/rules/csv.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { libraries } from '#libraries.ts'
import { getLanguage } from './change-languages.ts'
import { readOwnTexts } from './queries.ts'
import { changesOf, type GivenTexts, readText, type TextChange } from './save-texts.ts'

type RowError = Output<'dashboard/texts/import'>['errors'][number]
export type Import = { rows: number; changes: TextChange[]; errors: RowError[]; given: GivenTexts }

const MAX_ROWS = 3_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads texts of a language from a CSV file, and finds what they would change.
 * @throws AppError NOT_FOUND, INVALID_INPUT when the file is not a table with the columns `key` and `text`
 */
export async function readImport(
  db: Db,
  { languageId, file, textOf }: { languageId: number; file: Buffer; textOf: (key: FieldText) => string },
): Promise<Import> {
  const { code } = await getLanguage(db, languageId)
  const rows = readRows(file)
  const errors: RowError[] = []
  const texts = new Map<string, string | null>()
  for (const [index, { key = '', text = '' }] of rows.entries()) {
    if (text.trim() === '') continue
    const { value, problem } = readText(key.trim(), cellText(text))
    const reason = texts.has(key.trim()) ? 'fieldTwice' : problem
    if (reason) errors.push({ row: index + 2, key: key.slice(0, 80), reason: textOf(reason) })
    else texts.set(key.trim(), value ?? null)
  }
  const changes = changesOf(texts, await readOwnTexts(db, languageId), code)
  return { rows: rows.length, changes, errors, given: Object.fromEntries(texts) }
}

function readRows(file: Buffer): { key?: string; text?: string }[] {
  let rows: Record<string, string>[]
  try {
    rows = libraries.csvParse.parse(utf8.decode(file), {
      bom: true,
      columns: true,
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { fields: { file: 'fieldInvalid' }, cause })
  }
  if (rows.length > MAX_ROWS) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldTooMany' } })
  if (!rows[0] || !('key' in rows[0]) || !('text' in rows[0]))
    throw new AppError('INVALID_INPUT', { fields: { file: 'fieldInvalid' } })
  return rows
}
