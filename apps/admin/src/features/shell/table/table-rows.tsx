import type { RowOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { usePhone } from '#lib/phone.ts'
import { Cell } from './cell.tsx'
import { alignOf, isEmpty } from './column-rules.ts'
import { PhoneCells } from './phone-cells.tsx'

export type Cells<Name extends TableName> = { [Key in keyof RowOf<Name>]?: (row: RowOf<Name>) => ReactNode }

type RowsProps<Name extends TableName> = {
  rows: readonly RowOf<Name>[]
  shape: TableShape
  shown: readonly string[]
  /** The column that names a row. */
  main: string | undefined
  cells: Cells<Name> | undefined
  onOpen: ((row: RowOf<Name>) => void) | undefined
  /** The selectable rows and the current selection. */
  choice: { has: (row: RowOf<Name>) => boolean; toggle: (row: RowOf<Name>) => void } | undefined
}

export function TableRows<Name extends TableName>({ rows, onOpen, choice, ...rest }: RowsProps<Name>) {
  const isOnPhone = usePhone()
  return rows.map((row, index) => (
    <tr
      key={String(keyOf(row) ?? JSON.stringify(row))}
      // The Tab key stops at the table once; the arrow keys move between its rows.
      tabIndex={onOpen ? (index === 0 ? 0 : -1) : undefined}
      data-opens={onOpen ? '' : undefined}
      onClick={onOpen && ((event) => isOwnClick(event.target) && onOpen(row))}
      onKeyDown={onOpen && ((event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row))}
      className={classNames(onOpen && 'cursor-pointer', isOnPhone && 'flex flex-wrap items-center px-3 py-1.5')}
    >
      {choice ? (
        <td data-choose="" className="max-wide:me-3">
          <input
            type="checkbox"
            aria-label={`Choose row ${String(keyOf(row))}`}
            checked={choice.has(row)}
            onChange={() => choice.toggle(row)}
            className="block size-5"
          />
        </td>
      ) : null}
      {isOnPhone ? <PhoneCells row={row} opens={onOpen !== undefined} {...rest} /> : <RowCells row={row} {...rest} />}
    </tr>
  ))
}

type RowCellsProps<Name extends TableName> = Pick<RowsProps<Name>, 'shape' | 'shown' | 'main' | 'cells'> & {
  row: RowOf<Name>
}

function RowCells<Name extends TableName>({ row, shape, shown, main, cells }: RowCellsProps<Name>) {
  return shown.map((key) => {
    const column = shape.columns[key]!
    const value = (row as Record<string, unknown>)[key]
    const drawn = cells?.[key as keyof RowOf<Name>]?.(row)
    return (
      <td
        key={key}
        data-label={column.label}
        data-align={alignOf(column)}
        data-type={column.type}
        data-main={key === main ? '' : undefined}
        data-empty={isEmpty(value) && isEmpty(drawn) ? '' : undefined}
      >
        {drawn ?? <Cell column={column} value={value} row={row} />}
      </td>
    )
  })
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A placeholder while rows load. */
export function SkeletonRows({ columns }: { columns: number }) {
  return skeletonRows.map((row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <span className="skeleton block h-4 rounded-badge" />
      </td>
    </tr>
  ))
}

/** Returns the id of a row; tables without the column `id` have none. */
export function keyOf(row: object): unknown {
  return (row as Record<string, unknown>).id
}

/** A click on a button or link in a row must not open the row. */
function isOwnClick(target: EventTarget): boolean {
  return !(target as Element).closest('button, a, input, select, label')
}

/** Moves the focus with the arrow keys, Home and End. */
export function moveThroughRows(event: KeyboardEvent<HTMLTableElement>): void {
  const row = (event.target as Element).closest('tr[tabindex]')
  const next = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  }[event.key]
  if (!(next instanceof HTMLElement) || !next.hasAttribute('tabindex')) return
  event.preventDefault()
  next.focus()
}
