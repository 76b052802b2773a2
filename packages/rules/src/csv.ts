/**
 * Matches the start of a cell that a spreadsheet would run as a formula. `csvOf` puts an apostrophe before such a cell
 * (docs/reference/security.md#files-and-exports).
 */
const formulaStart = /^[=+\-@\t\r]/

/**
 * Returns a table as CSV (RFC 4180). Quotes cells where needed, and writes no cell that a spreadsheet would run as a
 * formula.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the text of a cell without the apostrophe that `csvOf` puts before formulas. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
}
