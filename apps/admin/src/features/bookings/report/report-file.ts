import type { Output } from '@nukkad/contract/contract.ts'
import { takingsRows } from '#features/bookings/reception/takings-values.ts'

type Report = Output<'dashboard/bookings/report'>
type Rows = (string | number)[][]

/** The parts of a salon's report that can be saved as a file. */
export type ReportPart = 'people' | 'days' | 'resources' | 'takings' | 'endings'

/**
 * Returns a part of a report as rows for a spreadsheet: headings, then plain numbers instead of formatted hours and
 * percentages.
 */
export function rowsOf(part: ReportPart, report: Report): string[][] {
  const rows = parts[part](report)
  return rows.map((row) => row.map(String))
}

const used = ['Open minutes', 'Used minutes', 'Used minutes outside opening hours']

const parts: Readonly<Record<ReportPart, (report: Report) => Rows>> = {
  people: ({ people, without_person: alone, guest_goods: goods, currency }) => [
    ['Person', ...used, 'Services', 'Sales', 'Currency'],
    ...people.map((one) => [one.name, ...usedBy(one), one.services, one.sales, currency]),
    ['Without a person', '', '', '', alone.services, alone.sales, currency],
    ['Products sold to guests', '', '', '', goods.pieces, goods.sales, currency],
  ],
  days: ({ days }) => [
    ['Day', 'Open minutes', 'Used minutes'],
    ...days.map(({ day, open_minutes, claimed_minutes }) => [day, open_minutes, claimed_minutes]),
  ],
  resources: ({ resources }) => [
    ['Name', 'Kind', ...used],
    ...resources.map((one) => [one.name, one.kind, ...usedBy(one)]),
  ],
  takings: ({ takings, currency }) => takingsRows(takings, currency),
  endings: ({ visits, currency }) => [
    ['Outcome', 'Visits', 'Kept', 'Currency'],
    ['Done', visits.done, '', ''],
    ['Still open', visits.open, '', ''],
    ['No-shows', visits.no_shows, visits.kept_of_no_shows, currency],
    ['Cancelled by customers', visits.cancelled_by_customer, visits.kept_of_cancelled, currency],
    ['Cancelled by the salon', visits.cancelled_by_salon, '', ''],
  ],
}

function usedBy({
  open_minutes,
  claimed_minutes,
  extra_minutes,
}: Report['resources'][number] | Report['people'][number]) {
  return [open_minutes, claimed_minutes, extra_minutes]
}
