import { useSearch } from '@tanstack/react-router'
import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { describeRefund } from '#features/ledger/adjustments/describe.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import type { RefundOf } from '#features/ledger/adjustments/refund.ts'
import { RefundForm } from '#features/ledger/adjustments/refund-form.tsx'

/**
 * Lists refunds by staff, of delivered orders and of payments. `?order=` and `?payment=` open the form for one of them.
 */
export default function RefundsRoute() {
  const { order, payment } = useSearch({ strict: false }) as { order?: string; payment?: string }
  const of: RefundOf = {
    ...(Number(order) > 0 && { orderId: Number(order) }),
    ...(Number(payment) > 0 && { paymentId: Number(payment) }),
  }
  return (
    <ApprovalPage
      table="refunds"
      kind="refunds"
      title="Refunds"
      text="Refunds of delivered orders and of payments. Cancelled orders are refunded automatically."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No refunds by staff yet. Make the first refund with “New refund”.</p>}
      request="Refund"
      create={{
        label: 'New refund',
        form: (onDone) => <RefundForm of={of} onDone={onDone} />,
        isOpen: Boolean(of.orderId || of.paymentId),
      }}
      describe={describeRefund}
    />
  )
}
