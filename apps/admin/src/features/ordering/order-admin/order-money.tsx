import { Link } from '@tanstack/react-router'
import { formatMoment, formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'
import { Part, Row } from './order-part.tsx'
import type { WholeOrder } from './order-texts.ts'

/** Shows the payments and refunds of an order, which only staff see. */
export function Money({ order, money }: { order: WholeOrder; money: NonNullable<WholeOrder['money']> }) {
  const shown = (amount: string) => formatMoney(amount, order.currency)
  const rows: [string, string][] = [
    ['Wallet, own money', money.wallet_own],
    ['Wallet, promotion credit', money.wallet_promotion],
    ['Online', money.online],
    ['Refunded after delivery', money.refunded],
    ['Retained when the order was cancelled', money.kept],
  ]
  return (
    <Part title="Payments and refunds">
      <dl>
        {rows
          .filter(([, amount]) => Number(amount) > 0)
          .map(([label, amount]) => (
            <Row key={label} label={label}>
              <span className="num">{shown(amount)}</span>
            </Row>
          ))}
        {money.payments.map((payment) => (
          <Row key={payment.id} label={`${payment.provider} ${payment.payment_id}`}>
            <span className="num">{shown(payment.amount)}</span>
            {Number(payment.going_back) > 0 ? `, of which ${shown(payment.going_back)} goes back to the payer` : ''}
          </Row>
        ))}
        {money.refunds.map((refund) => (
          <Row key={refund.id} label={`Refund to ${refund.to}, ${formatMoment(refund.at)}`}>
            <span className="num">{shown(refund.amount)}</span> {refund.state}
          </Row>
        ))}
        {money.payment_approved_at ? (
          <Row label="Payment approved by staff">{formatMoment(money.payment_approved_at)}</Row>
        ) : null}
      </dl>
      {rows.every(([, amount]) => Number(amount) === 0) && money.payments.length === 0 ? (
        <p className="text-ink-2">Cash. Collected {order.delivery_type === 2 ? 'at pickup' : 'on delivery'}.</p>
      ) : null}
      <RefundsLink order={order} />
    </Part>
  )
}

/** Links staff who may refund to the refunds of an order. */
function RefundsLink({ order }: { order: WholeOrder }) {
  const mayRefund = useMay({ permission: 'order_actions' })
  if (!mayRefund) return null
  return (
    <p className="mt-3">
      <Link to="/refunds" search={{ q: order.unique_order_id } as never} className="text-brand underline">
        View refunds
      </Link>
    </p>
  )
}
