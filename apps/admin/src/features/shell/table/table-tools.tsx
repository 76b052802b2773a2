import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { Columns3, Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Select } from '#components/controls.tsx'
import { Popup } from '#components/popup.tsx'
import { usePhone } from '#lib/phone.ts'
import { sortOptions } from './column-rules.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterField, FilterText } from './filters.tsx'
import type { TableState } from './use-table-state.ts'
import { Views } from './views.tsx'

const SETTLE_MS = 300

type TableToolsProps = {
  table: TableName
  shape: TableShape
  state: TableState
  fixed: Readonly<Record<string, string>> | undefined
  shown: readonly string[]
  onToggleColumn: (name: string) => void
  onColumns: (names: readonly string[]) => void
}

/** The bar above a table: search, active filters, and the choice of columns. */
export function TableTools({ table, shape, state, fixed, shown, onToggleColumn, onColumns }: TableToolsProps) {
  const isOnPhone = usePhone()
  const offered = Object.entries(shape.filters).filter(([name]) => !fixed || !(name in fixed))
  const set = offered.filter(([name]) => state.query.filters[name])
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        {shape.searches ? <SearchBox state={state} label={shape.searches} /> : null}
        {offered.length > 0 ? (
          <Popup isBrief label="Filter" icon={<SlidersHorizontal aria-hidden="true" />}>
            <div className="grid w-72 gap-4">
              {offered.map(([name, filter]) => (
                <FilterField
                  key={name}
                  name={name}
                  filter={filter}
                  value={state.query.filters[name] ?? ''}
                  onChange={(value) => state.setFilter(name, value)}
                />
              ))}
            </div>
          </Popup>
        ) : null}
        <Popup isBrief label="Columns" icon={<Columns3 aria-hidden="true" />}>
          <div className="grid w-56 gap-1">
            {Object.entries(shape.columns).map(([name, { label }]) => (
              <label key={name} className="flex min-h-9 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={shown.includes(name)}
                  onChange={() => onToggleColumn(name)}
                />
                {label}
              </label>
            ))}
          </div>
        </Popup>
        <Views table={table} state={state} shown={shown} onColumns={onColumns} />
        <ExportMenu table={table} query={state.query} fixed={fixed} />
        {isOnPhone ? <SortChoice shape={shape} state={state} shown={shown} /> : null}
      </div>
      {set.length > 0 ? (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-2">
          {set.map(([name, filter]) => (
            <li key={name} className="flex items-center rounded-full bg-tint ps-3 text-small text-on-tint">
              <span className="max-w-64 truncate">
                {filter.label}: <FilterText filter={filter} value={state.query.filters[name]!} />
              </span>
              <button
                type="button"
                aria-label={`Remove the filter ${filter.label}`}
                className="grid size-9 place-items-center"
                onClick={() => state.setFilter(name, '')}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Selects the sort order on a phone, which shows no column heads to press. */
function SortChoice({ shape, state, shown }: Pick<TableToolsProps, 'shape' | 'state' | 'shown'>) {
  const sort = state.query.sort ?? shape.sort
  const options = sortOptions(shape, { shown, sort })
  if (options.length === 0) return null
  return (
    <div className="min-w-0 flex-1">
      <Select
        label="Sort"
        isLabelHidden
        value={sort}
        onChange={(event) => state.setSort(event.target.value)}
        options={options}
      />
    </div>
  )
}

function SearchBox({ state, label }: { state: TableState; label: string }) {
  const asked = state.query.q ?? ''
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  useEffect(() => {
    if (text === asked) return
    const timer = setTimeout(() => state.setText(text), SETTLE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className="control flex min-w-0 flex-1 basis-40 items-center gap-2 max-wide:basis-full">
      <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
      <input
        type="search"
        aria-label="Search"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-full min-w-0 bg-transparent py-2 outline-none"
      />
    </div>
  )
}
