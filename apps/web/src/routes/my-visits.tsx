import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronRight } from 'lucide-react'
import { StorePicture } from '#components/store-picture.tsx'
import { CalendarFeed } from '#features/bookings/calendar-feed.tsx'
import { daysUntilText } from '#features/bookings/days-until.ts'
import { VisitState } from '#features/bookings/visit-state.tsx'
import { useWaitList, WaitList } from '#features/bookings/wait-list.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { bookPath } from '#lib/book-path.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { chosenAgain, type Visit, whenText } from '#lib/visits.ts'

export default function MyVisitsRoute() {
  return (
    <CustomersOnly>
      <MyVisits />
    </CustomersOnly>
  )
}

/** Lists the customer's visits: first those to come, then past ones, which can be booked again. */
function MyVisits() {
  const { data, isError, isFetching, refetch } = useQuery({ ...ask('my-visits', {}), staleTime: 0 })
  const isSlow = usePatience(isFetching && !data)
  const list = useWaitList()
  const waits = list.entries ?? []
  // The offer of a wait list is also a held visit, but the list of visits leaves it out, because the wait list shows it
  // with its countdown.
  const offered = waits.map(({ offer }) => (offer?.held_until ? offer.unique_visit_id : null))
  const next = data?.visits.filter((visit) => isToCome(visit) && !offered.includes(visit.unique_visit_id)) ?? []
  const past = data?.visits.filter((visit) => !isToCome(visit)) ?? []
  return (
    <Page
      title={t('visitsTitle')}
      back="/my-account"
      isLoading={isFetching && data !== undefined}
      onRefresh={() => Promise.all([refetch(), list.refetch()])}
    >
      <div className="grid grid-cols-1 gap-5 px-4">
        {!data && isError ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {!data && isSlow && !isError ? (
          <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        ) : null}
        {data && !list.entries && list.isError ? (
          <NotLoaded onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : null}
        <WaitList entries={waits} />
        {data?.visits.length === 0 && list.entries?.length === 0 ? (
          <EmptyState
            picture={<CalendarDays />}
            title={t('visitsEmptyTitle')}
            text={t('visitsEmptyText')}
            action={<Button href="/book">{t('bookTitle')}</Button>}
          />
        ) : null}
        <Group title={t('visitsNext')} visits={next} />
        {data && data.visits.length > 0 ? <CalendarFeed /> : null}
        <Group title={t('visitsPast')} visits={past} canBookAgain />
      </div>
    </Page>
  )
}

function isToCome({ status }: Visit): boolean {
  return status === 'held' || status === 'booked' || status === 'arrived'
}

function Group({ title, visits, canBookAgain }: { title: string; visits: Visit[]; canBookAgain?: boolean }) {
  if (visits.length === 0) return null
  return (
    <section>
      <h2 className="title mb-2 text-section">{title}</h2>
      <ul className="grid grid-cols-1 gap-3">
        {visits.map((visit) => (
          <li key={visit.unique_visit_id} className="rounded-card bg-surface hairline">
            <a href={pathOf(visit)} className="press flex items-center gap-3 p-3.5">
              <StorePicture store={{ ...visit.store, image: visit.store.image ?? '' }} />
              <span className="min-w-0 flex-1">
                <span className="num block text-heading">{whenText(visit.starts_at, visit.time_zone)}</span>
                <span dir="auto" className="block truncate text-small text-ink-2">
                  {visit.services.map(({ name }) => name).join(', ')}
                </span>
                <span dir="auto" className="mb-1 block truncate text-small text-ink-2">
                  {visit.store.name}
                </span>
                <span className="flex flex-wrap items-center gap-x-2">
                  <VisitState status={visit.status} />
                  {isToCome(visit) ? (
                    <span className="num text-small text-ink-2">{daysUntilText(visit.starts_at, visit.time_zone)}</span>
                  ) : null}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
            </a>
            {canBookAgain ? (
              <div className="px-3.5 pb-4">
                <Button isBlock size="small" variant="tint" href={bookPath(visit.store.slug, chosenAgain(visit))}>
                  {t('visitAgain')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A held visit without an order is not booked yet, so its row opens the review. */
function pathOf({ status, order, store, unique_visit_id }: Visit): string {
  return status === 'held' && !order ? `/book/${store.slug}/${unique_visit_id}` : `/visit/${unique_visit_id}`
}
