import type { Permission } from '../permissions.ts'

/**
 * The type of a cell. `money` is a decimal in the currency that the row's `currency` column names; `status` is a key of
 * `labels`; `picture` is an address.
 */
export type ColumnType =
  | 'id'
  | 'text'
  | 'number'
  | 'money'
  | 'percent'
  | 'moment'
  | 'date'
  | 'flag'
  | 'status'
  | 'picture'

/** A column of a dashboard table, with the label that people read. */
export type Column = {
  label: string
  type: ColumnType
  isSortable?: true
  /** Whether the column is hidden until the person adds it. Exports always include it. */
  isHidden?: true
  /**
   * Where a phone shows the column, whose rows have two lines: on the first line next to the name and the state, or
   * on neither line. By default it is on the second.
   */
  onPhone?: 'first' | 'hidden'
  /** The labels of the `status` values. */
  labels?: Readonly<Record<string, string>>
}

/**
 * The filters of a table. Values: `choice` takes one or more keys separated by commas; `dates` takes
 * `2026-11-01..2026-11-30` in the shop's time zone, where either end may be missing; `store`, `person` and `location`
 * take an id, `stylist` that of a person of a salon; `flag` takes `yes` or `no`.
 */
export type Filter =
  | { label: string; kind: 'choice'; labels: Readonly<Record<string, string>> }
  | { label: string; kind: 'dates' | 'store' | 'person' | 'stylist' | 'location' | 'flag' | 'text' }

/** A table of the dashboard: its columns and filters, and who may see it. The server adds the SQL. */
export type TableShape = {
  title: string
  /** The permission that staff need to see the table. */
  permission: Permission
  /** Store owners may see it, with the rows of their own stores. */
  ownersToo?: true
  /** The placeholder of the search field, which names what it searches. Without it there is no search field. */
  searches?: string
  columns: Readonly<Record<string, Column>>
  filters: Readonly<Record<string, Filter>>
  /** The initial sort order. */
  sort: string
}

type Extra = Omit<Column, 'label' | 'type'>

/** Declares a column of a table. */
export function column<const Type extends ColumnType>(type: Type, label: string, extra: Extra = {}) {
  return { ...extra, label, type }
}

/**
 * Declares a dashboard table. Names of columns and filters stay literal types, so that the SQL and the screen must
 * match them.
 */
export function table<const Shape extends TableShape>(shape: Shape): Shape {
  return shape
}
