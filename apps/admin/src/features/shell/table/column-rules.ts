import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'

/** Returns the side of a column's cells: figures are aligned at the end, so that their digits line up. */
export function alignOf({ type }: Pick<Column, 'type'>): 'end' | undefined {
  return type === 'money' || type === 'number' || type === 'percent' ? 'end' : undefined
}

/** Returns the column that names a row: it stays in view on horizontal scroll, and is the row's heading on a phone. */
export function mainOf({ columns }: Pick<TableShape, 'columns'>, shown: readonly string[]): string | undefined {
  return shown.find((key) => columns[key]!.type === 'text') ?? shown[0]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Returns how rows are sorted by this column. `sort` is a column's key; a leading minus means descending. */
export function directionOf(key: string, sort: string): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** Returns the sort order after a press on this column: first descending, then ascending. */
export function nextSort(key: string, sort: string): string {
  return directionOf(key, sort) === 'descending' ? key : `-${key}`
}
