import type { Permission } from '../permissions.ts'

/**
 * The type of a cell. `money` is a decimal number in the currency of the row's column `currency`; `status` is a key of
 * `labels`; `picture` is the URL of a picture.
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
  /** Whether the column is hidden until the person adds it. Exports include hidden columns too. */
  isHidden?: true
  /**
   * The line on which a phone shows the column, because a row has two lines there: the first line, next to the name and
   * the state, or neither. The default is the second line.
   */
  onPhone?: 'first' | 'hidden'
  /** The labels of the `status` values. */
  labels?: Readonly<Record<string, string>>
}

/**
 * The filters of a table, by kind of value. `choice` takes one or more keys separated by commas. `dates` takes
 * `2026-11-01..2026-11-30` in the shop's time zone, and either end may be missing. `store`, `person` and `location`
 * take an id; `stylist` takes the id of a person of a salon. `flag` takes `yes` or `no`.
 */
export type Filter =
  | { label: string; kind: 'choice'; labels: Readonly<Record<string, string>> }
  | { label: string; kind: 'dates' | 'store' | 'person' | 'stylist' | 'location' | 'flag' | 'text' }

/** A table of the dashboard: its columns and filters, and who may see it. The server declares the SQL of the table. */
export type TableShape = {
  title: string
  /** The permission that staff need to see the table. */
  permission: Permission
  /** Whether store owners may see the table, limited to the rows of their own stores. */
  ownersToo?: true
  /**
   * The placeholder of the search field, which names the fields that the search covers. A table without a placeholder
   * has no search field.
   */
  searches?: string
  columns: Readonly<Record<string, Column>>
  filters: Readonly<Record<string, Filter>>
  /** The initial sort order of the table: a column, with `-` before it for descending order. */
  sort: string
}

type Extra = Omit<Column, 'label' | 'type'>

/** Declares a column of a table. */
export function column<const Type extends ColumnType>(type: Type, label: string, extra: Extra = {}) {
  return { ...extra, label, type }
}

/**
 * Declares a dashboard table. The types keep the names of columns and filters, so that the compiler checks the table's
 * SQL and its screen against them.
 */
export function table<const Shape extends TableShape>(shape: Shape): Shape {
  return shape
}
