import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { alignOf, directionOf, nextSort } from './column-rules.ts'

type HeadProps = {
  shape: TableShape
  shown: readonly string[]
  /** The column that names a row. */
  main: string | undefined
  sort: string
  onSort: (sort: string) => void
  withChoice: boolean
}

/** Shows the column names; those of sortable columns are buttons. */
export function TableHead({ shape, shown, main, sort, onSort, withChoice }: HeadProps) {
  return (
    <thead>
      <tr>
        {withChoice ? (
          <th scope="col">
            <span className="sr-only">Choose</span>
          </th>
        ) : null}
        {shown.map((key) => {
          const { label, isSortable } = shape.columns[key]!
          const direction = directionOf(key, sort)
          const Icon = direction === 'ascending' ? ArrowUp : ArrowDown
          return (
            <th
              key={key}
              scope="col"
              aria-sort={direction}
              data-align={alignOf(shape.columns[key]!)}
              data-main={key === main ? '' : undefined}
              className="text-label"
            >
              {isSortable ? (
                <button
                  type="button"
                  className="inline-flex min-h-11 items-center gap-1"
                  onClick={() => onSort(nextSort(key, sort))}
                >
                  {label}
                  {direction ? <Icon aria-hidden="true" className="size-4" /> : null}
                </button>
              ) : (
                label
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
