import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { cellText } from '@nukkad/rules/csv.ts'
import { libraries } from '#libraries.ts'
import { AppError } from './errors.ts'

const MAX_CELL_BYTES = 64 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** One row of a file; `cells` has no entry for a column that the file does not have. */
export type FileRow<Column extends string> = { row: number; cells: Partial<Record<Column, string>> }
export type Problem = { row: number; column: string; reason: FieldText }

/** Maximum number of errors reported for a file. */
const MAX_PROBLEMS = 10_000
const MAX_SHOWN = 50

export type FileShape<Column extends string> = {
  /**
   * Returns the column for a heading; null for a heading that is allowed but ignored, undefined for an unknown heading.
   */
  columnOf: (head: string) => Column | null | undefined
  /** The required columns; a file without these columns is refused, because it is a different table. */
  needed?: readonly Column[]
  mostRows: number
  /** The error for a file with more rows than the maximum. */
  tooLong: FieldText
}

/**
 * Reads the rows of a CSV table that a person uploaded, and the errors in its headings. Rows are numbered as in a
 * spreadsheet; empty rows are skipped.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for a file that is not text, INVALID_INPUT for a file that is not a table
 */
export function readTableFile<Column extends string>(
  bytes: Buffer,
  shape: FileShape<Column>,
): { rows: FileRow<Column>[]; problems: Problem[] } {
  const [heading = [], ...records] = recordsOf(textOf(bytes), shape.mostRows)
  const heads = heading.map((head) => cellText(head).trim())
  const columns = heads.map((head) => shape.columnOf(head))
  const rows = records.flatMap((record, index) =>
    record.every((cell) => cell.trim() === '') ? [] : [{ row: index + 2, cells: cellsOf(columns, record) }],
  )
  if (rows.length === 0) throw refused('fieldFileEmpty')
  if (rows.length > shape.mostRows) throw refused(shape.tooLong)
  return { rows, problems: headingProblems(heads, columns, shape) }
}

function textOf(bytes: Buffer): string {
  // Refuses a workbook, a picture or an archive, even if its name ends in `.csv`.
  if (bytes.includes(0) || bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw refused('fieldFileEncoding', cause)
  }
}

function recordsOf(text: string, mostRows: number): string[][] {
  const { CsvError, parse } = libraries.csvParse
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: MAX_CELL_BYTES,
      to: mostRows * 2,
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    // The library has counted the rows that it read, including the headings; if parsing fails, the broken row is the
    // next one after these.
    throw refused('fieldFileBroken', cause, { row: Number(cause.records) + 1 })
  }
}

/** Returns the delimiter of the headings: spreadsheets write commas, semicolons or tabs, depending on the country. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 2000).split(/\r?\n/, 1)[0]!
  const counted = [',', ';', '\t'].map((sign) => [sign, heading.split(sign).length] as const)
  return counted.toSorted((a, b) => b[1] - a[1])[0]![0]
}

function headingProblems<Column extends string>(
  heads: readonly string[],
  columns: readonly (Column | null | undefined)[],
  { needed = [] }: FileShape<Column>,
): Problem[] {
  const problem = (reason: FieldText) => (head: string) => ({ row: 1, column: head.slice(0, 60), reason })
  const isUnknown = (head: string, index: number) => head !== '' && columns[index] === undefined
  const isTwice = (_: string, index: number) => Boolean(columns[index]) && columns.indexOf(columns[index]) !== index
  return [
    ...needed.filter((name) => !columns.includes(name)).map(problem('fieldColumnMissing')),
    ...heads.filter(isUnknown).map(problem('fieldColumnUnknown')),
    ...heads.filter(isTwice).map(problem('fieldTwice')),
  ]
}

function cellsOf<Column extends string>(
  columns: readonly (Column | null | undefined)[],
  record: readonly string[],
): FileRow<Column>['cells'] {
  const cells = columns.flatMap((column, index) => (column ? [[column, cellText(record[index] ?? '').trim()]] : []))
  return Object.fromEntries(cells) as FileRow<Column>['cells'] // One entry for each column that the uploaded file has.
}

function refused(reason: FieldText, cause?: unknown, params?: { row: number }): AppError {
  return new AppError('INVALID_INPUT', { fields: { file: reason }, cause, ...(params && { params }) })
}

/** Returns the preview of a file of any kind: the errors as texts, and the first rows of the planned changes. */
export function previewOf<Planned extends { does: 'add' | 'change' | 'nothing' }, Shown>(
  { rows, planned, problems }: { rows: number; planned: readonly Planned[]; problems: readonly Problem[] },
  { textOf, show }: { textOf: (reason: FieldText) => string; show: (row: Planned) => Shown },
) {
  const count = (wanted: Planned['does']) => planned.filter(({ does }) => does === wanted).length
  return {
    rows,
    to_add: count('add'),
    to_change: count('change'),
    unchanged: count('nothing'),
    errors_count: problems.length,
    errors: problems
      .slice(0, MAX_PROBLEMS)
      .map(({ row, column, reason }) => ({ row, column, message: textOf(reason) })),
    sample: doingFirst(planned).slice(0, MAX_SHOWN).map(show),
  }
}

/** Sorts the rows that change something before the other rows, because people must check the changes. */
function doingFirst<Row extends { does: 'add' | 'change' | 'nothing' }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => Number(one.does === 'nothing') - Number(other.does === 'nothing'))
}
