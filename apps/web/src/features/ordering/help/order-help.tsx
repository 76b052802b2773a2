import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { isCancellableBy, isRunning, orderStatusTextKeys } from '@nukkad/rules/order-states.ts'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Clock, FileText, PackageX, Phone, Utensils } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Order, statusOf } from '#features/ordering/orders-list/orders.ts'
import { CancelOrder } from '#features/ordering/tracking/cancel-order.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { ask } from '#lib/query.ts'
import { spanOf } from '#lib/span.ts'
import { CaseCard } from './case-card.tsx'
import { problemText } from './problem-text.ts'
import { ReportForm } from './report-form.tsx'

type OrderHelpProps = { order: Order; isOpen: boolean; onClose: () => void }

/**
 * Shows the help for one order: its state, the people to call, the problems to report, and the answers to earlier
 * reports.
 */
export default function OrderHelp({ order, isOpen, onClose }: OrderHelpProps) {
  const [problem, setProblem] = useState<CaseProblem | null>(null)
  const close = () => {
    setProblem(null)
    onClose()
  }
  const name = `${order.restaurant.name} · ${shortOrderNumber(order.unique_order_id)}`
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={problem ? problemText(problem) : t('trackingHelp')}
      sub={name}
      closeLabel={t('a11yClose')}
    >
      {problem ? (
        <ReportForm key={problem} order={order} problem={problem} onDone={() => setProblem(null)} />
      ) : (
        <Overview order={order} onReport={setProblem} />
      )}
    </Sheet>
  )
}

const icons = { late: Clock, missing: PackageX, wrong: Utensils, no_show: Clock }

function Overview({ order, onReport }: { order: Order; onReport: (problem: CaseProblem) => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...ask('get-order-help', { order_id: order.id }),
    staleTime: 0,
  })
  const status = statusOf(order)
  if (isError && !data) return <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <HelpSkeleton />
  const mayCancel = isCancellableBy(status, 'customer')
  const isOver = status === 'delivered' || status === 'cancelled'
  return (
    <div className="grid grid-cols-1 gap-4">
      {isOver ? null : <StateNow order={order} />}
      {data.cases.length > 0 ? (
        <section aria-label={t('helpReports')} className="grid grid-cols-1 gap-2">
          <h3 className="text-label text-ink-2">{t('helpReports')}</h3>
          {data.cases.map((one) => (
            <CaseCard key={one.id} one={one} />
          ))}
        </section>
      ) : null}
      <ul className="divide-y divide-line">
        {data.problems.map((problem) => {
          const Icon = icons[problem]
          return (
            <Row
              key={problem}
              icon={<Icon aria-hidden="true" />}
              text={problemText(problem)}
              onPress={() => onReport(problem)}
            />
          )
        })}
        {data.contacts.map(({ role, name, phone }) => (
          <Row
            key={role}
            icon={<Phone aria-hidden="true" />}
            text={t('trackingCall', { name })}
            href={`tel:${phone}`}
          />
        ))}
        {status === 'delivered' ? (
          <Row icon={<FileText aria-hidden="true" />} text={t('ordersInvoice')} href={`/invoice/${order.id}`} />
        ) : null}
      </ul>
      {mayCancel ? (
        <div className="text-center">
          <CancelOrder order={order} />
        </div>
      ) : null}
      {data.problems.length === 0 && data.cases.length === 0 && !mayCancel ? (
        <p className="text-small text-ink-2">{t('helpNothing')}</p>
      ) : null}
    </div>
  )
}

/** Shows the state of an order in progress, its promised time, and by how much it is late. */
function StateNow({ order }: { order: Order }) {
  const status = statusOf(order)
  const promised = order.promised_at ? wireInstant(order.promised_at) : null
  const minutes = promised ? Math.floor((Date.now() - promised.getTime()) / 60_000) : 0
  const isLate = isRunning(status) && status !== 'ready' && minutes >= 1
  return (
    <div className="rounded-card bg-tint p-4 text-on-tint">
      <p className="text-heading text-ink">{t(orderStatusTextKeys[status])}</p>
      {promised ? (
        <p className="num text-ink">
          {t('helpPromised', { time: timeOf(promised) })}
          {isLate ? <strong className="font-650"> · {t('trackingLateBy', { time: spanOf(minutes) })}</strong> : null}
        </p>
      ) : null}
    </div>
  )
}

type RowProps = { icon: ReactNode; text: string } & ({ href: string } | { onPress: () => void })

function Row({ icon, text, ...to }: RowProps) {
  const look = 'flex min-h-13 w-full items-center gap-3 py-2 text-start font-medium [&_svg]:size-5 [&_svg]:shrink-0'
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">{text}</span>
      <ChevronRight aria-hidden="true" className="text-ink-2 rtl:-scale-x-100" />
    </>
  )
  return (
    <li>
      {'href' in to ? (
        <a href={to.href} className={look}>
          {content}
        </a>
      ) : (
        <button type="button" className={look} onClick={to.onPress}>
          {content}
        </button>
      )}
    </li>
  )
}

function HelpSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  )
}
