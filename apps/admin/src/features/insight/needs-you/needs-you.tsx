import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AlarmClock, CircleCheck, type LucideIcon, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadError } from '#components/load-error.tsx'
import { shortNumber } from '#features/ordering/order-admin/order-texts.ts'
import { useAdminEvents } from '#features/ordering/order-admin/use-admin-events.ts'
import { useNow } from '#features/ordering/order-admin/use-now.ts'
import { formatAgo, formatCount } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { needTexts } from './need-texts.ts'

type Waiting = Output<'dashboard/needs-you'>
type LateOrder = NonNullable<Waiting['late']>['orders'][number]

const LIVE_MS = 60_000
const DEAF_MS = 15_000
const actionLook =
  'inline-flex min-h-10 shrink-0 items-center gap-2 rounded-control bg-tint px-3 text-small text-label text-on-tint hover:bg-tint-2'

/**
 * Lists the tasks of the signed-in person, the most urgent first, each with one action. The list of tasks is read again
 * after each order event and at an interval.
 * @param alarms the rows of open alarms, if there are any
 */
export function NeedsYou({ alarms }: { alarms: ReactNode }) {
  const seesOrders = useMay({ permission: 'order_view', owners: true })
  const isLive = useAdminEvents(() => void reread('dashboard/needs-you'), seesOrders)
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/needs-you', {}),
    refetchInterval: isLive ? LIVE_MS : DEAF_MS,
  })
  const late = data?.late
  const isEmpty = data && !late?.count && data.waiting.length === 0 && !alarms
  return (
    <section aria-labelledby="needs-you" aria-busy={!data && !error} className="card mb-4 px-5 pt-4 pb-2">
      <h2 id="needs-you" className="text-heading">
        Needs you
      </h2>
      {error && !data ? <LoadError text={error.message} onRetry={() => void refetch()} /> : null}
      {isEmpty ? (
        <p className="flex items-center gap-2 py-3 text-ink-2">
          <CircleCheck aria-hidden="true" className="size-5 text-ok" />
          All caught up.
        </p>
      ) : null}
      {data || error ? null : <div className="skeleton my-2 h-13 rounded-control" />}
      <ul className="divide-y divide-line">
        {late?.orders.map((order) => (
          <LateRow key={order.id} order={order} />
        ))}
        {late && late.count > late.orders.length ? <MoreLate count={late.count - late.orders.length} /> : null}
        {data?.waiting.map((row) => (
          <WaitingRow key={row.need} row={row} />
        ))}
        {alarms}
      </ul>
    </section>
  )
}

type RowProps = { icon: LucideIcon; look?: string; title: ReactNode; note: ReactNode; children: ReactNode }

function Row({ icon: Icon, look = 'text-ink-2', title, note, children }: RowProps) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${look}`} />
      <p className="min-w-0 flex-1 wide:flex wide:items-baseline wide:gap-3">
        <span className="block min-w-0 text-label wide:truncate">{title}</span>
        <span className={`block shrink-0 text-small ${look}`}>{note}</span>
      </p>
      {children}
    </li>
  )
}

function LateRow({ order }: { order: LateOrder }) {
  const { id, unique_order_id, store, promised_at, contact } = order
  const now = useNow()
  const link = { to: '/orders/$id', params: { id: String(id) } } as const
  return (
    <Row
      icon={AlarmClock}
      look="text-error"
      title={
        <Link {...link} className="underline-offset-2 hover:underline">
          <span className="num whitespace-nowrap">{shortNumber(unique_order_id)}</span> · {store}
        </Link>
      }
      note={`${formatAgo(promised_at, now)} late`}
    >
      {contact ? (
        <a href={`tel:${contact.phone}`} className={actionLook}>
          <Phone aria-hidden="true" className="size-4" />
          Call {contact.role}
          <span className="sr-only"> {contact.name}</span>
        </a>
      ) : (
        <Link {...link} className={actionLook}>
          Open<span className="sr-only"> order {shortNumber(unique_order_id)}</span>
        </Link>
      )}
    </Row>
  )
}

function MoreLate({ count }: { count: number }) {
  return (
    <Row
      icon={AlarmClock}
      look="text-error"
      title={`${formatCount(count)} more late ${count === 1 ? 'order' : 'orders'}`}
      note=""
    >
      <Link to="/board" search={{ show: 'late' } as never} className={actionLook}>
        Open the board
      </Link>
    </Row>
  )
}

function WaitingRow({ row: { need, count, since } }: { row: Waiting['waiting'][number] }) {
  const { icon, one, many, action, to, search } = needTexts[need]
  const now = useNow()
  return (
    <Row
      icon={icon}
      title={`${formatCount(count)} ${count === 1 ? one : many}`}
      note={since && (count === 1 ? `for ${formatAgo(since, now)}` : `the oldest for ${formatAgo(since, now)}`)}
    >
      <Link to={to as never} search={search as never} className={actionLook}>
        {action}
        <span className="sr-only">: {many}</span>
      </Link>
    </Row>
  )
}
