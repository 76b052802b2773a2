import { auditText } from '@nukkad/contract/audit-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { changesOf } from '#features/shell/audited.ts'
import { formatMoment, formatMoney, today } from '#lib/format.ts'
import { useGo } from '#lib/go.ts'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { Money } from './order-money.tsx'
import { Part, Row } from './order-part.tsx'
import {
  actorText,
  billLabel,
  eventText,
  mapLink,
  paymentLabel,
  statusLabels,
  typeLabels,
  type WholeOrder,
} from './order-texts.ts'

/** Shows an order with all its details: in one column next to a table, in two columns on its own page. */
export function OrderView({ order, isNarrow = false }: { order: WholeOrder; isNarrow?: boolean }) {
  return (
    <div className={isNarrow ? 'grid gap-4' : 'grid items-start gap-4 large:grid-cols-[minmax(0,1fr)_22rem]'}>
      <div className="grid min-w-0 gap-4">
        <Lines order={order} />
        <History order={order} />
        {order.money ? <Money order={order} money={order.money} /> : null}
        {order.audit.length > 0 ? <Audit order={order} /> : null}
      </div>
      <div className="grid min-w-0 gap-4">
        <Facts order={order} />
        <People order={order} />
      </div>
    </div>
  )
}

function Lines({ order }: { order: WholeOrder }) {
  const money = (amount: string) => formatMoney(amount, order.currency)
  return (
    <Part title="Items">
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <li key={line.id} className="flex gap-3 py-2">
            <span className="num w-8 shrink-0 text-label">{line.quantity} ×</span>
            <div className="min-w-0 flex-1">
              <p>{line.name}</p>
              {line.quantity > 1 ? <p className="num text-small text-ink-2">{money(line.unit_price)} each</p> : null}
              {line.addons.map((addon) => (
                <p key={`${addon.category} ${addon.name}`} className="text-small text-ink-2">
                  {addon.category}: {addon.name}
                  {Number(addon.price) > 0 ? `, ${money(addon.price)}` : ''}
                </p>
              ))}
            </div>
            <span className="num shrink-0">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 border-t border-line pt-2">
        {order.bill.map(({ key, amount }) => (
          <div key={key} className={`flex justify-between py-0.5 ${key === 'total' ? 'text-heading' : ''}`}>
            <dt>
              {billLabel(order, key)}
              {key === 'coupon' && order.coupon_name ? ` ${order.coupon_name}` : ''}
              {key === 'tax' && order.tax_percent ? ` ${order.tax_percent}%` : ''}
            </dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {order.comment ? (
        <p className="mt-2 rounded-badge bg-gold-tint px-3 py-2 text-gold-ink">{order.comment}</p>
      ) : null}
      <AtTheDoor order={order} />
    </Part>
  )
}

const wishTexts: Readonly<Record<WholeOrder['delivery_instructions'][number], string>> = {
  leave_at_door: 'Leave at door',
  do_not_ring: "Don't ring",
  call_on_arrival: 'Call on arrival',
  leave_with_guard: 'Leave with guard',
}

/** Shows the customer's delivery instructions, and on request the rider's picture at the door. */
function AtTheDoor({ order }: { order: WholeOrder }) {
  const [isShown, setShown] = useState(false)
  const { data, isError } = useQuery({ ...ask('dashboard/orders/photo', { order_id: order.id }), enabled: isShown })
  const maySee = useMay({ call: 'dashboard/orders/photo', permission: 'order_view' })
  const wishes = order.delivery_instructions.map((wish) => wishTexts[wish]).join(' · ')
  if (!wishes && !order.delivery_note && !order.has_delivery_photo) return null
  return (
    <div className="mt-2 rounded-badge bg-info-tint px-3 py-2 text-info">
      <p className="font-650">{wishes || 'Note for the rider'}</p>
      {order.delivery_note ? <p className="wrap-anywhere">{order.delivery_note}</p> : null}
      {order.has_delivery_photo && maySee && !isShown ? (
        <button type="button" className="min-h-11 underline" onClick={() => setShown(true)}>
          Show the photo
        </button>
      ) : null}
      {isError ? <p>The photo could not be loaded.</p> : null}
      {data ? (
        <img src={data.photo} alt="The order in front of the customer’s door" className="mt-2 max-h-96 rounded-badge" />
      ) : null}
    </div>
  )
}

const troubleTexts: Readonly<Record<NonNullable<WholeOrder['trouble']>, string>> = {
  customer_unreachable: 'The rider cannot reach the customer. Call the customer or the rider.',
  returned: 'The rider brought the order back. Offer the order again, assign a rider, or cancel the order.',
  store_closed: 'The rider found the store closed. Call the store, then offer the order again or cancel it.',
  rider_stopped: 'The rider had an accident or a breakdown. The order is offered to other riders.',
}

function History({ order }: { order: WholeOrder }) {
  const isOpen = order.status === 'accepted' || order.status === 'assigned' || order.status === 'picked_up'
  return (
    <Part title="History">
      {order.trouble && isOpen ? (
        <p role="alert" className="mb-3 rounded-badge bg-error-tint px-3 py-2 font-650 text-error">
          {troubleTexts[order.trouble]}
        </p>
      ) : null}
      <ol className="grid gap-2">
        {order.events.map((event) => (
          <li key={`${event.at} ${event.kind}`} className="flex gap-3">
            <time dateTime={event.at} className="num w-40 shrink-0 pt-0.5 text-small text-ink-2">
              {formatMoment(event.at)}
            </time>
            <div className="min-w-0">
              <p>
                {eventText(event)}
                {event.rider && /assign|accepted$/.test(event.kind) ? `: ${event.rider}` : ''}
              </p>
              <p className="text-small text-ink-2 first-letter:uppercase">
                {actorText(event)}
                {event.reason ? ` · ${event.reason}` : ''}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {order.events.length === 0 ? <p className="text-ink-2">Nothing was recorded.</p> : null}
    </Part>
  )
}

function Facts({ order }: { order: WholeOrder }) {
  const when = (at: string | null) => (at ? formatMoment(at) : null)
  const rows: [string, string | null][] = [
    ['Status', statusLabels[order.status]],
    ['Type', typeLabels[order.delivery_type]],
    ['Payment', paymentLabel(order.payment_mode)],
    ['Change for', order.cash_change && formatMoney(order.cash_change, order.currency)],
    ['Transaction', order.transaction_id],
    ['Placed', when(order.placed_at)],
    ['For later', when(order.scheduled_for)],
    ['Promised', when(order.promised_at)],
    ['Time to prepare', order.prep_minutes === null ? null : `${order.prep_minutes} min`],
    ['Delivered', when(order.delivered_at)],
    ['Distance', order.distance_km === null ? null : `${order.distance_km.toFixed(1)} km`],
    ['Ordered for the customer by', order.placed_by],
    ['Cancelled because', order.cancel_reason],
  ]
  return (
    <Part title="Order">
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <Row key={label} label={label}>
              {value}
            </Row>
          ) : null,
        )}
      </dl>
      {order.delivery_type === 4 && order.scheduled_for ? (
        <p className="mt-3">
          <Link
            to="/visits"
            search={{ store: String(order.store.id), date: today(Date.parse(order.scheduled_for)) } as never}
            className="text-brand underline"
          >
            View the visit
          </Link>
        </p>
      ) : null}
      {order.linked_order ? (
        <p className="mt-3">
          <Link to={`/orders/${order.linked_order.id}` as never} className="text-brand underline">
            {order.linked_order.kind === 'visit'
              ? 'Products of the visit of order'
              : 'The products of this visit are delivered with order'}{' '}
            {order.linked_order.unique_order_id}
          </Link>
        </p>
      ) : null}
      {order.is_pin_locked ? (
        <p role="status" className="mt-2 rounded-badge bg-error-tint px-3 py-2 text-error">
          The delivery PIN is locked after five wrong tries.
        </p>
      ) : null}
    </Part>
  )
}

type Someone = { name: string; phone?: string | null; email?: string | null }

function People({ order }: { order: WholeOrder }) {
  const maySeePeople = useMay({ permission: 'all_users_view' })
  const maySeeStores = useMay({ permission: 'stores_view', owners: true })
  return (
    <Part title="People and places">
      <div className="grid gap-3">
        <Person who="Customer" person={order.customer} to={maySeePeople ? `/people/${order.customer.id}` : undefined}>
          <Place address={order.address} at={order.at} />
        </Person>
        <Person who="Store" person={order.store} to={maySeeStores ? `/stores/${order.store.id}` : undefined}>
          <Place address={order.store.address} at={order.store.at} />
        </Person>
        {order.rider ? (
          <Person who="Rider" person={order.rider} to={maySeePeople ? `/people/${order.rider.id}` : undefined} />
        ) : null}
      </div>
    </Part>
  )
}

type PersonProps = { who: string; person: Someone; to: string | undefined; children?: ReactNode }

function Person({ who, person, to, children }: PersonProps) {
  const go = useGo()
  return (
    <div>
      <p className="text-small text-ink-2">{who}</p>
      <p className="text-heading">
        {to ? (
          <button
            type="button"
            className="min-h-6 text-start underline-offset-2 hover:underline"
            onClick={() => go(to)}
          >
            {person.name}
          </button>
        ) : (
          person.name
        )}
      </p>
      {person.phone ? (
        <a href={`tel:${person.phone}`} className="inline-flex min-h-6 items-center gap-1.5 text-brand">
          <Phone aria-hidden="true" className="size-4" />
          {person.phone}
        </a>
      ) : null}
      {person.email ? <p className="wrap-anywhere text-small text-ink-2">{person.email}</p> : null}
      {children}
    </div>
  )
}

function Place({ address, at }: { address: string | null; at: { latitude: number; longitude: number } | null }) {
  if (!address) return null
  if (!at) return <p className="text-small">{address}</p>
  return (
    <a
      href={mapLink(at)}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-6 items-start gap-1.5 text-small text-brand"
    >
      <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {address}
    </a>
  )
}

function Audit({ order }: { order: WholeOrder }) {
  return (
    <Part title="Actions by staff">
      <ol className="grid gap-2">
        {order.audit.map((entry) => (
          <li key={`${entry.at} ${entry.action}`}>
            <p>
              {auditText(entry.action)}
              <span className="text-small text-ink-2">
                {' '}
                · {entry.who ?? 'someone'} · {formatMoment(entry.at)}
              </span>
            </p>
            {entry.reason ? <p className="text-small">{entry.reason}</p> : null}
            {changesOf(entry).map(({ name, before, after }) => (
              <p key={name} className="num text-small wrap-anywhere text-ink-2">
                {`${name}: ${[before, after].filter((texts) => texts !== undefined).join(' → ')}`}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Part>
  )
}
