import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'

/** Returns the side of a column's cells: figures are aligned at the end, so that their digits line up. */
export function alignOf({ type }: Pick<Column, 'type'>): 'end' | undefined {
  return type === 'money' || type === 'number' || type === 'percent' ? 'end' : undefined
}

/**
 * Returns the column that names a row. The column that names a row stays visible on horizontal scroll, and is the row's
 * heading on a phone.
 */
export function mainOf({ columns }: Pick<TableShape, 'columns'>, shown: readonly string[]): string | undefined {
  return shown.find((key) => columns[key]!.type === 'text') ?? shown[0]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/**
 * Returns the direction in which the rows are sorted by this column, if they are. `sort` is a column's key; a leading
 * minus means descending.
 */
export function directionOf(key: string, sort: string): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** Returns the sort order after a press on this column: the first press sorts descending, the second ascending. */
export function nextSort(key: string, sort: string): string {
  return directionOf(key, sort) === 'descending' ? key : `-${key}`
}

/** The columns of a row on a phone: `title` and `first` are on the first line, `facts` are on the second. */
type PhoneColumns = { picture: string | undefined; title: string | undefined; first: string[]; facts: string[] }

/**
 * Returns where a phone shows each column. The first of the two lines has the row's name, the columns that the table
 * assigns to it, and the state at the end. Row numbers, and columns that the table hides on phones, are on neither
 * line.
 */
export function phoneColumns({ columns }: Pick<TableShape, 'columns'>, shown: readonly string[]): PhoneColumns {
  const picture = shown.find((key) => columns[key]!.type === 'picture')
  const title = mainOf({ columns }, shown)
  const state = shown.find((key) => key === 'state' || key === 'status')
  const others = shown.filter((key) => key !== picture && key !== title && key !== state)
  const placeOf = (key: string) => columns[key]!.onPhone ?? (columns[key]!.type === 'id' ? 'hidden' : 'facts')
  const first = others.filter((key) => placeOf(key) === 'first')
  return {
    picture,
    title,
    first: state ? [...first, state] : first,
    facts: others.filter((key) => placeOf(key) === 'facts'),
  }
}

const ends: Readonly<Partial<Record<Column['type'], readonly [descending: string, ascending: string]>>> = {
  text: ['Z to A', 'A to Z'],
  moment: ['newest first', 'oldest first'],
  date: ['newest first', 'oldest first'],
}
/** Row numbers grow with time, so sorting by number is offered as newest and oldest first. */
const ages = { descending: 'Newest first', ascending: 'Oldest first' }
const amounts = ['highest first', 'lowest first'] as const

/** Returns the choices of the list that replaces the column heads on a phone: each sortable column in both directions. */
export function sortOptions(
  { columns }: Pick<TableShape, 'columns'>,
  { shown, sort }: { shown: readonly string[]; sort: string },
): { value: string; label: string }[] {
  return Object.entries(columns)
    .filter(([key, { isSortable }]) => isSortable && (shown.includes(key) || directionOf(key, sort)))
    .flatMap(([key, { label, type }]) => {
      const [descending, ascending] = ends[type] ?? amounts
      if (type === 'id')
        return [
          { value: `-${key}`, label: ages.descending },
          { value: key, label: ages.ascending },
        ]
      return [
        { value: `-${key}`, label: `${label}, ${descending}` },
        { value: key, label: `${label}, ${ascending}` },
      ]
    })
}
