import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatCount } from '#lib/format.ts'
import type { TableState } from './use-table-state.ts'

const step = 'grid size-11 place-items-center rounded-control hover:bg-sunken disabled:opacity-40 [&_svg]:size-5'

export function Pager({ state, total, hasMore }: { state: TableState; total: number; hasMore: boolean }) {
  const { page, perPage } = state
  const last = Math.max(1, Math.ceil(total / perPage))
  const first = total === 0 ? 0 : (page - 1) * perPage + 1
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-3 text-small text-ink-2">
      <p role="status" className="num">
        {formatCount(first)}–{formatCount(Math.min(page * perPage, total))} of {formatCount(total)}
        {hasMore ? '+' : ''}
      </p>
      <label className="ms-auto flex items-center gap-2">
        Rows
        <select
          value={perPage}
          onChange={(event) => state.setPerPage(Number(event.target.value))}
          className="control text-small text-ink"
        >
          {[25, 50, 100].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-label="Previous page"
        className={step}
        disabled={page <= 1}
        onClick={() => state.setPage(page - 1)}
      >
        <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </button>
      <button
        type="button"
        aria-label="Next page"
        className={step}
        disabled={page >= last}
        onClick={() => state.setPage(page + 1)}
      >
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
      </button>
    </nav>
  )
}
