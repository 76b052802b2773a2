import type { RowOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { Column, TableShape } from '@nukkad/contract/tables/table.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useChosenStore } from '#lib/chosen-store.ts'
import { ask } from '#lib/query.ts'
import { Cell } from './cell.tsx'
import { Frame } from './frame.tsx'
import { Pager } from './pager.tsx'
import { shapeOf } from './shapes.ts'
import { TableTools } from './table-tools.tsx'
import { useColumns } from './use-columns.ts'
import { type TableState, useTableState } from './use-table-state.ts'

type DataTableProps<Name extends TableName> = {
  table: Name
  /** Opens a row: by a click on it, or with Enter. */
  onOpen?: (row: RowOf<Name>) => void
  /** Draws a cell in its own way. */
  cells?: { [Key in keyof RowOf<Name>]?: (row: RowOf<Name>) => ReactNode }
  /** What can be done with several rows at once; rows are known by their column `id`. */
  bulk?: (chosen: readonly RowOf<Name>[], clear: () => void) => ReactNode
  /** Shown where there are no rows at all: what to do about it. */
  empty?: ReactNode
  /** Filters that always hold here, such as the store of the page. */
  fixed?: Readonly<Record<string, string>>
  refetchEveryMs?: number
}

/**
 * A list of the dashboard. Search, filters, order and page stand in the address; the server does all of it. Up, down and
 * Enter go through the rows; old rows stay, paler, while new ones come.
 */
export function DataTable<Name extends TableName>(props: DataTableProps<Name>) {
  const { table, onOpen, cells, bulk, empty, refetchEveryMs } = props
  const shape = shapeOf(table)
  const fixed = useFixed(shape, props.fixed)
  const state = useTableState(shape, fixed)
  const { query, page, perPage } = state
  const { data, error, isFetching, refetch } = useQuery({
    ...ask('dashboard/table', { table, ...query, page, per_page: perPage }),
    ...(refetchEveryMs && { refetchInterval: refetchEveryMs }),
  })
  const { shown, toggle, choose } = useColumns(table, shape)
  const [chosen, setChosen] = useState<ReadonlyMap<unknown, RowOf<Name>>>(new Map())
  const queryKey = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to the rows that are seen
  useEffect(() => setChosen(new Map()), [queryKey, page])
  const rows = (data?.rows ?? []) as RowOf<Name>[]
  const keyOf = (row: RowOf<Name>): unknown => (row as Record<string, unknown>).id
  const main = mainOf(shape, shown)
  return (
    <section aria-label={shape.title} aria-busy={isFetching}>
      <TableTools
        table={table}
        shape={shape}
        state={state}
        fixed={fixed}
        shown={shown}
        onToggleColumn={toggle}
        onColumns={choose}
      />
      {bulk && chosen.size > 0 ? (
        <div
          role="status"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-control bg-tint px-4 py-2 text-on-tint"
        >
          <span className="text-label">{chosen.size} chosen</span>
          {bulk([...chosen.values()], () => setChosen(new Map()))}
        </div>
      ) : null}
      {error ? (
        <LoadError text={data ? `${error.message} These rows may be out of date.` : error.message} onRetry={refetch} />
      ) : null}
      {data || !error ? (
        <Frame label={shape.title}>
          <table className={classNames('data-table', isFetching && data && 'opacity-60')} onKeyDown={moveThroughRows}>
            <caption className="sr-only">{shape.title}</caption>
            <Head shape={shape} shown={shown} main={main} state={state} withChoice={bulk !== undefined} />
            <tbody>
              {rows.map((row, index) => (
                <tr
                  key={String(keyOf(row) ?? JSON.stringify(row))}
                  // One stop for the Tab key; the arrow keys go on from there.
                  tabIndex={onOpen ? (index === 0 ? 0 : -1) : undefined}
                  data-opens={onOpen ? '' : undefined}
                  onClick={onOpen && ((event) => isOwnClick(event.target) && onOpen(row))}
                  onKeyDown={
                    onOpen && ((event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row))
                  }
                  className={onOpen && 'cursor-pointer'}
                >
                  {bulk ? (
                    <td data-choose="">
                      <input
                        type="checkbox"
                        aria-label={`Choose row ${String(keyOf(row))}`}
                        checked={chosen.has(keyOf(row))}
                        onChange={() => setChosen(toggled(chosen, keyOf(row), row))}
                        className="size-5"
                      />
                    </td>
                  ) : null}
                  {shown.map((key) => {
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
                  })}
                </tr>
              ))}
              {data ? null : <Skeleton columns={shown.length + (bulk ? 1 : 0)} />}
            </tbody>
          </table>
          {data && rows.length === 0 ? (
            <div className="p-8 text-center text-ink-2">
              {state.isNarrowed ? (
                <>
                  <p>Nothing matches what you look for.</p>
                  <button type="button" className="mt-2 text-brand underline" onClick={state.clear}>
                    Show all
                  </button>
                </>
              ) : (
                (empty ?? <p>Nothing here yet.</p>)
              )}
            </div>
          ) : null}
        </Frame>
      ) : null}
      {data && data.total > 0 ? <Pager state={state} total={data.total} hasMore={data.has_more} /> : null}
    </section>
  )
}

function LoadError({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <div role="alert" className="card mb-3 p-6 text-center">
      <p>{text}</p>
      <button type="button" className="mt-2 text-brand underline" onClick={() => void onRetry()}>
        Try again
      </button>
    </div>
  )
}

/** An owner who looks at one of his stores sees its rows alone, wherever rows belong to a store. */
function useFixed(shape: TableShape, fixed: Readonly<Record<string, string>> | undefined) {
  const [store] = useChosenStore()
  return store && shape.filters.store?.kind === 'store' ? { store, ...fixed } : fixed
}

function Head({
  shape,
  shown,
  main,
  state,
  withChoice,
}: {
  shape: TableShape
  shown: readonly string[]
  main: string | undefined
  state: TableState
  withChoice: boolean
}) {
  const sort = state.query.sort ?? shape.sort
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
          const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
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
                  onClick={() => state.setSort(direction === 'descending' ? key : `-${key}`)}
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

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function Skeleton({ columns }: { columns: number }) {
  return skeletonRows.map((row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <span className="skeleton block h-4 rounded-badge" />
      </td>
    </tr>
  ))
}

const alignOf = ({ type }: Column): 'end' | undefined =>
  type === 'money' || type === 'number' || type === 'percent' ? 'end' : undefined

/** The column that names a row: it stays in view while the others are scrolled, and heads the row on a phone. */
function mainOf({ columns }: TableShape, shown: readonly string[]): string | undefined {
  return shown.find((key) => columns[key]!.type === 'text') ?? shown[0]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** A click on a button or link in a row is that button's. */
function isOwnClick(target: EventTarget): boolean {
  return !(target as Element).closest('button, a, input, select, label')
}

function toggled<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  const next = new Map(map)
  if (!next.delete(key)) next.set(key, value)
  return next
}

function moveThroughRows(event: KeyboardEvent<HTMLTableElement>): void {
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
