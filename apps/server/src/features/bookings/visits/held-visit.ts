import type { Minor } from '@nukkad/rules/money.ts'
import type { VisitStatus } from '@nukkad/rules/visit-states.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#http/errors.ts'
import type { AddonJson, VisitServiceRow } from './queries.ts'
import { notificationOfVisit } from './tell-customer.ts'

/** A hold, with the data from which its order is made. */
export type HeldVisit = {
  id: number
  startsAt: Date
  /** The deposit that the customer accepted, in minor units. */
  depositMinor: Minor
  /** One line for each service, at the price that the customer accepted. */
  lines: {
    item: { id: number; name: string; image: string | null; is_counted: false }
    quantity: 1
    unitMinor: Minor
    addons: AddonJson[]
  }[]
}

/** The public number of the visit that an order pays, and its customer. */
export type PaidVisit = { number: string; userId: number }

/** A visit as `paidVisitJson` selects it; times are strings. */
export type PaidVisitJson = {
  id: number
  status: VisitStatus
  starts_at: string
  held_until: string | null
  deposit_minor: number
  services: Pick<VisitServiceRow, 'item_id' | 'name' | 'image' | 'price_minor' | 'addons'>[]
}

const isThis = ({ number, userId }: PaidVisit) => sql`v.unique_visit_id = ${number} and v.user_id = ${userId}`

/** Returns SQL that selects the ids of the items of a visit, in their order, for use inside another query. */
export function itemsOfPaidVisit(visit: PaidVisit): RawBuilder<number[]> {
  return sql<number[]>`
    array(select s.item_id from visits v join visit_services s on s.visit_id = v.id where ${isThis(visit)} order by s.position)`
}

/**
 * Returns SQL that selects a visit with the data from which its order is made, for use inside another query. The result
 * is null for another customer's visit.
 */
export function paidVisitJson(visit: PaidVisit): RawBuilder<PaidVisitJson | null> {
  return sql<PaidVisitJson | null>`
    (select json_build_object(
              'id', v.id, 'status', v.status, 'starts_at', v.starts_at, 'held_until', v.held_until, 'deposit_minor', v.terms -> 'depositMinor',
              'services', (select json_agg(json_build_object('item_id', s.item_id, 'name', s.name, 'image', s.image,
                                    'price_minor', s.price_minor, 'addons', s.addons) order by s.position)
                             from visit_services s where s.visit_id = v.id))
       from visits v where ${isThis(visit)})`
}

/**
 * Returns the visit that an order of a customer will pay.
 * @throws AppError VISIT_UNKNOWN, VISIT_CLOSED for a visit that is booked or over, HOLD_EXPIRED, ITEM_UNAVAILABLE
 */
export function heldVisitOf(visit: PaidVisitJson | null): HeldVisit {
  if (!visit) throw new AppError('VISIT_UNKNOWN')
  if (visit.status !== 'held' || visit.held_until === null) throw new AppError('VISIT_CLOSED')
  if (new Date(visit.held_until) <= new Date()) throw new AppError('HOLD_EXPIRED')
  return {
    id: visit.id,
    startsAt: new Date(visit.starts_at),
    depositMinor: BigInt(visit.deposit_minor),
    lines: visit.services.map(({ item_id: id, name, image, price_minor, addons }) => {
      if (id === null) throw new AppError('ITEM_UNAVAILABLE')
      return { item: { id, name, image, is_counted: false }, quantity: 1, unitMinor: BigInt(price_minor), addons }
    }),
  }
}

/** A hold that a new order pays; `isPaid` means that nothing is left to pay now. */
export type Binding = { id: number; isPaid: boolean }

/**
 * Returns the common table expressions that bind a hold to the order `placed`, for the statement that inserts the
 * order. If nothing is left to pay now, these expressions book the visit, record this in its history, and notify the
 * customer. If an amount is left to pay, the expressions keep the hold while the order awaits its payment. `bound` is
 * empty when the hold has ended or already has an order.
 */
export function bindingVisit({ id, isPaid }: Binding): RawBuilder<unknown> {
  const booked = sql`, visit_event as (
      insert into visit_events (visit_id, kind, from_status, to_status, actor, actor_id)
      select id, 'visit_booked', 'held', 'booked', 'customer', user_id from bound
    ), visit_notification as (${notificationOfVisit(sql`bound`, 'booked')})`
  return sql`
    bound as (
      update visits v set order_id = placed.id, status = ${isPaid ? 'booked' : 'held'}, held_until = null, updated_at = now()
        from placed where v.id = ${id} and v.status = 'held' and v.order_id is null and v.held_until > now()
      returning v.id, v.user_id, v.store_id, v.starts_at, v.unique_visit_id
    )${isPaid ? booked : sql``}`
}
