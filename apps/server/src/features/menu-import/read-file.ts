import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { cellText, type MenuColumn, MOST_MENU_ROWS, menuColumns, neededMenuColumns } from '@nukkad/rules/menu-file.ts'
import { parse } from 'csv-parse/sync'
import { AppError } from '#http/errors.ts'

const MOST_CELL_BYTES = 64 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** One row of a file; a column that the file does not have is not in `cells`. */
export type FileRow = { row: number; cells: Partial<Record<MenuColumn, string>> }
export type Fault = { row: number; column: string; reason: FieldText }

/**
 * The rows of a file of a menu, and what is wrong with its heading. Rows are counted as a spreadsheet counts them; empty
 * ones are passed over.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for what is no text, INVALID_INPUT for what is no table
 */
export function readMenuFile(bytes: Buffer): { rows: FileRow[]; faults: Fault[] } {
  const [heading = [], ...records] = recordsOf(textOf(bytes))
  const names = heading.map((name) => name.trim().toLowerCase())
  const faults = headingFaults(names)
  const rows = records.flatMap((record, index) =>
    record.every((cell) => cell.trim() === '') ? [] : [{ row: index + 2, cells: cellsOf(names, record) }],
  )
  if (rows.length === 0) throw refused('fieldFileEmpty')
  if (rows.length > MOST_MENU_ROWS) throw refused('fieldFileTooLong')
  return { rows, faults }
}

function textOf(bytes: Buffer): string {
  // A workbook, a picture or an archive is no table of text, whatever its name says.
  if (bytes.includes(0) || bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw refused('fieldFileEncoding', cause)
  }
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: MOST_CELL_BYTES,
      to: MOST_MENU_ROWS * 2,
    })
  } catch (cause) {
    throw refused('fieldFileBroken', cause)
  }
}

/** Spreadsheets write commas, semicolons or tabs, as their country has it; the heading tells which. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 2000).split(/\r?\n/, 1)[0]!
  const counted = [',', ';', '\t'].map((sign) => [sign, heading.split(sign).length] as const)
  return counted.toSorted((a, b) => b[1] - a[1])[0]![0]
}

function headingFaults(names: readonly string[]): Fault[] {
  const known: readonly string[] = menuColumns
  const fault = (reason: FieldText) => (column: string) => ({ row: 1, column: column.slice(0, 60), reason })
  return [
    ...neededMenuColumns.filter((name) => !names.includes(name)).map(fault('fieldColumnMissing')),
    ...names.filter((name) => name !== '' && !known.includes(name)).map(fault('fieldColumnUnknown')),
    ...names.filter((name, index) => name !== '' && names.indexOf(name) !== index).map(fault('fieldTwice')),
  ]
}

function cellsOf(names: readonly string[], record: readonly string[]): FileRow['cells'] {
  return Object.fromEntries(
    names.flatMap((name, index) => (name === '' ? [] : [[name, cellText(record[index] ?? '').trim()]])),
  )
}

function refused(reason: FieldText, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { fields: { file: reason }, cause })
}
