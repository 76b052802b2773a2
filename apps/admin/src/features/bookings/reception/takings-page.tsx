import { csvOf } from '@nukkad/rules/csv.ts'
import { addDays } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Facts } from '#components/section.tsx'
import { Card } from '#features/insight/reports/chart-card.tsx'
import { saveCsv } from '#lib/download.ts'
import { currencySign, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { SalonField } from './salon-field.tsx'
import { TakingsTable } from './takings-table.tsx'
import { type DayOfTakings, drawerOf, takingsRows, takingsText } from './takings-values.ts'
import { useAddress } from './use-salon.ts'
import { clockText, longDateText } from './visit-texts.ts'

const LIVE_MS = 30_000

/** Shows the money that a salon took on one day at the end of visits, so that people can compare it with the drawer. */
export function TakingsPage({ storeId }: { storeId: number }) {
  const { date } = useSearch({ strict: false }) as { date?: string }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...ask('dashboard/bookings/takings', { store_id: storeId, ...(date && { date }) }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
    retry: false,
  })
  const shown = date ?? data?.date
  return (
    <>
      <PageHead title="Takings" text={shown ? longDateText(shown) : 'Today'} />
      <Controls date={shown} isToday={date === undefined || (data?.is_today ?? false)} />
      {!data ? (
        <Loading error={error} refetch={refetch} className="h-60" />
      ) : (
        <div className={isPlaceholderData ? 'opacity-60' : undefined}>
          <Shown key={data.date} day={data} storeId={storeId} />
        </div>
      )}
    </>
  )
}

function Controls({ date, isToday }: { date: string | undefined; isToday: boolean }) {
  const change = useAddress()
  const arrow = 'control grid min-w-11 place-items-center px-0 disabled:opacity-45'
  const step = (by: number) => date && change({ date: addDays(date, by) })
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <SalonField />
      <div className="flex max-w-full gap-1">
        <button type="button" aria-label="Day before" className={arrow} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </button>
        <Input
          isLabelHidden
          label="Date"
          type="date"
          value={date ?? ''}
          onChange={(event) => event.target.value && change({ date: event.target.value })}
        />
        <button type="button" aria-label="Day after" className={arrow} disabled={isToday} onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </button>
      </div>
      <Button size="small" variant="outline" disabled={isToday} onClick={() => change({ date: undefined })}>
        Today
      </Button>
    </div>
  )
}

type ShownProps = { day: DayOfTakings; storeId: number }

function Shown({ day, storeId }: ShownProps) {
  const { takings, currency, date } = day
  return (
    <div className="grid items-start gap-4 large:grid-cols-2">
      <Card
        title="By payment method"
        note="The amounts include tips, but no deposits that customers paid in the app. A visit paid in parts counts in several rows."
        onSave={() => saveCsv(`takings-${date}.csv`, csvOf(takingsRows(takings, currency)))}
      >
        <TakingsTable takings={takings} currency={currency} />
      </Card>
      <Drawer day={day} />
      <Visits day={day} storeId={storeId} />
    </div>
  )
}

/** Compares the counted cash in the drawer with the cash that the salon took, without storing the typed amounts. */
function Drawer({ day: { takings, currency } }: { day: DayOfTakings }) {
  const [start, setStart] = useState('')
  const [counted, setCounted] = useState('')
  const drawer = drawerOf(takings, { start, counted }, currency)
  const money = (amount: string) => formatMoney(amount, currency)
  const field = { before: currencySign(currency), inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Card title="Count the drawer" note="The amounts that you type here are not stored.">
      <div className="mb-3 grid grid-cols-2 items-end gap-3">
        <Input {...field} label="At the start" value={start} onChange={(event) => setStart(event.target.value)} />
        <Input {...field} label="Counted now" value={counted} onChange={(event) => setCounted(event.target.value)} />
      </div>
      {drawer ? (
        <Facts
          facts={[
            ['Expected in the drawer', money(drawer.expected)],
            ...(drawer.difference === null ? [] : [['Difference', differenceText(drawer.difference, money)] as const]),
          ]}
        />
      ) : (
        <p role="alert" className="text-small text-error">
          Enter amounts.
        </p>
      )}
      {takings.not_named.visits > 0 ? (
        <p className="mt-2 text-small">
          For {money(takings.not_named.amount)} no payment method is recorded, so a part may be cash. Open the visits
          without a payment method and record how they were paid.
        </p>
      ) : null}
    </Card>
  )
}

function differenceText(difference: string, money: (amount: string) => string): string {
  if (Number(difference) === 0) return 'None: the amounts match'
  return Number(difference) < 0 ? `${money(difference.slice(1))} too little` : `${money(difference)} too much`
}

function Visits({ day: { visits, currency, time_zone, date }, storeId }: ShownProps) {
  if (visits.length === 0) return null
  return (
    <section aria-labelledby="taken-visits" className="large:col-span-2">
      <h2 id="taken-visits" className="mb-2 text-heading">
        Visits
      </h2>
      <ul className="card divide-y divide-line">
        {visits.map(({ unique_visit_id, customer, ended_at, taken, tip, takings }) => (
          <li key={unique_visit_id}>
            <Link
              to={'/visits' as never}
              search={{ store: String(storeId), date, visit: unique_visit_id } as never}
              className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-tint"
            >
              <span className="num text-ink-2">{clockText(ended_at, time_zone)}</span>
              <span className="min-w-0 flex-1 text-label">{customer}</span>
              <span className={takings.length === 0 ? 'text-small text-error' : 'text-small text-ink-2'}>
                {takingsText(takings, currency)}
                {Number(tip) > 0 ? `, with a tip of ${formatMoney(tip, currency)}` : ''}
              </span>
              <span className="num">{formatMoney(taken, currency)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
