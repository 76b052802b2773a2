/**
 * What a spreadsheet would take for a formula; in a file it stands behind an apostrophe
 * (docs/reference/security.md#files-and-exports).
 */
const formulaStart = /^[=+\-@\t\r]/

/** A table as CSV after RFC 4180: quoted where it must be, and never a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell as it was before a file was made of it. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
}
