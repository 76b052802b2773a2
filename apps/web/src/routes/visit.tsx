import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarPlus, CalendarX2, Navigation, Phone, RotateCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { StorePicture } from '#components/store-picture.tsx'
import { daysUntilText } from '#features/bookings/days-until.ts'
import { VisitState } from '#features/bookings/visit-state.tsx'
import { VisitMoney, VisitServices, VisitSkeleton, VisitTerms, VisitTime } from '#features/bookings/visit-summary.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { bookPath } from '#lib/book-path.ts'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { directionsTo } from '#lib/directions.ts'
import { listen } from '#lib/listen.ts'
import { go } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask, queryClient } from '#lib/query.ts'
import { saveFile } from '#lib/save-file.ts'
import { announce } from '#lib/toasts.ts'
import { isUnpaid } from '#lib/unpaid.ts'
import { forgetPayment, usePaymentCheck } from '#lib/use-payment-check.ts'
import { chosenAgain, type Visit, whenText } from '#lib/visits.ts'

const CaseNote = lazy(() => import('#features/ordering/help/case-note.tsx'))
const MoveVisit = lazy(() => import('#features/bookings/move-visit.tsx'))
const PayPanel = lazy(() => import('#features/payments/paying/pay-panel.tsx'))
const sheets = () => import('#features/bookings/visit-actions.tsx')
const CancelSheet = lazy(async () => ({ default: (await sheets()).CancelSheet }))
const ObjectSheet = lazy(async () => ({ default: (await sheets()).ObjectSheet }))

/** Shows one visit of the customer, or the choice of a new time for it. */
export default function VisitRoute() {
  const { id = '', step } = useParams<{ id: string; step?: string }>()
  return (
    <CustomersOnly>
      <OneVisit key={id} number={id} isMoving={step === 'move'} />
    </CustomersOnly>
  )
}

function OneVisit({ number, isMoving }: { number: string; isMoving: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...ask('visit', { unique_visit_id: number }), staleTime: 0 })
  const visit = data?.visit
  const isHold = visit?.status === 'held' && !visit.order
  useEffect(() => {
    if (isHold) go(`/book/${visit?.store.slug}/${number}`, { replace: true })
  }, [isHold, visit, number])
  useEffect(() => {
    const askAgain = () => void queryClient.invalidateQueries({ queryKey: ['visit', { unique_visit_id: number }] })
    return listen('customer', ({ type }) => type === 'order-status' && askAgain(), askAgain)
  }, [number])
  if (visit && isMoving) {
    return (
      <Suspense fallback={<div className="min-h-dvh" />}>
        <MoveVisit visit={visit} />
      </Suspense>
    )
  }
  const isUnknown = error instanceof ApiError && error.code === 'VISIT_UNKNOWN' && !visit
  return (
    <Page title={t('visitTitle')} back="/my-visits" isLoading={isFetching && visit !== undefined} onRefresh={refetch}>
      {visit && !isHold ? (
        <Details visit={visit} />
      ) : isUnknown ? (
        <EmptyState
          picture={<CalendarX2 />}
          title={t('visitUnknown')}
          action={<Button href="/my-visits">{t('visitsTitle')}</Button>}
        />
      ) : error ? (
        <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <VisitSkeleton />
      )}
    </Page>
  )
}

function Details({ visit }: { visit: Visit }) {
  const { status, store, kept, order, currency, time_zone } = visit
  const city = useCity()
  const [opened, setOpened] = useState<'cancel' | 'object' | null>(null)
  const at = { latitude: Number(store.latitude), longitude: Number(store.longitude) }
  const isToCome = status === 'booked'
  return (
    <div className="grid grid-cols-1 gap-3 px-4">
      {status === 'held' && order ? <Payment number={order.unique_order_id} /> : null}
      <VisitTime visit={visit} isLinked picture={<StorePicture store={{ ...store, image: store.image ?? '' }} />}>
        <div className="mb-2 flex items-center gap-2.5">
          <VisitState status={status} />
          {isToCome ? (
            <span className="num text-small text-ink-2">{daysUntilText(visit.starts_at, time_zone)}</span>
          ) : null}
        </div>
      </VisitTime>
      {kept ? (
        <p className="num rounded-card bg-gold-tint px-4 py-3 text-small text-gold-ink">
          {t(keptTexts[kept.state], {
            amount: wirePrice(kept.amount, currency),
            when: whenText(kept.pays_at, time_zone),
          })}
        </p>
      ) : null}
      {kept?.state === 'waiting' && status === 'no_show' && order ? (
        <Objection orderId={order.id} onObject={() => setOpened('object')} />
      ) : null}
      {isToCome ? <Actions visit={visit} directions={directionsTo(at)} /> : null}
      <VisitServices visit={visit} />
      {order?.goods_order ? (
        <Button isBlock variant="tint" href={`/running-order/${order.goods_order.unique_order_id}`}>
          {t('visitGoodsOrder', { number: shortOrderNumber(order.goods_order.unique_order_id) })}
        </Button>
      ) : null}
      {isToCome || status === 'arrived' ? <VisitMoney visit={visit} /> : null}
      <div className="h-40 overflow-hidden rounded-card">
        <CityMap
          label={t('a11yMap')}
          city={city}
          pins={[{ id: 'store', kind: 'store', at }]}
          leastMetres={900}
          recentreLabel={t('a11yRecentre')}
        />
      </div>
      {isToCome || status === 'held' ? <VisitTerms visit={visit} /> : null}
      <Button isBlock variant={isToCome ? 'plain' : 'tint'} href={bookPath(store.slug, chosenAgain(visit))}>
        <RotateCw aria-hidden="true" className="size-5" />
        {t('visitAgain')}
      </Button>
      {visit.can_cancel ? (
        <Button isBlock variant="plain" className="!text-error" onClick={() => setOpened('cancel')}>
          {t('visitCancel')}
        </Button>
      ) : null}
      <Suspense>
        {opened === 'cancel' ? <CancelSheet visit={visit} onClose={() => setOpened(null)} /> : null}
        {opened === 'object' && order ? <ObjectSheet orderId={order.id} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </div>
  )
}

/**
 * Lets a customer whom the salon marked as a no-show object that they came to the visit, or shows the state of this
 * objection.
 */
function Objection({ orderId, onObject }: { orderId: number; onObject: () => void }) {
  const { data } = useQuery(ask('get-cases', {}))
  if (!data) return null
  if (data.cases.some(({ order_id, problem }) => order_id === orderId && problem === 'no_show')) {
    return (
      <Suspense>
        <CaseNote orderId={orderId} />
      </Suspense>
    )
  }
  return (
    <Button variant="tint" isBlock onClick={onObject}>
      {t('caseNoShow')}
    </Button>
  )
}

const keptTexts = { waiting: 'visitKeptWaiting', paid: 'visitKeptPaid', returned: 'visitKeptReturned' } as const

type ActionsProps = {
  visit: Visit
  /** The URL that shows the way to the salon in a map app. */
  directions: string
}

/** Offers the actions for an upcoming visit, beginning with directions to the salon. */
function Actions({ visit, directions }: ActionsProps) {
  const { unique_visit_id, store, can_move } = visit
  const number = store.phone?.replace(/[^\d+]/g, '')
  return (
    <div className="visit-actions">
      <Action icon={<Navigation />} href={directions} isExternal>
        {t('trackingDirections')}
      </Action>
      {number ? (
        <Action icon={<Phone />} href={`tel:${number}`}>
          {t('visitCall')}
        </Action>
      ) : null}
      {can_move ? (
        <Action icon={<CalendarClock />} href={`/visit/${unique_visit_id}/move`}>
          {t('visitMove')}
        </Action>
      ) : null}
      <Action icon={<CalendarPlus />} onClick={() => void saveToCalendar(visit)}>
        {t('visitCalendar')}
      </Action>
    </div>
  )
}

type ActionProps = {
  icon: ReactNode
  children: string
  href?: string
  isExternal?: boolean
  onClick?: () => void
}

/** Shows one action as an icon above its name. */
function Action({ icon, children, ...press }: ActionProps) {
  return (
    <Button variant="tint" size="small" className="visit-action" {...press}>
      <span aria-hidden="true" className="[&_svg]:size-5.5">
        {icon}
      </span>
      {children}
    </Button>
  )
}

async function saveToCalendar(visit: Visit): Promise<void> {
  const { calendarFile } = await import('#features/bookings/calendar-file.ts')
  const { services, store, unique_visit_id } = visit
  const entry = {
    ...visit,
    title: `${services.map(({ name }) => name).join(', ')} · ${store.name}`,
    place: [store.name, store.address].filter(Boolean).join(', '),
    link: `${location.origin}/visit/${unique_visit_id}`,
  }
  saveFile(`${unique_visit_id}.ics`, { content: calendarFile(entry, new Date()), mediaType: 'text/calendar' })
}

/** Shows the payment of a deposit that is still due. */
function Payment({ number }: { number: string }) {
  const check = usePaymentCheck()
  const { data } = useQuery({ ...ask('update-user-info', { unique_order_id: number }), staleTime: 0 })
  const order = data?.running_order
  const { status } = check
  useEffect(() => {
    if (status !== 'paid' && status !== 'failed') return
    void queryClient.invalidateQueries({ queryKey: ['visit'] })
    if (status !== 'paid') return
    announce(t('payReceived'))
    forgetPayment()
  }, [status])
  if (!order || !isUnpaid(order)) return <Skeleton className="h-52" />
  return (
    <Suspense fallback={<Skeleton className="h-52" />}>
      <PayPanel
        order={order}
        check={check}
        onLapsed={() => void queryClient.invalidateQueries({ queryKey: ['visit'] })}
      />
    </Suspense>
  )
}
