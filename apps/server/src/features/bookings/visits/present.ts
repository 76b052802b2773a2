import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, type Minor, wireMoney } from '@nukkad/rules/money.ts'
import { endOfFreeCancel, isFreeToCancel, keptShare, type VisitTerms } from '@nukkad/rules/visit-terms.ts'
import type { TermsJson, VisitContext, VisitRow, VisitServiceRow } from './queries.ts'

export type OwnVisit = Output<'visit'>['visit']

/** Returns a visit as its customer sees it. */
export function presentOwnVisit(
  visit: VisitRow,
  { store, order, kept, kept_credit: credit }: Omit<VisitContext, 'visit_id'>,
  now: Date,
): OwnVisit {
  const { currency } = visit.terms
  const { id, name, slug, image, address, phone, time_zone, latitude, longitude } = store
  const terms = termsOfRules(visit.terms)
  const startsAt = visit.starts_at.getTime()
  const isBooked = visit.status === 'booked'
  const paidMinor = BigInt(order?.paid_minor ?? 0)
  return {
    unique_visit_id: visit.unique_visit_id,
    status: visit.status,
    starts_at: visit.starts_at.toISOString(),
    ends_at: visit.ends_at.toISOString(),
    held_until: visit.held_until?.toISOString() ?? null,
    time_zone,
    currency,
    price: moneyOfJson(
      visit.services.reduce((total, { price_minor }) => total + price_minor, 0),
      currency,
    ),
    terms: presentTerms(visit),
    services: visit.services.map((service) => ({
      ...presentService(service),
      price: moneyOfJson(service.price_minor, currency),
    })),
    store: { id, name, slug, image, address, phone, latitude: String(latitude), longitude: String(longitude) },
    order: order && {
      id: order.id,
      unique_order_id: order.unique_order_id,
      orderstatus_id: order.orderstatus_id,
      total: moneyOfJson(order.total_minor, currency),
      payable: moneyOfJson(order.payable_minor, currency),
      ...(order.goods_order && { goods_order: order.goods_order }),
    },
    can_move: isBooked && now < visit.starts_at && isFreeToCancel(terms, { startsAt, now: now.getTime() }),
    can_cancel: isBooked && now < visit.starts_at,
    kept_if_cancelled: isBooked
      ? wireMoney(
          keptShare(
            { ...terms, depositMinor: least(terms.depositMinor, paidMinor) },
            { status: 'cancelled', by: 'customer', at: now.getTime(), startsAt },
          ),
          currency,
        )
      : wireMoney(0n, currency),
    kept: presentKept(kept ?? keptOfCredit(credit, now), currency),
    sequence: visit.sequence,
  }
}

/** Returns the terms that the customer of a visit accepted. */
export function presentTerms({ terms, starts_at }: Pick<VisitRow, 'terms' | 'starts_at'>): OwnVisit['terms'] {
  return {
    deposit: moneyOfJson(terms.depositMinor, terms.currency),
    free_cancel_hours: terms.freeCancelHours,
    late_cancel_percent: terms.lateCancelPercent,
    no_show_percent: terms.noShowPercent,
    free_until: new Date(
      Math.min(endOfFreeCancel(termsOfRules(terms), starts_at.getTime()), starts_at.getTime()),
    ).toISOString(),
  }
}

/** Returns what a salon keeps of a visit. A share that a bank took back counts as returned. */
export function presentKept(kept: VisitContext['kept'], currency: Currency): OwnVisit['kept'] {
  return (
    kept && {
      amount: moneyOfJson(kept.amount_minor, currency),
      state: kept.state === 'lost' ? 'returned' : kept.state,
      pays_at: new Date(kept.pays_at).toISOString(),
    }
  )
}

/**
 * Presents promotion credit that was kept of a visit. The platform keeps this credit, and the customer can object to
 * the no-show in the same way as to a share that the salon keeps.
 */
function keptOfCredit(credit: VisitContext['kept_credit'], now: Date): VisitContext['kept'] {
  if (!credit) return null
  const { amount_minor, objection_ends_at: pays_at } = credit
  return { amount_minor, pays_at, state: now < new Date(pays_at) ? 'waiting' : 'paid' }
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** Converts accepted terms to the form of the rules. */
export function termsOfRules({ depositMinor, freeUntil, ...terms }: TermsJson): VisitTerms {
  return { ...terms, depositMinor: BigInt(depositMinor), freeUntil: freeUntil ? Date.parse(freeUntil) : undefined }
}

/** Returns a service of a visit without its price. */
export function presentService(service: VisitServiceRow): Omit<OwnVisit['services'][number], 'price'> {
  return {
    item_id: service.item_id,
    name: service.name,
    image: service.image,
    stylist: service.stylist,
    is_wished: service.is_wished,
    mode: service.mode,
    starts_at: new Date(service.starts_at).toISOString(),
    ends_at: new Date(service.ends_at).toISOString(),
    addons: service.addons.map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Returns an amount from JSON, where amounts are numbers. Amounts are far below 2^53, from which numbers are no longer
 * exact.
 */
export function moneyOfJson(minor: number, currency: Currency): string {
  return wireMoney(BigInt(minor), currency)
}
