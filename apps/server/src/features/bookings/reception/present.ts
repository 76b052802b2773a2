import type { Output } from '@nukkad/contract/contract.ts'
import { mayInStore } from '@nukkad/contract/store-roles.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { moneyOfJson, presentKept, presentService, presentTerms } from '#features/bookings/visits/present.ts'
import { readContexts, type VisitRow } from '#features/bookings/visits/read-visit.ts'
import { presentTakings, readTaken } from '#features/bookings/visits/takings.ts'
import type { CallContext } from '#http/calls.ts'
import type { Session } from '#http/session.ts'
import { listPeopleOf } from './queries.ts'

type ReceptionVisit = Output<'dashboard/bookings/arrive'>['visit']

/** The rights of a reader of a salon's diary. */
export type Reader = {
  /** Whether they see every person's visits and amounts of money, and may change the visits. */
  isReception: boolean
  /** Whether they see the customers' phones. */
  seesPhones: boolean
  userId: number
}

/**
 * Returns what a session may see of a store's diary. People without the right to act on orders see only their own
 * visits.
 */
export function readerOf(
  session: Pick<Session, 'userId' | 'audience' | 'work'>,
  storeId: number,
  settings: CallContext<'dashboard/bookings/day'>['settings'],
): Reader {
  const { work, userId, audience } = session
  const right = { call: 'dashboard/bookings/move', permission: 'order_actions' } as const
  const isReception =
    !work ||
    work.owned.includes(storeId) ||
    work.jobs.some((job) => job.storeId === storeId && mayInStore(job.role, right))
  const isHidden = audience !== 'staff' && settings.isOn('hideCustomerDetailsFromStoreOwner')
  return { isReception, seesPhones: isReception && !isHidden, userId }
}

/** Returns visits as the people of the salon see them, in the given order. */
export async function readReceptionVisits(
  db: Db,
  visits: readonly VisitRow[],
  { reader, graceMinutes }: { reader: Reader; graceMinutes: number },
): Promise<ReceptionVisit[]> {
  if (visits.length === 0) return []
  const ids = visits.map(({ id }) => id)
  const [contexts, people, takenOf] = await Promise.all([
    readContexts(db, ids),
    listPeopleOf(db, ids),
    readTaken(db, ids),
  ])
  return visits.map((visit) => {
    const { order, kept } = contexts.find(({ visit_id }) => visit_id === visit.id)!
    const person = people.find(({ visit_id }) => visit_id === visit.id)!
    const taken = reader.isReception ? takenOf.find(({ visit_id }) => visit_id === visit.id) : undefined
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
  })
}
