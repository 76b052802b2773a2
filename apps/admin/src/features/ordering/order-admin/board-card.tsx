import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Link } from '@tanstack/react-router'
import { AlarmClock, Bike, CalendarClock, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { RiderPanel } from '#features/delivery/trips/rider-panel.tsx'
import { formatAgo, formatMoment, formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'
import { ageTone, type LateAfterMinutes, minutesLate } from './columns.ts'
import { type BoardOrder, paymentLabel, shortNumber, statusLabels } from './order-texts.ts'
import { RejectMenu } from './reject-menu.tsx'
import { StepButtons } from './step-buttons.tsx'

const tones = {
  plain: 'bg-sunken text-ink-2',
  late: 'bg-gold-tint text-gold-ink',
  'too-late': 'bg-error-tint text-error',
} as const
const MAX_ITEMS = 4

type CardProps = { order: BoardOrder; now: number; lateAfter: LateAfterMinutes }

/**
 * Shows one order of the board with the facts that the kitchen and the staff need, and the button for its next step.
 */
export function BoardCard({ order, now, lateAfter }: CardProps) {
  const mayAct = useMay({ permission: 'order_actions', owners: true })
  const isLate = minutesLate(order, now) > 0
  return (
    <li>
      <article
        aria-label={`Order ${shortNumber(order.unique_order_id)}`}
        className={classNames('card grid grid-cols-1 gap-2 p-3', isLate && 'border-s-4 border-error')}
      >
        <CardHead order={order} now={now} lateAfter={lateAfter} />
        <p className="truncate text-small text-ink-2">
          {order.store.name} · {order.customer}
        </p>
        {order.scheduled_for ? (
          <p className="flex items-center gap-1.5 text-small text-label">
            <CalendarClock aria-hidden="true" className="size-4" />
            For {formatMoment(order.scheduled_for)}
          </p>
        ) : null}
        <Items items={order.items} />
        {order.comment ? (
          <p className="rounded-badge bg-gold-tint px-2 py-1 text-small text-gold-ink">{order.comment}</p>
        ) : null}
        <p className="flex items-center justify-between gap-2 text-small">
          <span className="num text-label">{formatMoney(order.total, order.currency)}</span>
          <span className="text-ink-2">{order.rider ?? paymentLabel(order.payment_mode)}</span>
        </p>
        {order.status === 'assigned' || order.status === 'schedule_confirmed' ? (
          <p className="text-small text-ink-2">{statusLabels[order.status]}</p>
        ) : null}
        {mayAct ? (
          <div className="flex flex-wrap gap-1 empty:hidden">
            <StepButtons order={order} />
            <RejectMenu order={order} isIcon />
            <AssignButton order={order} />
          </div>
        ) : null}
      </article>
    </li>
  )
}

/** Shows the order's kind and number, how long it has waited, and how late it is. */
function CardHead({ order, now, lateAfter }: CardProps) {
  const late = minutesLate(order, now)
  const Kind = order.delivery_type === 1 ? Bike : ShoppingBag
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1.5">
        <Kind role="img" aria-label={order.delivery_type === 1 ? 'Delivery' : 'Self-pickup'} className="size-4.5" />
        <Link
          to="/orders/$id"
          params={{ id: String(order.id) }}
          className="num inline-flex min-h-6 items-center text-heading whitespace-nowrap underline-offset-2 hover:underline"
        >
          {shortNumber(order.unique_order_id)}
        </Link>
        <span
          className={classNames(
            'num ms-auto rounded-badge px-1.5 py-0.5 text-small whitespace-nowrap',
            tones[ageTone(order, { now, lateAfter })],
          )}
        >
          {formatAgo(order.since, now)}
        </span>
      </div>
      {late > 0 ? (
        <p className="flex items-center gap-1.5 text-small text-error">
          <AlarmClock aria-hidden="true" className="size-4" />
          <b>{formatAgo(order.promised_at ?? order.scheduled_for ?? order.since, now)} late</b>
        </p>
      ) : null}
    </>
  )
}

function Items({ items }: Pick<BoardOrder, 'items'>) {
  return (
    <ul className="text-small">
      {items.slice(0, MAX_ITEMS).map(({ name, quantity }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may have the same name
        <li key={index} className="flex gap-2">
          <span className="num w-7 shrink-0 text-label">{quantity} ×</span>
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </li>
      ))}
      {items.length > MAX_ITEMS ? <li className="text-ink-2">and {items.length - MAX_ITEMS} more</li> : null}
    </ul>
  )
}

/** Shows the button with which staff assign an order that waits for a rider to a rider on duty. */
function AssignButton({ order }: { order: BoardOrder }) {
  const [isOpen, setOpen] = useState(false)
  const mayManage = useMay({ permission: 'order_actions' })
  if (!mayManage || order.status !== 'accepted' || order.delivery_type !== 1) return null
  return (
    <>
      <Button size="small" variant="tint" className="flex-1" onClick={() => setOpen(true)}>
        Assign a rider
      </Button>
      <RiderPanel order={{ id: order.id, rider: null }} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
