import { formatMoment, formatMoney } from '#lib/format.ts'
import { billLabel, paymentLabel, shortNumber, typeLabels, type WholeOrder } from './order-texts.ts'

export type Paper = '58' | '80' | 'a4'
export type TicketKind = 'kitchen' | 'receipt'

/** Prints an order. The kitchen ticket shows the items and the time, but no prices. */
export function Ticket({ order, paper, kind }: { order: WholeOrder; paper: Paper; kind: TicketKind }) {
  return (
    <main className={`ticket ticket-${paper}`}>
      <h1>{order.store.name}</h1>
      {kind === 'receipt' ? <Store order={order} /> : null}
      <p className="number num">{shortNumber(order.unique_order_id)}</p>
      <section>
        <div className="row">
          <span>{typeLabels[order.delivery_type]}</span>
          <span className="num">{formatMoment(order.placed_at)}</span>
        </div>
        {order.scheduled_for ? (
          <div className="row">
            <strong>For</strong>
            <strong className="num">{formatMoment(order.scheduled_for)}</strong>
          </div>
        ) : null}
        {order.prep_minutes === null ? null : (
          <div className="row">
            <span>Ready in</span>
            <span className="num">{order.prep_minutes} min</span>
          </div>
        )}
        <div className="row">
          <span>Customer</span>
          <span>{order.customer.name}</span>
        </div>
      </section>
      <section>{kind === 'kitchen' ? <KitchenLines order={order} /> : <PricedLines order={order} />}</section>
      {order.comment ? (
        <section>
          <strong>{order.comment}</strong>
        </section>
      ) : null}
      {kind === 'receipt' ? <Sums order={order} /> : null}
    </main>
  )
}

function Store({ order: { store } }: { order: WholeOrder }) {
  return (
    <p style={{ textAlign: 'center' }}>
      {store.address}
      {store.phone ? <br /> : null}
      {store.phone}
    </p>
  )
}

function KitchenLines({ order }: { order: WholeOrder }) {
  return order.lines.map((line) => (
    <div key={line.id}>
      <p className="kitchen-line">
        <span className="num">{line.quantity} × </span>
        {line.name}
      </p>
      {line.addons.map((addon) => (
        <p key={`${addon.category} ${addon.name}`} className="addon">
          + {addon.name}
        </p>
      ))}
    </div>
  ))
}

function PricedLines({ order }: { order: WholeOrder }) {
  return order.lines.map((line) => (
    <div key={line.id}>
      <div className="row">
        <span>
          <span className="num">{line.quantity} × </span>
          {line.name}
        </span>
        <span className="num">{formatMoney(line.amount, order.currency)}</span>
      </div>
      {line.addons.map((addon) => (
        <p key={`${addon.category} ${addon.name}`} className="addon">
          + {addon.name}
        </p>
      ))}
    </div>
  ))
}

function Sums({ order }: { order: WholeOrder }) {
  return (
    <>
      <section>
        {order.bill.map(({ key, amount }) => (
          <div key={key} className={key === 'total' ? 'row total' : 'row'}>
            <span>
              {billLabel(order, key)}
              {key === 'tax' && order.tax_percent ? ` ${order.tax_percent}%` : ''}
            </span>
            <span className="num">{formatMoney(amount, order.currency)}</span>
          </div>
        ))}
        <div className="row">
          <span>Payment</span>
          <span>{paymentLabel(order.payment_mode)}</span>
        </div>
      </section>
      {order.delivery_type === 1 && order.address ? (
        <section>
          <p>{order.address}</p>
          {order.customer.phone ? <p className="num">{order.customer.phone}</p> : null}
        </section>
      ) : null}
      <section style={{ textAlign: 'center' }}>
        <p className="num">{order.unique_order_id}</p>
        <p>Thank you!</p>
      </section>
    </>
  )
}
