import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { House, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'
import { AcceptControls } from './accept-controls.tsx'
import { AgePill, Earning, PayPill, QueuedPill, SlotPill, tripFacts } from './order-facts.tsx'
import { isOffer, type ShownOrder } from './orders.ts'

/** Shows an order in a list. The whole card links to the order's screen, and an offer can be accepted on the card. */
export function OrderCard({ order }: { order: ShownOrder }) {
  return (
    <article className="rounded-card bg-surface p-4 hairline">
      <a href={`/delivery/orders/${order.unique_order_id}`} className="press -m-2 block rounded-card p-2">
        <Earning order={order} />
        <span className="mt-1.5 flex flex-wrap items-center gap-2">
          <PayPill order={order} />
          <AgePill order={order} />
          <SlotPill order={order} />
          <QueuedPill orderId={order.id} />
          <span className="num ms-auto text-label text-ink-2">{shortOrderNumber(order.unique_order_id)}</span>
        </span>
        <span className="relative mt-3.5 grid gap-3 before:absolute before:start-4.75 before:top-9 before:bottom-9 before:border-s-2 before:border-dashed before:border-control">
          <Stop icon={<Store />} label={t('riderPickupAt')} name={order.restaurant.name} />
          <Stop icon={<House />} label={t('riderDropAt')} name={order.address} />
        </span>
        <span className="num mt-3.5 flex flex-wrap gap-x-2 gap-y-0.5 text-body text-ink-2">
          {tripFacts(order).join(' · ')}
        </span>
      </a>
      {isOffer(order) ? (
        <div className="mt-4">
          <AcceptControls order={order} />
        </div>
      ) : null}
    </article>
  )
}

function Stop({ icon, label, name }: { icon: ReactNode; label: string; name: string }) {
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="relative grid size-10 shrink-0 place-items-center rounded-full bg-tint text-on-tint [&_svg]:size-5"
      >
        {icon}
      </span>
      <span className="block min-w-0">
        <span className="block text-body text-ink-2">{label}</span>
        <span className="block font-650 wrap-anywhere">{name}</span>
      </span>
    </span>
  )
}
