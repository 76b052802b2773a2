import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { Columns3, Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FilterField, filterWords } from './filters.tsx'
import type { TableState } from './use-table-state.ts'

const SETTLE_MS = 300

type TableToolsProps = {
  table: TableName
  shape: TableShape
  state: TableState
  fixed: Readonly<Record<string, string>> | undefined
  shown: readonly string[]
  onToggleColumn: (name: string) => void
}

/** Above a table: what to look for, filters with what they are set to, and which columns to show. */
export function TableTools({ shape, state, fixed, shown, onToggleColumn }: TableToolsProps) {
  const offered = Object.entries(shape.filters).filter(([name]) => !fixed || !(name in fixed))
  const set = offered.filter(([name]) => state.query.filters[name])
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        {shape.searches ? <SearchBox state={state} label={shape.searches} /> : null}
        {offered.length > 0 ? (
          <Menu label="Filter" icon={<SlidersHorizontal aria-hidden="true" />}>
            <div className="grid w-72 gap-4">
              {offered.map(([name, filter]) => (
                <FilterField
                  key={name}
                  filter={filter}
                  value={state.query.filters[name] ?? ''}
                  onChange={(value) => state.setFilter(name, value)}
                />
              ))}
            </div>
          </Menu>
        ) : null}
        <Menu label="Columns" icon={<Columns3 aria-hidden="true" />}>
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
        </Menu>
      </div>
      {set.length > 0 ? (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-2">
          {set.map(([name, filter]) => (
            <li key={name} className="flex items-center rounded-full bg-tint ps-3 text-small text-on-tint">
              {filter.label}: {filterWords(filter, state.query.filters[name]!)}
              <button
                type="button"
                aria-label={`Take the filter ${filter.label} off`}
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
    <div className="control flex min-w-0 flex-1 basis-60 items-center gap-2">
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

/** A button with something under it that goes away by itself: Escape, or a press elsewhere. */
export function Menu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = () => {
    if (!box.current || !button.current) return
    const { bottom, left } = button.current.getBoundingClientRect()
    const width = box.current.offsetWidth || 320
    box.current.style.top = `${bottom + 6}px`
    box.current.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="control inline-flex items-center gap-2 text-label [&_svg]:size-4.5"
        onClick={() => {
          box.current?.togglePopover()
          place()
        }}
      >
        {icon}
        {label}
      </button>
      <div
        ref={box}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="fixed m-0 max-h-[70dvh] overflow-y-auto rounded-control bg-raised p-4 text-ink shadow-2"
      >
        {children}
      </div>
    </>
  )
}
