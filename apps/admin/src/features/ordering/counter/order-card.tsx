import { classNames } from '@nukkad/ui/class-names.ts'
import { Link } from '@tanstack/react-router'
import { AlarmClock, Bike, CalendarClock, ShoppingBag } from 'lucide-react'
import { ageTone, type LateAfterMinutes, minutesLate } from '#features/ordering/order-admin/columns.ts'
import { type BoardOrder, paymentLabel, shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { RejectMenu } from '#features/ordering/order-admin/reject-menu.tsx'
import { StepButtons } from '#features/ordering/order-admin/step-buttons.tsx'
import { formatAgo, formatMoment, formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'

const tones = {
  plain: 'bg-sunken text-ink-2',
  late: 'bg-gold-tint text-gold-ink',
  'too-late': 'bg-error-tint text-error',
} as const

type CardProps = { order: BoardOrder; now: number; lateAfter: LateAfterMinutes; showsStore: boolean }

/** Shows one order large enough to read from the stove, with its one next step. */
export function CounterCard({ order, now, lateAfter, showsStore }: CardProps) {
  const mayAct = useMay({ permission: 'order_actions', owners: true, storeId: order.store.id })
  const late = minutesLate(order, now)
  const Kind = order.delivery_type === 1 ? Bike : ShoppingBag
  return (
    <li>
      <article
        aria-label={`Order ${shortNumber(order.unique_order_id)}`}
        className={classNames('card grid gap-3 p-4', late > 0 && 'border-s-4 border-error')}
      >
        <div className="flex items-center gap-2">
          <Kind role="img" aria-label={order.delivery_type === 1 ? 'Delivery' : 'Self-pickup'} className="size-6" />
          <Link
            to="/orders/$id"
            params={{ id: String(order.id) }}
            className="num title inline-flex min-h-11 items-center text-section"
          >
            {shortNumber(order.unique_order_id)}
          </Link>
          <span
            className={classNames(
              'num ms-auto rounded-badge px-2.5 py-1 text-label',
              tones[ageTone(order, { now, lateAfter })],
            )}
          >
            {formatAgo(order.since, now)}
          </span>
        </div>
        {late > 0 ? (
          <p className="flex items-center gap-2 text-error">
            <AlarmClock aria-hidden="true" className="size-5" />
            <b>{late} min late</b>
          </p>
        ) : null}
        {order.scheduled_for ? (
          <p className="flex items-center gap-2 text-label">
            <CalendarClock aria-hidden="true" className="size-5" />
            For {formatMoment(order.scheduled_for)}
          </p>
        ) : null}
        <Items items={order.items} />
        {order.comment ? <p className="rounded-badge bg-gold-tint px-3 py-2 text-gold-ink">{order.comment}</p> : null}
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3 text-ink-2">
          <span className="min-w-0 truncate">
            {order.customer}
            {showsStore ? ` · ${order.store.name}` : ''}
          </span>
          <span className="shrink-0">
            <b className="num text-ink">{formatMoney(order.total, order.currency)}</b>{' '}
            {paymentLabel(order.payment_mode)}
          </span>
        </p>
        <Waits order={order} />
        {mayAct ? (
          <div className="flex items-center gap-2 empty:hidden">
            <StepButtons order={order} size="large" />
            <RejectMenu order={order} isIcon />
          </div>
        ) : null}
      </article>
    </li>
  )
}

/** Shows which rider has the order, or that no rider has taken it yet, while the store has no next step. */
function Waits({ order: { status, delivery_type, rider } }: { order: BoardOrder }) {
  if (status === 'accepted' && delivery_type === 1)
    return <p className="text-ink-2">No rider has taken this order yet.</p>
  if (status === 'assigned' || status === 'picked_up')
    return (
      <p className="text-ink-2">
        {statusLabels[status]}
        {rider ? `: ${rider}` : ''}
      </p>
    )
  return null
}

function Items({ items }: Pick<BoardOrder, 'items'>) {
  return (
    <ul className="grid gap-1 text-heading">
      {items.map(({ name, quantity }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may have the same name
        <li key={index} className="flex gap-2">
          <span className="num w-9 shrink-0 text-brand">{quantity} ×</span>
          <span className="min-w-0">{name}</span>
        </li>
      ))}
    </ul>
  )
}
