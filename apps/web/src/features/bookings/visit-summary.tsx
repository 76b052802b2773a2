import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated, t } from '#lib/catalogue.ts'
import { minorOf, price, wirePrice } from '#lib/prices.ts'
import { dayOfVisit, timeText, type Visit, whenText } from '#lib/visits.ts'
import { Face } from './face.tsx'

/** The placeholder for a visit while it loads. */
export function VisitSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 px-4">
      <Skeleton className="h-28" />
      <Skeleton className="h-20" />
      <Skeleton className="h-52" />
    </div>
  )
}

type VisitTimeProps = {
  visit: Visit
  /** The picture that is shown before the salon's name. */
  picture?: ReactNode
  /**
   * Whether the salon's name links to its page; not while a time is held, because the customer must not leave the
   * booking.
   */
  isLinked?: boolean
  children?: ReactNode
}

/** Shows when a visit is and at which salon. */
export function VisitTime({ visit, picture, isLinked, children }: VisitTimeProps) {
  const { starts_at, ends_at, time_zone, store } = visit
  const Row = isLinked ? 'a' : 'div'
  return (
    <section className="rounded-card bg-surface hairline">
      <div className="p-4">
        {children}
        <h2 className="title text-title">{dayOfVisit(starts_at, time_zone)}</h2>
        <p className="num mt-0.5 text-heading">
          {isolated(timeText(starts_at, time_zone))} – {isolated(timeText(ends_at, time_zone))}
        </p>
      </div>
      <Row
        href={isLinked ? `/stores/${store.slug}` : undefined}
        className={`flex items-center gap-3 border-t border-line p-4 ${isLinked ? 'press' : ''}`}
      >
        {picture}
        <span dir="auto" className="min-w-0 flex-1 text-small text-ink-2">
          <span className="block text-heading text-ink">{store.name}</span>
          {store.address}
        </span>
        {isLinked ? <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" /> : null}
      </Row>
    </section>
  )
}

/** Lists the services of a visit with their people, times and prices. */
export function VisitServices({ visit }: { visit: Visit }) {
  const { services, currency, time_zone } = visit
  return (
    <section className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
      <h2 className="text-heading">{t('visitServices')}</h2>
      <ul className="divide-y divide-line">
        {services.map((service) => (
          <li
            key={`${service.starts_at}-${service.stylist?.id}-${service.item_id}`}
            className="flex flex-wrap items-center gap-3 py-3"
          >
            {service.stylist ? <Face {...service.stylist} isSmall /> : null}
            <span className="min-w-0 flex-[1_1_5em]">
              <span className="block font-medium">{service.name}</span>
              <span className="num block text-small text-ink-2">
                {timeText(service.starts_at, time_zone)}
                {service.stylist ? ` · ${t('visitWith', { name: service.stylist.name })}` : null}
              </span>
              {service.addons.length > 0 ? (
                <span className="block text-small text-ink-2">{service.addons.map(({ name }) => name).join(', ')}</span>
              ) : null}
            </span>
            <span className="num font-650">{wirePrice(service.price, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows how much of a booked visit is paid, and how much the customer will pay at the salon. */
export function VisitMoney({ visit: { order, price: whole, currency } }: { visit: Visit }) {
  // A visit that the salon entered has no order, so the customer pays all of it at the salon.
  const paid = order ? minorOf(order.payable, currency) : 0n
  const due = minorOf(order?.total ?? whole, currency) - paid
  const rows = [
    { name: t('visitPaidAhead'), amount: paid },
    { name: t('billAtStore'), amount: due },
  ]
  return (
    <dl className="num rounded-card bg-surface px-4 py-2.5 hairline">
      {rows
        .filter(({ amount }) => amount > 0n)
        .map(({ name, amount }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-650">{price(amount, currency)}</dd>
          </div>
        ))}
    </dl>
  )
}

/**
 * Shows the terms that the customer accepts: the deposit, until when cancelling is free, and the share of the price
 * that the salon keeps on a later cancellation.
 */
export function VisitTerms({ visit }: { visit: Visit }) {
  const { terms, currency, time_zone } = visit
  const deposit = minorOf(terms.deposit, currency)
  const share = (percent: number) => price((deposit * BigInt(percent)) / 100n, currency)
  const isFree = Date.parse(terms.free_until) > Date.now()
  const free = isFree ? t('visitTermsFree', { when: whenText(terms.free_until, time_zone) }) : t('visitTermsSoon')
  const late = t(isFree ? 'visitTermsLate' : 'visitTermsCancel', { amount: share(terms.late_cancel_percent) })
  const rows =
    deposit > 0n
      ? [
          t('visitTermsDeposit', { amount: price(deposit, currency) }),
          free,
          late,
          t('visitTermsMissed', { amount: share(terms.no_show_percent) }),
        ]
      : [t('visitTermsNone'), free]
  return (
    <section className="rounded-card bg-surface p-4 hairline">
      <h2 className="mb-1.5 text-heading">{t('visitTermsTitle')}</h2>
      <ul className="num grid gap-1.5 text-ink-2">
        {rows.map((row) => (
          <li key={row} className={row === free && isFree ? 'font-650 text-ok' : undefined}>
            {row}
          </li>
        ))}
      </ul>
    </section>
  )
}
