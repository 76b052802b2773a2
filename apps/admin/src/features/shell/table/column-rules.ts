import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'

/** Returns the side of a column's cells: figures stand at the end, under each other. */
export function alignOf({ type }: Pick<Column, 'type'>): 'end' | undefined {
  return type === 'money' || type === 'number' || type === 'percent' ? 'end' : undefined
}

/** Returns the column that names a row: it stays in view while the others are scrolled, and heads the row on a phone. */
export function mainOf({ columns }: Pick<TableShape, 'columns'>, shown: readonly string[]): string | undefined {
  return shown.find((key) => columns[key]!.type === 'text') ?? shown[0]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Returns how rows are ordered by this column. A `sort` is a column's key, after a minus from the last to the first. */
export function directionOf(key: string, sort: string): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** Returns the order after a press on this column: from the last to the first, then the other way round. */
export function nextSort(key: string, sort: string): string {
  return directionOf(key, sort) === 'descending' ? key : `-${key}`
}
