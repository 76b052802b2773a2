import { sql } from 'kysely'
import { orderStatus, orderStatusList } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'
import { type HoursJson, hoursJsonOf } from '#features/catalogue/stores/opening-hours.ts'

export type StoreFigures = {
  stores: number
  orders: number
  units: number
  earned_minor: bigint
  new_ids: number[]
  today_orders: number
  today_earned_minor: bigint
  top_items: { item_id: number | null; name: string; price_minor: number; quantity: number }[]
  inactive_items: number
}

/**
 * Reads the figures of a store. Orders that were cancelled or never paid do not count. Earnings are those of delivered
 * orders, without delivery charge and tip. Today is the calendar day in the store's time zone.
 */
export async function readFigures(
  db: Db,
  { storeId, ownerId }: { storeId: number; ownerId: number },
): Promise<StoreFigures> {
  const earned = sql`coalesce(sum(o.total_minor - o.delivery_charge_minor - o.tip_minor) filter (where o.status = ${orderStatus.delivered}), 0)::bigint`
  const { rows } = await sql<StoreFigures>`
    with counted as materialized (
      select o.*, (o.placed_at at time zone s.time_zone)::date = (now() at time zone s.time_zone)::date as is_today
        from orders o join stores s on s.id = o.store_id
       where o.store_id = ${storeId} and o.status not in ${orderStatusList('cancelled', 'awaiting_payment', 'payment_failed')}
    )
    select (select count(*)::int from store_members m where m.user_id = ${ownerId} and m.role = 'owner') as stores,
           (select count(*)::int from counted) as orders,
           (select coalesce(sum(l.quantity), 0)::int from counted c join order_lines l on l.order_id = c.id) as units,
           (select ${earned} from counted o) as earned_minor,
           array(select c.id from counted c where c.status in ${orderStatusList('placed', 'scheduled')} order by c.id) as new_ids,
           (select count(*)::int from counted c where c.is_today) as today_orders,
           (select ${earned} from counted o where o.is_today) as today_earned_minor,
           (select coalesce(json_agg(t), '[]') from (
              select l.item_id, min(l.name) as name, min(l.unit_price_minor) as price_minor, sum(l.quantity)::int as quantity
                from counted c join order_lines l on l.order_id = c.id
               where c.is_today
               group by l.item_id, case when l.item_id is null then l.name end
               order by sum(l.quantity) desc, min(l.name) limit 3) as t) as top_items,
           (select count(*)::int from items i where i.store_id = ${storeId} and i.deleted_at is null and not i.is_active) as inactive_items`.execute(
    db,
  )
  return rows[0]!
}

/** The facts of a store that decide when it is open. */
type StoreOpening = Pick<
  StoreRow,
  | 'time_zone'
  | 'is_active'
  | 'paused_until'
  | 'is_schedulable'
  | 'accepts_scheduled_orders'
  | 'schedule_slot_buffer_minutes'
> & { hours: HoursJson }

/** Reads when a store is open. */
export async function getOpening(db: Db, storeId: number): Promise<StoreOpening> {
  return db
    .selectFrom('stores as s')
    .select(['s.time_zone', 's.is_active', 's.paused_until', 's.is_schedulable'])
    .select(['s.accepts_scheduled_orders', 's.schedule_slot_buffer_minutes'])
    .select(hoursJsonOf('s.id').as('hours'))
    .where('s.id', '=', storeId)
    .executeTakeFirstOrThrow()
}

/** Lists the store data that owners see in addition to the public page. */
export async function listOwnFacts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('stores')
    .select(['id', 'time_zone', 'commission_basis_points', 'paused_until'])
    .where(sql<boolean>`id = any (${[...ids]}::int[])`)
    .execute()
}

/** Locks a store until the transaction ends. New orders may still refer to the locked store. */
export async function lockStore(tx: Tx, storeId: number): Promise<void> {
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
}

/** The payment methods that a store chose, empty if it accepts all, and the facts on which the offered ones depend. */
export type GatewayChoice = { delivery_type: number; currency: string; chosen_gateways: string[] }

/** Finds the choice of payment methods of a store; undefined for an unknown store. */
export async function findGatewayChoice(db: Db, storeId: number): Promise<GatewayChoice | undefined> {
  return db
    .selectFrom('stores as s')
    .select(['delivery_type', 'currency'])
    .select(
      sql<
        string[]
      >`(select coalesce(array_agg(g.gateway), '{}') from store_payment_gateways g where g.store_id = s.id)`.as(
        'chosen_gateways',
      ),
    )
    .where('id', '=', storeId)
    .executeTakeFirst()
}
