import { classNames } from '@nukkad/ui/class-names.ts'
import { useState } from 'react'
import { Panel } from '#components/panel.tsx'
import { formatAgo, formatMoney } from '#lib/format.ts'
import { BoardCard } from './board-card.tsx'
import { ageTone, type LateAfterMinutes, minutesLate } from './columns.ts'
import { type BoardOrder, shortNumber, statusLabels } from './order-texts.ts'
import { StageTabs } from './stage-tabs.tsx'
import { type BoardStage, boardStages, isInStage, tabsOf } from './stages.ts'

type RowsProps = {
  orders: readonly BoardOrder[]
  lateAfter: LateAfterMinutes | undefined
  now: number
  /** Whether the URL asks for late orders only. */
  isLateOnly: boolean
}

/**
 * The board on a phone: a tab with a count for each stage, and two lines for each order. Pressing a row opens its card.
 */
export function BoardRows({ orders, lateAfter, now, isLateOnly }: RowsProps) {
  const [chosen, setChosen] = useState<BoardStage>()
  const [openId, setOpenId] = useState<number>()
  const stages = tabsOf(
    boardStages.map((stage) => ({
      ...stage,
      count: orders.filter((order) => isInStage(order, stage.key, now)).length,
      isUrgent: stage.key === 'new' || stage.key === 'late',
    })),
  )
  const shown =
    stages.find(({ key }) => key === (chosen ?? (isLateOnly ? 'late' : undefined))) ??
    stages.find(({ count }) => count > 0) ??
    stages[0]!
  const own = orders.filter((order) => isInStage(order, shown.key, now))
  const open = orders.find(({ id }) => id === openId)
  if (!lateAfter) return <div aria-busy="true" className="skeleton h-60 rounded-control" />
  return (
    <>
      <StageTabs stages={stages} shown={shown.key} onShow={setChosen} />
      {own.length === 0 ? (
        <p className="grid min-h-40 place-content-center px-6 text-center text-ink-2">{shown.empty}</p>
      ) : (
        <ul aria-label={shown.title} className="card divide-y divide-line">
          {own.map((order) => (
            <li key={order.id}>
              <Row order={order} now={now} lateAfter={lateAfter} onOpen={() => setOpenId(order.id)} />
            </li>
          ))}
        </ul>
      )}
      <Panel
        isOpen={open !== undefined}
        onClose={() => setOpenId(undefined)}
        title={open ? `Order ${shortNumber(open.unique_order_id)}` : ''}
      >
        {open ? (
          <ul>
            <BoardCard order={open} now={now} lateAfter={lateAfter} />
          </ul>
        ) : null}
      </Panel>
    </>
  )
}

const ageColours = { plain: 'text-ink-2', late: 'text-gold-ink', 'too-late': 'text-error' } as const

type RowProps = { order: BoardOrder; now: number; lateAfter: LateAfterMinutes; onOpen: () => void }

function Row({ order, now, lateAfter, onOpen }: RowProps) {
  const late = minutesLate(order, now)
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames('grid w-full gap-0.5 px-3 py-2.5 text-start', late > 0 && 'border-s-4 border-error')}
    >
      <span className="flex items-baseline gap-2">
        <b className="num">{shortNumber(order.unique_order_id)}</b>
        <span className="num">{formatMoney(order.total, order.currency)}</span>
        <span className="ms-auto truncate text-small text-label">{statusLabels[order.status]}</span>
      </span>
      <span className="flex items-baseline gap-2 text-small text-ink-2">
        <span className="min-w-0 truncate">
          {order.store.name} · {order.customer}
        </span>
        <span className={classNames('num ms-auto shrink-0', ageColours[ageTone(order, { now, lateAfter })])}>
          {late > 0 ? <b className="text-error">{late} min late</b> : formatAgo(order.since, now)}
        </span>
      </span>
    </button>
  )
}
