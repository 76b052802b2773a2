/**
 * The columns of a menu as a file, in their order. `id` names an item that exists; a row without it is found by category
 * and name, or is new. `add_ons` holds the names of add-on categories with `|` between them.
 */
export const menuColumns = [
  ...(['id', 'category', 'name', 'price', 'old_price', 'description', 'diet', 'stock', 'is_active'] as const),
  ...(['is_recommended', 'is_popular', 'is_new', 'add_ons'] as const),
]
export type MenuColumn = (typeof menuColumns)[number]
/** Without these a file is none of a menu. */
export const neededMenuColumns = ['category', 'name', 'price'] as const satisfies readonly MenuColumn[]

export const MOST_MENU_ROWS = 10_000

/** What a spreadsheet would take for a formula; in a file it stands behind an apostrophe (security document §13). */
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
