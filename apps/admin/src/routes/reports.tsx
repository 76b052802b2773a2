import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Input, Select } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { StoreField } from '#components/store-field.tsx'
import { Card, ChartCard, SmallTable } from '#features/insight/reports/chart-card.tsx'
import { FigureTiles } from '#features/insight/reports/figures.tsx'
import { hourPoints } from '#features/insight/reports/hours.ts'
import { filtersOf, useAbout } from '#features/insight/reports/period.ts'
import { OwnPeriodFields, PeriodField } from '#features/insight/reports/period-fields.tsx'
import { LocationField } from '#features/shell/table/filters.tsx'
import { formatCount, formatDay, formatMoney, today } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

/** Shows sales, delivery times and customer retention for a period, a store and an area. */
export default function ReportsRoute() {
  const { about } = useAbout()
  const sales = useQuery(ask('dashboard/reports/sales', about))
  const service = useQuery(ask('dashboard/reports/service', about))
  const customers = useQuery(ask('dashboard/reports/customers', about))
  const filters = filtersOf(about, sales.data?.currency)
  const error = sales.error ?? service.error ?? customers.error
  return (
    <>
      <PageHead title="Reports" text={`${formatDay(about.from)} to ${formatDay(about.to)}, in the shop’s time zone.`}>
        {(['sales_by_day', 'items_sold', 'taxes', 'trips'] as const).map((table) => (
          <Link
            key={table}
            to={`/reports/${table.replaceAll('_', '-')}` as never}
            className="control inline-flex items-center text-label"
          >
            {{ sales_by_day: 'Sales by day', items_sold: 'Items sold', taxes: 'Taxes', trips: 'Trips' }[table]}
          </Link>
        ))}
      </PageHead>
      <Choices currencies={sales.data?.currencies ?? []} />
      {error ? (
        <p role="alert" className="card mb-4 p-4 text-error">
          {error.message}
        </p>
      ) : null}
      <div aria-busy={sales.isFetching} className={sales.isPlaceholderData ? 'opacity-60' : undefined}>
        {sales.data ? (
          <Sales report={sales.data} filters={filters} />
        ) : (
          <div className="skeleton h-90 rounded-control" />
        )}
        <div className="mt-4 grid gap-4 large:grid-cols-2">
          {service.data ? <Service report={service.data} filters={filtersOf(about, undefined)} /> : null}
          {customers.data ? <Customers report={customers.data} filters={filtersOf(about, undefined)} /> : null}
        </div>
      </div>
    </>
  )
}

function Choices({ currencies }: { currencies: readonly string[] }) {
  const { change, search } = useAbout()
  const { role } = useMember()
  return (
    <div className="mb-4 grid items-start gap-3 wide:grid-cols-2 large:grid-cols-[minmax(22rem,1.6fr)_repeat(3,minmax(0,1fr))]">
      <div className="wide:col-span-2 large:col-span-1">
        <p aria-hidden="true" className="mb-1 hidden text-label large:block">
          Period
        </p>
        <PeriodField />
      </div>
      {role === 'store_owner' ? null : (
        <StoreField
          label="Store"
          value={search.store ?? ''}
          onChange={(store) => change({ store: store || undefined })}
        />
      )}
      <Input
        label="Pincode"
        value={search.pincode ?? ''}
        onChange={(event) => change({ pincode: event.target.value || undefined })}
      />
      <OwnPeriodFields />
      <LocationField
        label="Within 5 km of"
        value={search.location ?? ''}
        onChange={(location) => change({ location: location || undefined })}
      />
      {currencies.length > 1 || search.currency ? (
        <Select
          label="Currency"
          value={search.currency ?? currencies[0] ?? ''}
          options={currencies.map((code) => ({ value: code, label: code }))}
          onChange={(event) => change({ currency: event.target.value })}
        />
      ) : null}
    </div>
  )
}

type Filters = Record<string, string>

function Sales({ report, filters }: { report: Output<'dashboard/reports/sales'>; filters: Filters }) {
  const { currency, now, before, days, hours, items, stores } = report
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <FigureTiles currency={currency} now={now} before={before} period="the period before" withCancelled />
      <div className="grid gap-4 large:grid-cols-2">
        <ChartCard
          title="Sales by day"
          file={{ table: 'sales_by_day', filters }}
          kind="days"
          heads={['Day', 'Sales']}
          formatTick={(value) => formatCount(value)}
          points={days.map(({ day, sales, orders }) => ({
            label: formatDay(day),
            value: Number(sales),
            read: `${money(sales)}, ${formatCount(orders)} orders${day === today() ? ' so far' : ''}`,
            isRunning: day === today(),
          }))}
        />
        <ChartCard
          title="Orders by hour"
          file={{ table: 'orders_by_hour', filters }}
          kind="bars"
          heads={['Hour', 'Orders']}
          points={hourPoints(hours)}
        />
        <Card title="Top items" file={{ table: 'top_items', filters }}>
          <SmallTable
            title="Top items"
            heads={['Item', 'Sold', 'Sales']}
            rows={items.map(({ name, store, quantity, sales }) => [
              `${name}, ${store}`,
              formatCount(quantity),
              money(sales),
            ])}
          />
        </Card>
        <Card title="Top stores" file={{ table: 'top_stores', filters }}>
          <SmallTable
            title="Top stores"
            heads={['Store', 'Orders', 'Sales']}
            rows={stores.map(({ name, orders, sales }) => [name, formatCount(orders), money(sales)])}
          />
        </Card>
      </div>
    </>
  )
}

const minutes = (value: number | null) => (value === null ? '–' : `${formatCount(value)} min`)

function lateText({ from, to }: { from: number | null; to: number | null }): string {
  if (from === null) return `${-(to ?? 0)} early`
  if (to === null) return `${from} late`
  return to <= 0 ? `${-from}–${-to} early` : `${from}–${to} late`
}

type ServiceProps = { report: Output<'dashboard/reports/service'>; filters: Filters }

function Service({ report: { promise, riders }, filters }: ServiceProps) {
  return (
    <>
      <ChartCard
        title="Promised vs actual"
        file={{ table: 'promises', filters }}
        kind="bars"
        heads={['Minutes', 'Orders']}
        points={promise.late.map((bucket) => ({
          label: lateText(bucket),
          value: bucket.orders,
          read: `${formatCount(bucket.orders)} ${bucket.orders === 1 ? 'order' : 'orders'}`,
        }))}
        note={
          promise.delivered === 0
            ? 'No order was delivered in this period.'
            : `Median promised time ${minutes(promise.promised)}, median real time ${minutes(promise.real)}. ${promise.on_time ?? 0}% of the orders were on time.`
        }
      />
      <Card
        title="Riders’ times"
        file={{ table: 'rider_times', filters }}
        note="Half of a rider’s trips took at most the minutes shown."
      >
        <SmallTable
          title="Riders’ times"
          heads={['Rider', 'Delivered', 'To the store', 'To the door']}
          rows={riders.map((rider) => [
            rider.name,
            formatCount(rider.delivered),
            minutes(rider.to_pickup),
            minutes(rider.to_door),
          ])}
        />
      </Card>
    </>
  )
}

type CustomersProps = { report: Output<'dashboard/reports/customers'>; filters: Filters }

function Customers({ report: { cohorts, referrals, currency }, filters }: CustomersProps) {
  const most = Math.max(...cohorts.map(({ came }) => came.length))
  return (
    <>
      <Card
        title="Retention"
        file={{ table: 'cohorts', filters }}
        note="Customers by the month of their first order, and how many of them ordered again in each later month."
      >
        <SmallTable
          title="Retention"
          heads={['First order', 'Customers', ...Array.from({ length: most - 1 }, (_, at) => `+${at + 1}`)]}
          rows={cohorts.map(({ month, customers, came }) => [
            month,
            formatCount(customers),
            ...Array.from({ length: most - 1 }, (_, at) => shareText(came[at + 1], customers)),
          ])}
        />
      </Card>
      {referrals ? (
        <Card title="Referrals" file={{ table: 'referral_results', filters: { ...filters, currency } }}>
          <SmallTable
            title="Referrals"
            heads={['What', 'Amount']}
            rows={[
              ['New accounts', formatCount(referrals.signups)],
              ['Referred', formatCount(referrals.referred_signups)],
              ['Orders by referred customers', formatCount(referrals.orders)],
              ['Sales from referrals', formatMoney(referrals.sales, currency)],
              ['Welcome credit and rewards', formatMoney(referrals.rewards, currency)],
              ['Commissions', formatMoney(referrals.commissions, currency)],
            ]}
          />
        </Card>
      ) : null}
    </>
  )
}

function shareText(came: number | undefined, of: number): string {
  if (came === undefined) return ''
  return of === 0 ? '–' : `${Math.round((came / of) * 100)}%`
}
