import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useRouterState } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { NeedsYou } from '#features/insight/needs-you/needs-you.tsx'
import { Card, ChartCard, SmallTable } from '#features/insight/reports/chart-card.tsx'
import { FigureTiles } from '#features/insight/reports/figures.tsx'
import { hourPoints } from '#features/insight/reports/hours.ts'
import { Today } from '#features/insight/reports/today.tsx'
import { AlarmRow } from '#features/operations/alarms/alarms.tsx'
import { Notes } from '#features/operations/notes/notes.tsx'
import { firstPlaceOf, hasCounter } from '#features/shell/bottom-bar.tsx'
import { useChosenStore } from '#lib/chosen-store.ts'
import { formatCount, formatDay, formatMoney, today } from '#lib/format.ts'
import { isPhone } from '#lib/phone.ts'
import { ask } from '#lib/query.ts'
import { may, useMember } from '#lib/session.ts'

const POLL_EVERY_MS = 60_000

/** Shows the tasks of the person, then the figures and top items of the week, and in a new shop the first steps. */
export default function HomeRoute() {
  const member = useMember()
  // On a phone, the first visit of Home opens the store's counter or diary; later presses on Home show this page.
  const isFirst = useRouterState({ select: ({ location }) => location.state.__TSR_index === 0 })
  if (isFirst && hasCounter(member) && isPhone()) return <Navigate to={firstPlaceOf(member) as never} replace />
  return <HomePage />
}

function HomePage() {
  const member = useMember()
  const [store] = useChosenStore()
  const asked = store ? { store_id: Number(store) } : {}
  const { data, error, refetch } = useQuery({ ...ask('dashboard/home', asked), refetchInterval: POLL_EVERY_MS })
  return (
    <>
      <PageHead title={`Hello, ${member.name.split(' ')[0]}`}>
        {data?.open_orders ? <OpenOrders {...data.open_orders} /> : null}
      </PageHead>
      <NeedsYou
        alarms={data?.alarms.length ? data.alarms.map((alarm) => <AlarmRow key={alarm.id} alarm={alarm} />) : null}
      />
      {data?.checklist ? <Checklist done={data.checklist} /> : null}
      {data?.today ? <Today {...data.today} /> : null}
      {data?.sales ? <Week sales={data.sales} /> : null}
      {data && !data.sales ? <Places /> : null}
      {data ? null : <Loading error={error} refetch={refetch} className="h-90" />}
    </>
  )
}

function OpenOrders({ all, new: waiting }: NonNullable<Output<'dashboard/home'>['open_orders']>) {
  return (
    <Link to={'/board' as never} className="control inline-flex items-center gap-2 text-label">
      <span className="num">{formatCount(all)}</span> open {all === 1 ? 'order' : 'orders'}
      {waiting > 0 ? <span className="rounded-badge bg-tint px-2 text-on-tint">{formatCount(waiting)} new</span> : null}
    </Link>
  )
}

function Week({ sales }: { sales: NonNullable<Output<'dashboard/home'>['sales']> }) {
  const { currency, now, before, days, hours, items } = sales
  const [store] = useChosenStore()
  const filters = { day: `${sales.from}..${sales.to}`, currency, ...(store && { store }) }
  return (
    <>
      <h2 className="mb-2 text-heading">Last 7 days</h2>
      <FigureTiles currency={currency} now={now} before={before} period="the week before" />
      <div className="grid gap-4 large:grid-cols-2">
        <ChartCard
          title="Sales, last 7 days"
          file={{ table: 'sales_by_day', filters }}
          kind="days"
          heads={['Day', 'Sales']}
          formatTick={(value) => formatCount(value)}
          points={days.map((one) => ({
            label: formatDay(one.day),
            value: Number(one.sales),
            read: `${formatMoney(one.sales, currency)}, ${formatCount(one.orders)} orders${one.day === today() ? ' so far' : ''}`,
            isRunning: one.day === today(),
          }))}
        />
        <ChartCard
          title="Orders by hour"
          file={{ table: 'orders_by_hour', filters }}
          kind="bars"
          heads={['Hour', 'Orders']}
          points={hourPoints(hours)}
        />
      </div>
      <div className="mt-4 grid items-start gap-4 large:grid-cols-2">
        <Card title="Top items" file={{ table: 'top_items', filters }}>
          <SmallTable
            title="Top items"
            heads={['Item', 'Sold', 'Sales']}
            rows={items.map((item) => [
              `${item.name}, ${item.store}`,
              formatCount(item.quantity),
              formatMoney(item.sales, currency),
            ])}
          />
        </Card>
        <Notes />
      </div>
    </>
  )
}

const steps = [
  { key: 'location', text: 'Mark a primary location', to: '/popular-locations' },
  { key: 'colour', text: 'Set the shop colour', to: '/theme' },
  { key: 'store', text: 'Add a store', to: '/stores' },
  { key: 'item', text: 'Add an item', to: '/items' },
] as const

/** Lists the first steps of a new shop, until all steps that a shop needs are done. */
function Checklist({ done }: { done: NonNullable<Output<'dashboard/home'>['checklist']> }) {
  // The step to set the colour does not keep the list open, because a shop may keep the default colour.
  if (done.location && done.store && done.item) return null
  return (
    <section aria-labelledby="first-steps" className="card mb-4 p-5">
      <h2 id="first-steps" className="text-heading">
        First steps
      </h2>
      <ol className="mt-2">
        {steps.map(({ key, text, to }) => (
          <li key={key} className="flex min-h-11 items-center gap-3">
            {done[key] ? (
              <Check role="img" aria-label="Done" className="size-5 text-ok" />
            ) : (
              <Circle role="img" aria-label="To do" className="size-5 text-ink-2" />
            )}
            <Link to={to as never} className="text-brand underline">
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Shows links to all other pages, for people who may not see the figures. The list of pages comes from the router,
 * because `areas.ts` loads this page, so this page must not import `areas.ts`.
 */
function Places() {
  const member = useMember()
  const pages = Object.values(useRouter().routesById).flatMap(({ options }) => options.staticData?.page ?? [])
  return (
    <>
      <ul className="mb-4 grid gap-3 wide:grid-cols-3">
        {pages
          .filter((page) => page.path !== '/' && !page.isInner && may(member, page))
          .map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <Link to={path} className="card flex min-h-16 items-center gap-3 px-4 text-label hover:bg-tint">
                <Icon aria-hidden="true" className="size-5" />
                {title}
              </Link>
            </li>
          ))}
      </ul>
      <Notes />
    </>
  )
}
