import type { Output } from '@nukkad/contract/contract.ts'
import { sum } from '@nukkad/rules/money.ts'
import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '#features/shell/load-more.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { dayOf, wireInstant } from '#lib/calendar.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { minorOf, price, wirePrice } from '#lib/prices.ts'
import { completedQuery } from './queries.ts'

type Job = Output<'delivery/get-completed-orders'>['data'][number]

/** Lists completed orders by day, the newest first (N-12). */
export function CompletedList() {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    completedQuery(),
  )
  const jobs = data?.pages.flatMap(({ data }) => data)
  if (!jobs) {
    if (!isError) return <CompletedSkeleton />
    return <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (jobs.length === 0) {
    return <EmptyState picture="/assets/img/states/delivered.webp" title={t('riderEmptyCompleted')} level={2} />
  }
  const days = byDay(jobs)
  return (
    <>
      {days.map(({ day, jobs }, index) => (
        <section key={day} aria-label={day} className="mb-4">
          {/* While there is a next page, the total of the last day is not shown, because that page may contain more
              orders of the day. */}
          <DayHeading day={day} jobs={index === days.length - 1 && hasNextPage ? undefined : jobs} />
          <ul className="divide-y divide-line">
            {jobs.map((job) => (
              <CompletedRow key={job.id} job={job} />
            ))}
          </ul>
        </section>
      ))}
      <LoadMore
        label={t('ordersMore')}
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
    </>
  )
}

function DayHeading({ day, jobs }: { day: string; jobs: Job[] | undefined }) {
  const hasEarnings = isSettingOn('enableDeliveryGuyEarning') && jobs
  return (
    <div className="flex items-baseline justify-between gap-3 border-b border-line pb-1.5">
      <h3 className="font-650">{day}</h3>
      {hasEarnings ? (
        <p className="num text-body text-ink-2">
          {t('riderCompletedDay', { count: jobs.length, amount: earnedIn(jobs) })}
        </p>
      ) : null}
    </div>
  )
}

/** Returns the earnings of each currency. Amounts of different currencies are never added up. */
function earnedIn(jobs: Job[]): string {
  return [...Map.groupBy(jobs, ({ order }) => order.currency)]
    .map(([currency, some]) => price(sum(some.map(({ order }) => minorOf(order.commission, currency))), currency))
    .join(' + ')
}

function CompletedRow({ job: { order, updated_at } }: { job: Job }) {
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-650">{order.restaurant.name}</p>
        <p className="num truncate text-body text-ink-2">
          {[shortOrderNumber(order.unique_order_id), timeOf(wireInstant(updated_at)), order.address]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="num shrink-0 text-end">
        {isSettingOn('enableDeliveryGuyEarning') ? (
          <p className="font-650 text-ok">+{wirePrice(order.commission, order.currency)}</p>
        ) : null}
        <p className="text-body text-ink-2">
          {order.payment_mode === 'COD'
            ? `${t('checkoutCodText')} ${wirePrice(order.payable, order.currency)}`
            : t('riderPaid')}
        </p>
      </div>
    </li>
  )
}

function CompletedSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}

function byDay(jobs: Job[]): { day: string; jobs: Job[] }[] {
  const now = new Date()
  const groups = Map.groupBy(jobs, ({ updated_at }) => dayOf(wireInstant(updated_at), now))
  return [...groups].map(([day, jobs]) => ({ day, jobs }))
}
