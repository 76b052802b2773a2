import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { formatAmount, formatWhen } from '#features/ledger/adjustments/facts.ts'
import { formatMoney } from '#lib/format.ts'
import { currencyOr } from '#lib/shop-currency.ts'
import { toast } from '#lib/toasts.ts'
import { ReceiptForm } from './receipt-form.tsx'

/** Records cash that a rider handed in. */
export function CollectForm({ row, onDone }: { row: RowOf<'cash_held'>; onDone: () => void }) {
  const currency = currencyOr(row.currency)
  const due = { amount: row.held, currency }
  return (
    <ReceiptForm
      call="dashboard/delivery-collections/collect"
      facts={[
        ['Holds', <b key="held">{formatAmount(due)}</b>],
        ['Limit', row.limit ? formatAmount({ amount: row.limit, currency }) : 'No limit'],
        ['Last collected', formatWhen(row.last_collected_at)],
      ]}
      due={due}
      label="Collect cash"
      action="Collect"
      question={(amount) => `Record ${amount} as collected?`}
      effect={(amount) =>
        `${row.rider} then owes ${amount} less. Above the daily limits, another person must approve the collection first. Count the cash, because you cannot undo the collection.`
      }
      field={{ name: 'note', label: 'Note', help: 'Optional.' }}
      toInput={({ amount, note }) => ({
        ...(amount && { amount }),
        rider_id: Number(row.id),
        currency,
        note: note.trim() || null,
      })}
      onDone={({ data, held }) => {
        toast(
          data.state === 'waiting'
            ? 'The cash is recorded. Another person must approve the cash under “Cash handed in”.'
            : `${formatMoney(data.amount, currency)} collected; ${row.rider} still holds ${formatMoney(held, currency)}`,
        )
        onDone()
      }}
    />
  )
}
