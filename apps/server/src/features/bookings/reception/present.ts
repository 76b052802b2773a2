import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { moneyOfJson, presentKept, presentService, presentTerms } from '#features/bookings/visits/present.ts'
import type { VisitContext, VisitRow } from '#features/bookings/visits/read-visit.ts'
import { presentTakings, type TakenRow } from '#features/bookings/visits/takings.ts'
import type { PersonOfVisit } from './queries.ts'
import type { Reader } from './reader.ts'

export type ReceptionVisit = Output<'dashboard/bookings/arrive'>['visit']

type Facts = VisitContext & {
  person: PersonOfVisit
  /** The takings at the end of the visit; undefined if the visit is not done, or the reader may not see takings. */
  taken: TakenRow | undefined
}

/** Returns a visit as the people of the salon see it. */
export function presentReceptionVisit(
  visit: VisitRow,
  { order, kept, person, taken }: Facts,
  { reader, graceMinutes }: { reader: Reader; graceMinutes: number },
): ReceptionVisit {
  const money = (minor: number) => moneyOfJson(minor, visit.terms.currency)
  return {
    unique_visit_id: visit.unique_visit_id,
    status: visit.status,
    customer: person.customer,
    phone: reader.seesPhones ? person.phone : null,
    is_first: person.is_first,
    starts_at: visit.starts_at.toISOString(),
    ends_at: visit.ends_at.toISOString(),
    services: visit.services.map((service) => ({
      ...presentService(service),
      price: reader.isReception ? money(service.price_minor) : null,
      segments: service.segments.parts.map(({ startsAt, endsAt, stylistId, resourceId }) => ({
        starts_at: startsAt,
        ends_at: endsAt,
        stylist_id: stylistId,
        resource_id: resourceId,
      })),
    })),
    order:
      order && reader.isReception
        ? {
            id: order.id,
            unique_order_id: order.unique_order_id,
            total: money(order.total_minor),
            paid: money(order.paid_minor),
            at_store: money(order.at_store_minor),
          }
        : null,
    goods: (reader.isReception ? person.goods : []).map(({ name, quantity, price_minor, addons }) => ({
      name,
      quantity,
      price: money(price_minor),
      addons: addons.map((addon) => addon.name),
    })),
    tip: visit.status === 'done' && reader.isReception ? wireMoney(visit.tip_minor, visit.terms.currency) : null,
    taken: taken ? wireMoney(taken.due_minor, visit.terms.currency) : null,
    takings: presentTakings(taken?.takings ?? [], visit.terms.currency),
    may_correct_takings: taken ? taken.is_of_today && taken.due_minor > 0n : false,
    terms: order && reader.isReception ? presentTerms(visit) : null,
    kept: reader.isReception ? presentKept(kept, visit.terms.currency) : null,
    no_show_from:
      visit.status === 'booked' ? new Date(visit.starts_at.getTime() + graceMinutes * 60_000).toISOString() : null,
  }
}
