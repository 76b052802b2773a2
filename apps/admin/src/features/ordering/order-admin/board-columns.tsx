import { BoardCard } from './board-card.tsx'
import { columnOf, columns, type LateAfterMinutes } from './columns.ts'
import type { BoardOrder } from './order-texts.ts'

type ColumnsProps = { orders: readonly BoardOrder[]; lateAfter: LateAfterMinutes | undefined; now: number }

/**
 * Shows the columns of the order board. On wide screens the columns are in one row, and each column scrolls separately;
 * on other screens they are below each other. An empty column folds to its title and 0.
 */
export function BoardColumns({ orders, lateAfter, now }: ColumnsProps) {
  const isRead = lateAfter !== undefined
  return (
    <div className="board" aria-busy={!isRead}>
      {columns.map(({ key, title, empty }) => {
        const own = orders.filter((order) => columnOf(order) === key)
        const isFolded = isRead && own.length === 0
        return (
          <section
            key={key}
            aria-label={title}
            data-folded={isFolded ? '' : undefined}
            className="board-column rounded-control bg-sunken"
          >
            <h2 className="flex items-center gap-2 text-label">
              <span className="board-title">{title}</span>
              <span className="num board-count text-ink-2">{own.length}</span>
            </h2>
            {isFolded ? <p className="sr-only">{empty}</p> : null}
            {isRead ? null : <p className="py-3 text-small text-ink-2">One moment …</p>}
            {isRead && own.length > 0 ? (
              <ul className="grid grid-cols-1 gap-3">
                {own.map((order) => (
                  <BoardCard key={order.id} order={order} now={now} lateAfter={lateAfter} />
                ))}
              </ul>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}
