import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'
import type { Cell, Row } from '#features/insight/tables/read-table.ts'
import { libraries } from '#libraries.ts'

export type FileFormat = 'csv' | 'xml'

export const mimeTypes = { csv: 'text/csv; charset=utf-8', xml: 'application/xml; charset=utf-8' } as const

/** Returns a name such as `orders-2026-11-21-0930.csv`, with the date and time in the shop's time zone. */
export function fileName(table: TableName, format: FileFormat, at: Date, timeZone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
  return `${table.replaceAll('_', '-')}-${local.replace(' ', '-').replace(':', '')}.${format}`
}

/** Writes rows as the text of a file, piece by piece: heading, batches, footer. */
export async function* writeFile(
  table: TableName,
  format: FileFormat,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string, void, undefined> {
  const shape: TableShape = tables[table]
  const columns = Object.entries(shape.columns)
  if (format === 'csv') yield csvLines([columns.map(([, { label }]) => label)])
  else yield `<?xml version="1.0" encoding="UTF-8"?>\n<rows table="${table}">\n`
  for await (const rows of batches) yield format === 'csv' ? csvOf(rows, columns) : xmlOf(rows, columns)
  if (format === 'xml') yield '</rows>\n'
}

type Columns = [string, Column][]

function csvOf(rows: readonly Row[], columns: Columns): string {
  return csvLines(rows.map((row) => columns.map(([key, column]) => csvCell(worded(row[key] ?? null, column), column))))
}

/** Formats lines as in RFC 4180: they end with CR LF, and a value with CR, LF, a comma or a quote is quoted. */
function csvLines(lines: readonly (string | number | null)[][]): string {
  return libraries.csvStringify.stringify(lines as (string | number | null)[][], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
}

/** Types of columns that contain numbers, so a minus at the start of a value is a sign and does not begin a formula. */
const figures: ReadonlySet<Column['type']> = new Set(['money', 'number', 'percent'])

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula, because strangers can write such texts
 * (GAP-53, docs/reference/security.md#files-and-exports).
 */
function csvCell(value: Exclude<Cell, boolean>, { type }: Column): string | number | null {
  return typeof value === 'string' && !figures.has(type) && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function xmlOf(rows: readonly Row[], columns: Columns): string {
  return rows
    .map((row) => `<row>${columns.map(([key, column]) => xmlCell(key, row[key] ?? null, column)).join('')}</row>\n`)
    .join('')
}

function xmlCell(key: string, value: Cell, column: Column): string {
  const shown = worded(value, column)
  return shown === null ? `<${key}/>` : `<${key}>${xmlText(String(shown))}</${key}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
// Characters that XML 1.0 forbids, even escaped (XML 1.0 §2.2).
// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the purpose
const outsideXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(outsideXml, '')
    .replace(/[&<>\r]/g, (character) => entities[character]!)
}

/** Returns the text that the screen shows for a cell, such as the label of a status, or yes and no. */
function worded(value: Cell, { labels }: Column): Exclude<Cell, boolean> {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return labels?.[String(value)] ?? value
}
