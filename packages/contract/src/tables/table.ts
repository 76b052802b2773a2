import type { Permission } from '../permissions.ts'

/**
 * What a cell holds. `money` is a decimal in the currency that the row's column `currency` names; `status` is a word of
 * `words`; `picture` is the address of one.
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

export type Column = {
  label: string
  type: ColumnType
  isSortable?: true
  /** Not shown until it is chosen; exports carry it all the same. */
  isHidden?: true
  /** The words of a `status`, as they are shown. */
  words?: Readonly<Record<string, string>>
}

/**
 * How rows are chosen. Values: `choice` one or more of its words separated by commas, `dates` as `2026-11-01..2026-11-30`
 * (either end may be missing) in the time zone of the shop, `store`, `person` and `location` an id, `flag` `yes` or `no`.
 */
export type Filter =
  | { label: string; kind: 'choice'; words: Readonly<Record<string, string>> }
  | { label: string; kind: 'dates' | 'store' | 'person' | 'location' | 'flag' | 'text' }

export type TableShape = {
  title: string
  /** Whose view it is; staff need it. */
  permission: Permission
  /** Store owners see the rows of their own stores. */
  ownersToo?: true
  /** What the search field looks in, as its placeholder says it; without it there is none. */
  searches?: string
  columns: Readonly<Record<string, Column>>
  filters: Readonly<Record<string, Filter>>
  /** The order in which it opens. */
  sort: string
}

type Extra = Omit<Column, 'label' | 'type'>

/** A column of a table. */
export function column<const Type extends ColumnType>(type: Type, label: string, extra: Extra = {}) {
  return { ...extra, label, type }
}

/** Declares a list of the dashboard; names of columns and filters stay literal, so that its SQL and its screen are held to them. */
export function table<const Shape extends TableShape>(shape: Shape): Shape {
  return shape
}
