import type { RowOf, TableName } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '#components/load-error.tsx'
import { useChosenStore } from '#lib/chosen-store.ts'
import { usePhone } from '#lib/phone.ts'
import { ask } from '#lib/query.ts'
import { mainOf } from './column-rules.ts'
import { Frame } from './frame.tsx'
import { Pager } from './pager.tsx'
import { shapeOf } from './shapes.ts'
import { TableHead } from './table-head.tsx'
import { type Cells, keyOf, moveThroughRows, SkeletonRows, TableRows } from './table-rows.tsx'
import { TableTools } from './table-tools.tsx'
import { useColumns } from './use-columns.ts'
import { useTableState } from './use-table-state.ts'

type DataTableProps<Name extends TableName> = {
  table: Name
  /** Called when a person opens a row by a click or Enter. */
  onOpen?: (row: RowOf<Name>) => void
  /** Functions that draw the cells of some columns in place of the table's own format. */
  cells?: Cells<Name>
  /** Actions for several selected rows; rows are identified by their column `id`. */
  bulk?: (chosen: readonly RowOf<Name>[], clear: () => void) => ReactNode
  /** Content for a table without any rows, with the first step to add one. */
  empty?: ReactNode
  /** Filters that always apply to this table, such as the store of the page. */
  fixed?: Readonly<Record<string, string>>
  refetchEveryMs?: number
}

/**
 * A table of the dashboard. The URL holds search, filters, order and page, and the server applies them. Arrow keys and
 * Enter work on the rows. The previous rows stay, dimmed, while new ones load.
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
  const choice = useChoice<RowOf<Name>>(JSON.stringify([query, page]))
  const rows = (data?.rows ?? []) as RowOf<Name>[]
  const isOnPhone = usePhone()
  const frame = { shape, shown, main: mainOf(shape, shown) }
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
      {bulk && choice.rows.length > 0 ? (
        <div
          role="status"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-control bg-tint px-4 py-2 text-on-tint"
        >
          <span className="text-label">{choice.rows.length} selected</span>
          {bulk(choice.rows, choice.clear)}
        </div>
      ) : null}
      {error ? (
        <LoadError
          className="mb-3"
          text={data ? `${error.message} The rows shown here may be out of date.` : error.message}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || !error ? (
        <Frame label={shape.title}>
          <table
            className={classNames(isOnPhone ? 'block' : 'data-table', isFetching && data && 'opacity-60')}
            onKeyDown={moveThroughRows}
          >
            <caption className="sr-only">{shape.title}</caption>
            {isOnPhone ? null : (
              <TableHead {...frame} sort={query.sort ?? shape.sort} onSort={state.setSort} withChoice={Boolean(bulk)} />
            )}
            <tbody className={isOnPhone ? 'block divide-y divide-line' : undefined}>
              <TableRows {...frame} rows={rows} cells={cells} onOpen={onOpen} choice={bulk && choice} />
              {data ? null : <SkeletonRows columns={shown.length + (bulk ? 1 : 0)} />}
            </tbody>
          </table>
          {data && rows.length === 0 ? (
            <NoRows onShowAll={state.isNarrowed ? state.clear : undefined}>{empty}</NoRows>
          ) : null}
        </Frame>
      ) : null}
      {data && data.total > 0 ? <Pager state={state} total={data.total} hasMore={data.has_more} /> : null}
    </section>
  )
}

/**
 * Returns the selected rows. The selection is cleared when `seen` changes, a text that identifies the rows on the
 * screen.
 */
function useChoice<Row extends object>(seen: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<unknown, Row>>(new Map())
  const clear = () => setChosen(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection applies only to the rows that were shown
  useEffect(clear, [seen])
  const toggle = (row: Row) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
    setChosen(next)
  }
  return { rows: [...chosen.values()], has: (row: Row) => chosen.has(keyOf(row)), toggle, clear }
}

/** Shows that there are no rows, with the first step or with a button that clears the search. */
function NoRows({ onShowAll, children }: { onShowAll: (() => void) | undefined; children: ReactNode }) {
  return (
    <div className="p-8 text-center text-ink-2">
      {onShowAll ? (
        <>
          <p>No results for this search. Change the search, or show all rows.</p>
          <button type="button" className="mt-2 text-brand underline" onClick={onShowAll}>
            Show all
          </button>
        </>
      ) : (
        (children ?? <p>Nothing here yet.</p>)
      )}
    </div>
  )
}

/** An owner who has selected one store sees only that store's rows, in every table whose rows belong to stores. */
function useFixed(shape: TableShape, fixed: Readonly<Record<string, string>> | undefined) {
  const [store] = useChosenStore()
  return store && shape.filters.store?.kind === 'store' ? { store, ...fixed } : fixed
}
