import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BoardOrder } from './order-texts.ts'

const BoardMap = lazy(() => import('./board-map.tsx'))
const KEY = 'dashboardBoardMap'

/**
 * Shows the map of the board's orders below the columns, so that the columns keep their place when the map opens. On a
 * screen on which the columns are below each other, the map is above them. The browser remembers whether the map is
 * folded.
 */
export function BoardStrip({ orders, now }: { orders: readonly BoardOrder[]; now: number }) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) !== 'folded')
  const toggle = () => {
    localStorage.setItem(KEY, isOpen ? 'folded' : 'open')
    setOpen(!isOpen)
  }
  return (
    <section
      aria-label="Map of the orders"
      data-open={isOpen ? '' : undefined}
      className="board-strip card max-large:order-first"
    >
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-11 w-full items-center gap-2 px-3 text-label"
        >
          <ChevronDown aria-hidden="true" className={isOpen ? 'size-5' : 'size-5 -rotate-90 rtl:rotate-90'} />
          Map
        </button>
      </h2>
      {isOpen ? (
        <Suspense fallback={<div aria-busy="true" className="skeleton h-64 rounded-b-control large:h-48" />}>
          <BoardMap orders={orders} now={now} />
        </Suspense>
      ) : null}
    </section>
  )
}
