import { SmallTable } from '#features/insight/reports/chart-card.tsx'
import { formatCount, formatMoney } from '#lib/format.ts'
import { methodTexts, type Takings } from './takings-values.ts'

/**
 * Lists the takings of a salon in a period: one row for each payment method, one for the visits without a recorded
 * method, and the total.
 */
export function TakingsTable({
  takings: { methods, not_named, total, visits },
  currency,
}: {
  takings: Takings
  currency: string
}) {
  const row = (name: string, count: number, amount: string) => [name, formatCount(count), formatMoney(amount, currency)]
  return (
    <SmallTable
      title="Takings"
      heads={['Paid by', 'Visits', 'Amount']}
      rows={[
        ...methods.map(({ method, visits: count, amount }) => row(methodTexts[method], count, amount)),
        ...(not_named.visits > 0 ? [row('Not named', not_named.visits, not_named.amount)] : []),
        row('All', visits, total),
      ]}
    />
  )
}
