import { AlarmClock, Phone } from 'lucide-react'
import { StatusPill } from '#features/shell/table/status-pill.tsx'
import { formatAgo, formatShortMoment } from '#lib/format.ts'
import { minutesLate } from './columns.ts'
import { statusLabels, type WholeOrder } from './order-texts.ts'
import { useNow } from './use-now.ts'

type Promised = Pick<WholeOrder, 'status' | 'promised_at' | 'scheduled_for'>

/** Shows how late an order is; shows nothing while it is on time. */
export function LateMark({ order }: { order: Promised }) {
  const now = useNow()
  if (minutesLate(order, now) === 0) return null
  return (
    <span className="num inline-flex items-center gap-1 whitespace-nowrap text-small text-error">
      <AlarmClock aria-hidden="true" className="size-4 max-wide:hidden" />
      {formatAgo((order.promised_at ?? order.scheduled_for)!, now)} late
    </span>
  )
}

/** The top of an order's panel: its state, its promised time, the customer, and the people to call. */
export function OrderHead({ order }: { order: WholeOrder }) {
  const { status, customer, store, rider } = order
  const promise = order.promised_at ?? order.scheduled_for
  const callable = [
    { who: 'customer', ...customer },
    { who: 'store', ...store },
    ...(rider ? [{ who: 'rider', ...rider }] : []),
  ].filter(({ phone }) => phone)
  return (
    <section aria-label="Summary" className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusPill value={status} label={statusLabels[status]} />
        {promise ? <span className="text-ink-2">Promised {formatShortMoment(promise)}</span> : null}
        <LateMark order={order} />
      </p>
      <p className="text-heading">
        {customer.name} <span className="text-body text-ink-2">· {store.name}</span>
      </p>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {callable.map(({ who, name, phone }) => (
          <a
            key={who}
            href={`tel:${phone}`}
            className="inline-flex min-h-10 items-center gap-2 rounded-control bg-tint px-3 text-small text-label text-on-tint hover:bg-tint-2"
          >
            <Phone aria-hidden="true" className="size-4" />
            Call {who}
            <span className="sr-only"> {name}</span>
          </a>
        ))}
      </p>
    </section>
  )
}
