import type { DoneService, Share } from '@nukkad/rules/visit-till.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** A service of a visit that has ended; `position` is its position in the visit. */
export type EndedService = DoneService & { position: number }

/**
 * Lists the services of a visit, with their prices after discounts and the current commission rates of their stylists.
 * The first lines of the visit's order are its services, in the same order.
 */
export async function listEndedServices(
  tx: Tx,
  { visitId, orderId }: { visitId: number; orderId: number | null },
): Promise<EndedService[]> {
  const { rows } = await sql<{ position: number; stylist_id: number | null; basis_points: number; base_minor: bigint }>`
    select s.position, s.stylist_id, coalesce(own.commission_basis_points, t.commission_basis_points, 0) as basis_points,
           s.price_minor - coalesce(l.discount_minor, 0) as base_minor
      from visit_services s
      left join stylists t on t.id = s.stylist_id
      left join stylist_services own on own.stylist_id = s.stylist_id and own.item_id = s.item_id
      left join (select row_number() over (order by id) - 1 as position, discount_minor
                   from order_lines where order_id = ${orderId}) as l on l.position = s.position
     where s.visit_id = ${visitId}
     order by s.position`.execute(tx)
  return rows.map(({ position, stylist_id, basis_points, base_minor }) => ({
    position,
    stylistId: stylist_id,
    basisPoints: basis_points,
    baseMinor: base_minor,
  }))
}

/** Returns whether one of these items is a service. */
export async function hasService(db: Db, itemIds: readonly number[]): Promise<boolean> {
  const services = db
    .selectFrom('services')
    .select('item_id')
    .where('item_id', 'in', [...itemIds])
  return (await services.limit(1).executeTakeFirst()) !== undefined
}

/** An entry of what a stylist earned, in minor units. Amounts are negative for a part that refunds take back. */
export type EarningRow = Share & {
  position: number
  stylistId: number
  basisPoints: number
  baseMinor: bigint
}
type OfVisit = {
  visitId: number
  storeId: number
  currency: string
  /** The amount that was refunded so far: 0 when the visit ends. */
  refundedMinor: bigint
}

/** Inserts what the stylists of a visit earned, or what its refunds take back. */
export async function insertEarnings(tx: Tx, of: OfVisit, rows: readonly EarningRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('visit_earnings')
    .values(
      rows.map((row) => ({
        visit_id: of.visitId,
        store_id: of.storeId,
        currency: of.currency,
        refunded_minor: of.refundedMinor,
        position: row.position,
        stylist_id: row.stylistId,
        basis_points: row.basisPoints,
        base_minor: row.baseMinor,
        commission_minor: row.commissionMinor,
        tip_minor: row.tipMinor,
      })),
    )
    .execute()
}

/** Records the tip of a visit that has just ended, in minor units. */
export async function setTip(tx: Tx, visitId: number, tipMinor: bigint): Promise<void> {
  await tx.updateTable('visits').set({ tip_minor: tipMinor }).where('id', '=', visitId).execute()
}

/** The earnings of one service of an order, and the part that refunds have taken back so far, in minor units. */
export type EarnedRow = {
  visit_id: number
  position: number
  stylist_id: number
  basis_points: number
  base_minor: bigint
  commission_minor: bigint
  base_back_minor: bigint
  commission_back_minor: bigint
}

/** Lists what stylists earned from the visit of an order. */
export async function listEarnedOf(tx: Tx, orderId: number): Promise<EarnedRow[]> {
  const { rows } = await sql<EarnedRow>`
    select e.visit_id, e.position, e.stylist_id, e.basis_points, e.base_minor, e.commission_minor,
           coalesce(-b.base_minor, 0)::bigint as base_back_minor, coalesce(-b.commission_minor, 0)::bigint as commission_back_minor
      from visits v join visit_earnings e on e.visit_id = v.id and e.refunded_minor = 0
      left join lateral (select sum(r.base_minor) as base_minor, sum(r.commission_minor) as commission_minor
                           from visit_earnings r
                          where r.visit_id = e.visit_id and r.position = e.position and r.refunded_minor > 0) as b on true
     where v.order_id = ${orderId}
     order by e.position`.execute(tx)
  return rows
}

/**
 * The earnings of one stylist in a period, in minor units. Amounts that refunds took back in the period are separate.
 */
export type EarningsOfStylist = {
  id: number
  name: string
  image: string | null
  services: number
  sales_minor: bigint
  commission_minor: bigint
  tip_minor: bigint
  taken_back_minor: bigint
}

/**
 * Lists what the stylists of a store earned on the dates from `from` to `to` in the store's time zone, sorted by name.
 * A refund counts on the date of the refund.
 * @param userId the account whose stylist is listed; null for all stylists
 */
export async function listEarnings(
  db: Db,
  { storeId, from, to, userId }: { storeId: number; from: string; to: string; userId: number | null },
): Promise<EarningsOfStylist[]> {
  const { rows } = await sql<EarningsOfStylist>`
    select t.id, t.name, t.image,
           count(e.id) filter (where e.refunded_minor = 0)::int as services,
           coalesce(sum(e.base_minor), 0)::bigint as sales_minor,
           coalesce(sum(e.commission_minor) filter (where e.refunded_minor = 0), 0)::bigint as commission_minor,
           coalesce(sum(e.tip_minor), 0)::bigint as tip_minor,
           coalesce(-sum(e.commission_minor) filter (where e.refunded_minor > 0), 0)::bigint as taken_back_minor
      from stylists t join stores s on s.id = t.store_id
      left join visit_earnings e on e.stylist_id = t.id and e.store_id = s.id and e.currency = s.currency
            and e.created_at >= ${from}::date::timestamp at time zone s.time_zone
            and e.created_at < (${to}::date + 1)::timestamp at time zone s.time_zone
     where t.store_id = ${storeId} and (${userId}::int is null or t.user_id = ${userId})
     group by t.id
    having count(e.id) > 0 or t.deleted_at is null
     order by t.position, t.id`.execute(db)
  return rows
}
