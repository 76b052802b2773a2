import type { VisitStatus } from '@nukkad/rules/visit-states.ts'
import { type RawBuilder, sql } from 'kysely'
import { deliveryType, orderStatus } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'
import { isVisit } from '#features/bookings/visits/is-visit.ts'

/** Sums the services of a visit `v`, and the goods that were sold with it if it has no order. Minor units. */
const priceOfVisit = sql`(select coalesce(sum(x.price_minor), 0) from visit_services x where x.visit_id = v.id)`
const goodsOfVisit = sql`(select coalesce(sum(g.unit_price_minor * g.quantity), 0) from visit_goods g where g.visit_id = v.id)`
/** The rider's tip is not money spent at the salon. */
const paidForOrder = sql`greatest(o.total_minor - o.tip_minor - o.refunded_own_minor - o.refunded_promotion_minor, 0)`

/**
 * A row for each customer of each salon, with totals of their visits and orders there. Money is in minor units of the
 * salon's currency, less refunds. Guests without an account have no row, because nothing says whether two guests are the
 * same person. Conditions on `store_id` and `user_id` are applied before the rows are summed, so that PostgreSQL reads
 * only the visits and orders of that salon or person.
 */
export const customersOfSalons: RawBuilder<unknown> = sql`(
  select h.store_id, h.user_id, h.currency,
         count(*) filter (where h.status = 'done')::int as visits,
         count(*) filter (where h.status = 'no_show')::int as no_shows,
         max(h.starts_at) filter (where h.status in ('arrived', 'done')) as last_visit_at,
         min(h.starts_at) filter (where h.status = 'booked' and h.ends_at > now()) as next_visit_at,
         coalesce(sum(h.spent) filter (where h.paid_in = h.currency), 0)::bigint as spent
    from (
      select v.store_id, v.user_id, s.currency, v.status, v.starts_at, v.ends_at, v.terms ->> 'currency' as paid_in,
             case when v.status = 'done' and v.order_id is null then ${priceOfVisit} + ${goodsOfVisit} end as spent
        from visits v join stores s on s.id = v.store_id and s.delivery_type = ${deliveryType.salon}
       where v.user_id is not null and ${isVisit}
      union all
      select o.store_id, o.user_id, s.currency, null, null, null, o.currency,
             case when o.status = ${orderStatus.delivered} then ${paidForOrder} end
        from orders o join stores s on s.id = o.store_id and s.delivery_type = ${deliveryType.salon}) h
   group by h.store_id, h.user_id, h.currency)`

const visitColumns = sql`v.id, v.unique_visit_id, v.status, v.starts_at, v.ends_at, v.terms`
/** Selects a visit `v` as JSON in the form of `CardVisit`, for a customer's card. */
const visitJson = sql`json_build_object(
  'unique_visit_id', v.unique_visit_id, 'status', v.status, 'starts_at', v.starts_at, 'ends_at', v.ends_at,
  'currency', v.terms ->> 'currency', 'price_minor', ${priceOfVisit},
  'services', (select json_agg(json_build_object(
                        'name', x.name, 'stylist', t.name, 'addons', x.addons, 'price_minor', x.price_minor) order by x.position)
                 from visit_services x left join stylists t on t.id = x.stylist_id where x.visit_id = v.id))`

type CardService = { name: string; stylist: string | null; addons: { name: string }[]; price_minor: number }
/** A visit on a customer's card, as it arrives inside JSON. The price is in minor units and includes add-ons. */
export type CardVisit = {
  unique_visit_id: string
  status: VisitStatus
  starts_at: string
  ends_at: string
  currency: string
  price_minor: number
  services: CardService[]
}
type CardGood = { name: string; quantity: number; price_minor: number; currency: string; sold_at: string }

export type CustomerCard = {
  id: number
  name: string
  phone: string | null
  is_deleted: boolean
  currency: string
  time_zone: string
  visits: number
  no_shows: number
  last_visit_at: Date | null
  next_visit_at: Date | null
  spent: bigint
  coming: CardVisit[]
  past: CardVisit[]
  goods: CardGood[]
}

const MAX_COMING = 50
const MAX_PAST = 100
const MAX_GOODS = 100

type OfSalon = { storeId: number; customerId: number }
const ofCard = ({ storeId, customerId }: OfSalon) => sql`v.store_id = ${storeId} and v.user_id = ${customerId}`
const isOpen = sql`v.status in ('held', 'booked', 'arrived')`

/**
 * Reads the card of a customer at a salon in one statement; undefined without a visit or an order there. The lines of a
 * visit's order are its services and the goods that were sold with it, and the card lists goods apart from services.
 */
export async function findCustomerCard(db: Db, of: OfSalon): Promise<CustomerCard | undefined> {
  const { rows } = await sql<CustomerCard>`
    select u.id, u.name, u.phone, u.deleted_at is not null as is_deleted, c.currency, s.time_zone,
           c.visits, c.no_shows, c.last_visit_at, c.next_visit_at, c.spent,
           (select coalesce(json_agg(${visitJson} order by v.starts_at, v.id), '[]')
              from (select ${visitColumns} from visits v where ${ofCard(of)} and ${isVisit} and ${isOpen}
                     order by v.starts_at, v.id limit ${MAX_COMING}) v) as coming,
           (select coalesce(json_agg(${visitJson} order by v.starts_at desc, v.id desc), '[]')
              from (select ${visitColumns} from visits v where ${ofCard(of)} and not (${isOpen})
                     order by v.starts_at desc, v.id desc limit ${MAX_PAST}) v) as past,
           (select coalesce(json_agg(json_build_object(
                     'name', g.name, 'quantity', g.quantity, 'price_minor', g.price_minor, 'currency', g.currency, 'sold_at', g.sold_at)
                     order by g.sold_at desc, g.name), '[]')
              from (select l.name, l.quantity, l.unit_price_minor * l.quantity - l.discount_minor as price_minor,
                           o.currency::text as currency, o.delivered_at as sold_at
                      from orders o join order_lines l on l.order_id = o.id
                     where o.store_id = ${of.storeId} and o.user_id = ${of.customerId} and o.status = ${orderStatus.delivered}
                       and not exists (select from visits v join visit_services x on x.visit_id = v.id
                                        where v.order_id = o.id and x.item_id is not distinct from l.item_id and x.name = l.name)
                    union all
                    select g.name, g.quantity, g.unit_price_minor * g.quantity, v.terms ->> 'currency', v.ended_at
                      from visits v join visit_goods g on g.visit_id = v.id
                     where ${ofCard(of)} and v.status = 'done'
                     order by sold_at desc, name limit ${MAX_GOODS}) g) as goods
      from ${customersOfSalons} c join users u on u.id = c.user_id join stores s on s.id = c.store_id
     where c.store_id = ${of.storeId} and c.user_id = ${of.customerId}`.execute(db)
  return rows[0]
}
