import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { ReceiptForm } from '#features/delivery/cash-collections/receipt-form.tsx'
import { formatAmount, formatWhen } from '#features/ledger/adjustments/facts.ts'
import { toast } from '#lib/toasts.ts'

/** Records a payment from a store towards the amount that it owes. */
export function SettlementForm({ row, onDone }: { row: RowOf<'store_debts'>; onDone: () => void }) {
  const due = { amount: row.owed, currency: row.currency }
  return (
    <ReceiptForm
      call="dashboard/store-settlements/record"
      facts={[
        ['Owes', <b key="owed">{formatAmount(due)}</b>],
        ['Last payment', formatWhen(row.last_settled_at)],
      ]}
      due={due}
      label="Record a payment"
      action="Record"
      question={(amount) => `Record a payment of ${amount}?`}
      effect={(amount) => `${row.store} then owes ${amount} less. You cannot remove a recorded payment.`}
      field={{ name: 'reference', label: 'Reference', help: 'The bank reference or the receipt number.' }}
      toInput={({ note: _, ...typed }) => ({ ...typed, store_id: Number(row.id) })}
      onDone={({ data }) => {
        toast(
          data.state === 'waiting'
            ? 'The payment is recorded. Another person must approve the payment under “Payments”.'
            : 'Payment recorded',
        )
        onDone()
      }}
    />
  )
}
