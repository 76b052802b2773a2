import type { Output } from '@nukkad/contract/contract.ts'
import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { clockText, dayText, momentText, statusTexts, statusTones } from '#features/bookings/reception/visit-texts.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { BookPanel } from './book-panel.tsx'

type Card = Output<'dashboard/bookings/customer'>
type CardProps = { storeId: number; customerId: number }

/** The card of a customer at one salon: visits, goods and totals, and a button that books a visit for the customer. */
export function CustomerCard({ storeId, customerId }: CardProps) {
  const { data, error, refetch } = useQuery(
    ask('dashboard/bookings/customer', { store_id: storeId, customer_id: customerId }),
  )
  const card = data?.customer.id === customerId ? data : undefined
  const back = { to: '/salon-customers', title: 'Salon customers', search: { store: String(storeId) } }
  if (!card)
    return (
      <>
        <PageHead title="Customer" back={back} />
        <Loading error={error} refetch={refetch} className="h-60" />
      </>
    )
  const { customer } = card
  return (
    <>
      <PageHead
        title={customer.is_deleted ? 'Deleted account' : customer.name}
        back={back}
        text={<Contact {...card} />}
      >
        {customer.is_deleted ? null : <Book storeId={storeId} card={card} />}
      </PageHead>
      <Totals card={card} />
      <div className="grid items-start gap-4 large:grid-cols-2">
        <Visits title="Coming visits" visits={card.coming} card={card} storeId={storeId}>
          No visit is booked.
        </Visits>
        <Visits title="Past visits" visits={card.past} card={card} storeId={storeId}>
          No visit yet.
        </Visits>
        <Goods card={card} />
      </div>
    </>
  )
}

function Contact({ customer: { phone, is_deleted } }: Card) {
  if (is_deleted) return 'The customer has deleted their account. Their visits stay.'
  if (!phone) return null
  return (
    <a href={`tel:${phone}`} className="inline-flex min-h-9 items-center gap-2 text-brand">
      <Phone aria-hidden="true" className="size-4" />
      {phone}
    </a>
  )
}

function Book({ storeId, card: { customer, time_zone } }: { storeId: number; card: Card }) {
  const [isOpen, setOpen] = useState(false)
  const call = 'dashboard/bookings/walk-in'
  if (!useMay({ permission: 'order_actions', owners: true, call, storeId })) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden="true" className="size-4.5" />
        Book a visit
      </Button>
      <BookPanel
        storeId={storeId}
        customer={customer}
        timeZone={time_zone}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function Totals({ card }: { card: Card }) {
  const tiles = [
    ['Visits', formatCount(card.visits)],
    ['No-shows', formatCount(card.no_shows)],
    ['Spent here', formatMoney(card.spent, card.currency)],
    ['Last visit', card.last_visit_at ? dayText(card.last_visit_at, card.time_zone) : '–'],
    ['Next visit', card.next_visit_at ? momentText(card.next_visit_at, card.time_zone) : '–'],
  ] as const
  return (
    <dl className="mb-4 grid grid-cols-2 gap-3 large:grid-cols-5">
      {tiles.map(([title, shown]) => (
        <div key={title} className="card min-w-0 p-4 last:col-span-2 large:last:col-span-1">
          <dt className="text-small text-ink-2">{title}</dt>
          <dd className="num text-heading">{shown}</dd>
        </div>
      ))}
    </dl>
  )
}

type VisitsProps = {
  title: string
  visits: Card['past']
  card: Card
  storeId: number
  /** The text that says why the list has no visits. */
  children: ReactNode
}

/** Lists visits; each opens in the diary of its day. */
function Visits({ title, visits, card: { time_zone }, storeId, children }: VisitsProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-heading">{title}</h2>
      {visits.length === 0 ? (
        <p className="card p-4 text-ink-2">{children}</p>
      ) : (
        <ul className="card divide-y divide-line">
          {visits.map(({ unique_visit_id, status, starts_at, price, currency, services }) => (
            <li key={unique_visit_id}>
              <Link
                to={'/visits' as never}
                search={visitSearch({ storeId, starts_at, time_zone, unique_visit_id }) as never}
                className="grid grid-cols-1 gap-1 px-4 py-3 hover:bg-tint"
              >
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="num min-w-0 flex-1 text-label">{`${dayText(starts_at, time_zone)}, ${clockText(starts_at, time_zone)}`}</span>
                  <Pill variant={statusTones[status]}>{statusTexts[status]}</Pill>
                  <span className="num">{formatMoney(price, currency)}</span>
                </span>
                {services.map(({ name, stylist, addons }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a visit may have the same service twice
                  <span key={index} className="text-small text-ink-2 [overflow-wrap:anywhere]">
                    {[name, ...addons].join(', ')}
                    {stylist ? ` with ${stylist}` : ''}
                  </span>
                ))}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type OfVisit = { storeId: number; starts_at: string; time_zone: string; unique_visit_id: string }

/** Returns the search of the diary's URL that opens a visit in its day. */
function visitSearch({ storeId, starts_at, time_zone, unique_visit_id }: OfVisit) {
  const { date } = wallClock(new Date(starts_at), time_zone)
  return { store: String(storeId), date, visit: unique_visit_id }
}

function Goods({ card: { goods, time_zone } }: { card: Card }) {
  if (goods.length === 0) return null
  return (
    <section aria-label="Goods">
      <h2 className="mb-2 text-heading">Goods</h2>
      <ul className="card divide-y divide-line">
        {goods.map(({ name, quantity, price, currency, sold_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list has no ids and does not change while it is shown
          <li key={index} className="flex flex-wrap gap-x-3 px-4 py-3">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {quantity > 1 ? `${quantity} × ${name}` : name}
            </span>
            <span className="num text-ink-2">{dayText(sold_at, time_zone)}</span>
            <span className="num">{formatMoney(price, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
