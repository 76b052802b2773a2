import type { Output } from '@nukkad/contract/contract.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { TakingsTable } from '#features/bookings/reception/takings-table.tsx'
import { Card, ChartCard, SmallTable } from '#features/insight/reports/chart-card.tsx'
import { saveCsv } from '#lib/download.ts'
import { formatCount, formatDay, formatMoney, today } from '#lib/format.ts'
import { type ReportPart, rowsOf } from './report-file.ts'
import { hoursText, percentText } from './report-texts.ts'

type Report = Output<'dashboard/bookings/report'>
/** The report, and the period that becomes a part of the names of its files. */
type CardsProps = { report: Report; weeks: number; period: string }
type CardProps = { report: Report; onSave: () => void }

/** The report of a salon: its main figures, and one card for each table of figures. */
export function ReportCards({ report, weeks, period }: CardsProps) {
  const save = (part: ReportPart) => () => saveCsv(`salon-${part}-${period}.csv`, csvOf(rowsOf(part, report)))
  return (
    <>
      <Tiles report={report} weeks={weeks} />
      <div className="grid gap-4 large:grid-cols-2">
        <People report={report} onSave={save('people')} />
        <UseByDay report={report} onSave={save('days')} />
        <Resources report={report} onSave={save('resources')} />
        <Taken report={report} onSave={save('takings')} />
        <Missed report={report} onSave={save('endings')} />
      </div>
    </>
  )
}

function Tiles({ report: { people, visits, returning, currency, without_person }, weeks }: Omit<CardsProps, 'period'>) {
  const open = sumOf(people, 'open_minutes')
  const claimed = sumOf(people, 'claimed_minutes')
  const sales = people.reduce((sum, one) => sum + Number(one.sales), Number(without_person.sales))
  const cancelled = visits.cancelled_by_customer + visits.cancelled_by_salon
  const tiles = [
    ['People’s time used', percentText(claimed, open), `${hoursText(claimed)} of ${hoursText(open)}`],
    ['Sales of services', formatMoney(String(sales), currency), `${formatCount(visits.done)} visits done`],
    ['No-shows', formatCount(visits.no_shows), `${percentText(visits.no_shows, visits.all)} of all visits`],
    ['Cancelled', formatCount(cancelled), `${percentText(cancelled, visits.all)} of all visits`],
    ['Came back', percentText(returning.came_back, returning.customers), cameBackText(returning, weeks)],
  ] as const
  return (
    <ul className="mb-4 grid grid-cols-2 gap-3 large:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
      {tiles.map(([title, shown, text]) => (
        <li key={title} className="card min-w-0 p-4">
          <p className="text-small text-ink-2">{title}</p>
          <p className="num title text-section wide:text-title">{shown}</p>
          <p className="mt-1 text-small text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

function cameBackText({ customers, came_back, may_come_back }: Report['returning'], weeks: number): string {
  const within = `${formatCount(came_back)} of ${formatCount(customers)} customers within ${weeks} weeks`
  return may_come_back > 0
    ? `${within}; ${formatCount(may_come_back)} more customers still have time to come back`
    : within
}

function sumOf(people: Report['people'], key: 'open_minutes' | 'claimed_minutes'): number {
  return people.reduce((sum, one) => sum + one[key], 0)
}

function People({ report: { people, without_person, guest_goods, currency }, onSave }: CardProps) {
  const rows = people.map((one) => [
    one.name,
    usedText(one),
    formatCount(one.services),
    formatMoney(one.sales, currency),
  ])
  const alone = without_person.services
    ? [['Without a person', '', formatCount(without_person.services), formatMoney(without_person.sales, currency)]]
    : []
  const goods = guest_goods.pieces
    ? [['Products sold to guests', '', formatCount(guest_goods.pieces), formatMoney(guest_goods.sales, currency)]]
    : []
  return (
    <Card title="People" note={[extraText(people), guest_goods.pieces ? GUEST_GOODS : ''].join(' ')} onSave={onSave}>
      <SmallTable title="People" heads={['Person', 'Used', 'Services', 'Sales']} rows={[...rows, ...alone, ...goods]} />
    </Card>
  )
}

const GUEST_GOODS =
  'Products sold to guests without an account are not part of the shop’s sales, because they have no order.'

function usedText({ claimed_minutes, open_minutes }: Report['resources'][number] | Report['people'][number]): string {
  return `${percentText(claimed_minutes, open_minutes)} of ${hoursText(open_minutes)}`
}

/** Describes how the hours are counted, and names the people who worked outside their hours. */
function extraText(people: Report['people']): string {
  const base =
    'Working hours are those of the current week plan, without absences. Sales count the services of finished visits.'
  const extra = people.filter(({ extra_minutes }) => extra_minutes > 0)
  if (extra.length === 0) return base
  return `${base} Outside their hours: ${extra.map((one) => `${one.name} ${hoursText(one.extra_minutes)}`).join(', ')}.`
}

function UseByDay({ report: { days }, onSave }: CardProps) {
  return (
    <ChartCard
      title="Use by day"
      kind="days"
      onSave={onSave}
      heads={['Day', 'Used']}
      formatTick={(value) => `${value}%`}
      points={days.map(({ day, open_minutes, claimed_minutes }) => ({
        label: formatDay(day),
        value: open_minutes === 0 ? 0 : Math.round((claimed_minutes / open_minutes) * 100),
        read:
          open_minutes === 0
            ? 'no one worked'
            : `${percentText(claimed_minutes, open_minutes)}, ${hoursText(claimed_minutes)} of ${hoursText(open_minutes)}`,
        // The values of today and of later days are marked as not final, because these days can still get bookings.
        isRunning: day >= today(),
      }))}
    />
  )
}

function Resources({ report: { resources }, onSave }: CardProps) {
  if (resources.length === 0) return null
  return (
    <Card title="Chairs, rooms and machines" onSave={onSave}>
      <SmallTable
        title="Chairs, rooms and machines"
        heads={['Name', 'Used']}
        rows={resources.map((one) => [one.name, usedText(one)])}
      />
    </Card>
  )
}

function Taken({ report: { takings, currency }, onSave }: CardProps) {
  return (
    <Card
      title="Takings"
      onSave={onSave}
      note="Money that the salon took at the end of visits, including tips. Deposits that customers paid in the app are not included."
    >
      <TakingsTable takings={takings} currency={currency} />
    </Card>
  )
}

function Missed({ report: { visits, currency }, onSave }: CardProps) {
  const line = (what: string, count: number, kept: string) => [
    what,
    formatCount(count),
    percentText(count, visits.all),
    kept,
  ]
  return (
    <Card
      title="Missed and cancelled"
      onSave={onSave}
      note="“Kept” is the part of the deposits that the salon keeps, even while the customer can still object."
    >
      <SmallTable
        title="Missed and cancelled"
        heads={['Outcome', 'Visits', 'Share', 'Kept']}
        rows={[
          line('No-shows', visits.no_shows, formatMoney(visits.kept_of_no_shows, currency)),
          line('Cancelled by customers', visits.cancelled_by_customer, formatMoney(visits.kept_of_cancelled, currency)),
          line('Cancelled by the salon', visits.cancelled_by_salon, '–'),
          line('All visits', visits.all, ''),
        ]}
      />
    </Card>
  )
}
