import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { ConfirmPayment } from '#features/ledger/adjustments/confirm-payment.tsx'
import { describePayment } from '#features/ledger/adjustments/describe.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'

/** Lists payments that staff report for orders. Amounts above the daily limits need an approver. */
export default function PaymentApprovalsRoute() {
  return (
    <ApprovalPage
      table="payment_approvals"
      kind="payment-approvals"
      title="Reported payments"
      text="Payments that staff reported as received. Above the daily limits, the order waits until another person approves the payment."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No reported payments yet. Staff report a payment on the page of its order.</p>}
      request="Reported payment"
      requesterLabel="Reported by"
      describe={describePayment}
      more={(row, onDone) =>
        row.state === 'booked' && !row.confirmed_at ? <ConfirmPayment row={row} onDone={onDone} /> : null
      }
    />
  )
}
