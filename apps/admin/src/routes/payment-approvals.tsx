import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { ConfirmPayment } from '#features/ledger/adjustments/confirm-payment.tsx'
import { sumWords, whenWords } from '#features/ledger/adjustments/facts.ts'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'

/** Payments that staff report for orders; above the daily limits another person approves them. */
export default function PaymentApprovalsRoute() {
  return (
    <Approvals
      table="payment_approvals"
      title="Reported payments"
      text="Payments reported by staff. Above the daily limits, the order waits until another person approves the payment."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No reported payments yet. Staff report a payment on the page of its order.</p>}
      request="Reported payment"
    >
      {(row, onDone) => (
        <div className="grid gap-6">
          <Request
            kind="payment-approvals"
            row={row}
            facts={[
              ['Customer', row.customer],
              ['Order', <OrderLink key="order" id={row.order_id} number={row.unique_order_id} />],
              ['Reason', row.reason],
              ['Reference', row.reference || '–'],
              ...(row.state === 'booked'
                ? ([['Confirmed', row.confirmed_at ? whenWords(row.confirmed_at) : 'Not yet']] as const)
                : []),
            ]}
            requesterLabel="Reported by"
            effect={`The order continues as paid. Check first that ${sumWords(row)} has arrived.`}
            onDone={onDone}
          />
          {row.state === 'booked' && !row.confirmed_at ? <ConfirmPayment row={row} onDone={onDone} /> : null}
        </div>
      )}
    </Approvals>
  )
}
