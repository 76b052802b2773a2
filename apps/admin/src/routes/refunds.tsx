import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useSearch } from '@tanstack/react-router'
import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { sumWords } from '#features/ledger/adjustments/facts.ts'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import type { RefundOf } from '#features/ledger/adjustments/refund.ts'
import { RefundForm } from '#features/ledger/adjustments/refund-form.tsx'

/** Refunds by staff, of delivered orders and of payments; `?order=` and `?payment=` open the form for one. */
export default function RefundsRoute() {
  const { order, payment } = useSearch({ strict: false }) as { order?: string; payment?: string }
  const of: RefundOf = {
    ...(Number(order) > 0 && { orderId: Number(order) }),
    ...(Number(payment) > 0 && { paymentId: Number(payment) }),
  }
  return (
    <Approvals
      table="refunds"
      title="Refunds"
      text="Refunds of delivered orders and of payments. Cancelled orders are refunded automatically."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No refunds by staff yet. Add the first one with “New refund”.</p>}
      request="Refund"
      create={{
        label: 'New refund',
        form: (onDone) => <RefundForm of={of} onDone={onDone} />,
        isOpen: Boolean(of.orderId || of.paymentId),
      }}
    >
      {(row, onDone) => <Refund row={row} onDone={onDone} />}
    </Approvals>
  )
}

const providerText: Record<string, string> = {
  pending: 'In progress',
  done: 'Refunded',
  failed: 'Failed: refund the payment again',
}

function Refund({ row, onDone }: { row: RowOf<'refunds'>; onDone: () => void }) {
  const destination = row.destination === 'wallet' ? 'to the wallet' : 'to the original payment method'
  return (
    <Request
      kind="refunds"
      row={row}
      facts={[
        ['Customer', row.customer],
        ['Goes', destination],
        ['Order', <OrderLink key="order" id={row.order_id} number={row.unique_order_id} />],
        ...(row.payment_id ? ([['Payment', row.payment_id]] as const) : []),
        ['Reason', row.reason],
        ...(row.provider_state ? ([['At the provider', providerText[row.provider_state]]] as const) : []),
      ]}
      effect={`${sumWords(row)} goes back to ${row.customer}, ${destination}. This cannot be undone.`}
      onDone={onDone}
    />
  )
}
