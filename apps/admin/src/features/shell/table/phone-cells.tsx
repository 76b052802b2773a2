import type { RowOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Cell } from './cell.tsx'
import { isEmpty, phoneColumns } from './column-rules.ts'

type PhoneCellsProps<Name extends TableName> = {
  row: RowOf<Name>
  shape: TableShape
  shown: readonly string[]
  cells: { [Key in keyof RowOf<Name>]?: (row: RowOf<Name>) => ReactNode } | undefined
  /** Whether a press opens the row. If a press does not open the row, a button shows the row's details below it. */
  opens: boolean
}

/** A row on a phone: its name and state on the first line, its facts on the second. */
export function PhoneCells<Name extends TableName>({ row, shape, shown, cells, opens }: PhoneCellsProps<Name>) {
  const places = phoneColumns(shape, shown)
  const values = row as Record<string, unknown>
  const drawnOf = (key: string): ReactNode => cells?.[key as keyof RowOf<Name>]?.(row)
  const isFilled = (key: string): boolean => !isEmpty(values[key]) || !isEmpty(drawnOf(key))
  const cellOf = (key: string): ReactNode =>
    drawnOf(key) ?? <Cell column={shape.columns[key]!} value={values[key]} row={row} />
  const shortOf = (key: string): ReactNode =>
    drawnOf(key) ?? <Short column={shape.columns[key]!} value={values[key]} row={row} />
  const { picture, title } = places
  const facts = places.facts.filter(isFilled)
  return (
    <>
      {picture && isFilled(picture) ? <td className="me-3">{cellOf(picture)}</td> : null}
      <td className="grid min-h-11 min-w-0 flex-1 content-center">
        <span className="flex items-center gap-2">
          <b className="min-w-1/5 flex-1 truncate">{title && isFilled(title) ? shortOf(title) : '–'}</b>
          {places.first.filter(isFilled).map((key) => (
            <span key={key} className="min-w-0 truncate text-small">
              {shape.columns[key]!.type === 'status' ? cellOf(key) : shortOf(key)}
            </span>
          ))}
        </span>
        {facts.length > 0 ? (
          <span className="truncate text-small text-ink-2">
            {facts.map((key, index) => (
              <Fragment key={key}>
                {index > 0 ? ' · ' : null}
                {shortOf(key)}
              </Fragment>
            ))}
          </span>
        ) : null}
      </td>
      {opens ? null : (
        <Details>
          {shown.filter(isFilled).map((key) => (
            <Fragment key={key}>
              <dt className="text-ink-2">{shape.columns[key]!.label}</dt>
              <dd className="wrap-anywhere">{cellOf(key)}</dd>
            </Fragment>
          ))}
        </Details>
      )}
    </>
  )
}

/** A button that shows all values of the row below it. */
function Details({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <td>
        <button
          type="button"
          aria-label="Details"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className="-me-2 grid size-11 place-items-center"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden="true" className={classNames('size-5 text-ink-2', isOpen && 'rotate-180')} />
        </button>
      </td>
      {isOpen ? (
        <td id={id} className="basis-full py-2">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">{children}</dl>
        </td>
      ) : null}
    </>
  )
}

/** Shows one of several values on a line. A figure and a yes/no value have the name of their column before them. */
function Short({ column, value, row }: { column: Column; value: unknown; row: object }) {
  const cell = <Cell column={column} value={value} row={row} />
  switch (column.type) {
    case 'text':
      return String(value)
    case 'status':
      return column.labels?.[String(value)] ?? String(value)
    case 'number':
    case 'percent':
    case 'flag':
      return (
        <span className="inline-flex items-center gap-1 [&_svg]:size-4">
          {column.label} {cell}
        </span>
      )
    case 'money':
      if (column.onPhone === 'first') return cell
      return (
        <>
          {column.label} {cell}
        </>
      )
    default:
      return cell
  }
}
