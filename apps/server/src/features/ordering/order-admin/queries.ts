import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { carriedStatuses, isOfGoods, openStatusIds } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'
import type { Session } from '#http/session.ts'

type Stores = Session['stores']
const MAX_ON_BOARD = 300

/** Limits a query of an owner to the orders of their stores. */
const ofStores = (stores: Stores) =>
  stores === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`o.store_id = any (${[...stores]}::int[])`

export type BoardRow = {
  id: number
  unique_order_id: string
  status: number
  delivery_type: number
  store_id: number
  store: string
  customer: string
  rider: string | null
  total_minor: bigint
  currency: string
  payment_mode: string
  order_comment: string | null
  placed_at: Date
  since: Date
  promised_at: Date | null
  scheduled_for: Date | null
  items: { name: string; quantity: number }[]
}

/** Lists open orders, oldest first, and returns whether more orders are open than are listed. */
export async function listBoard(db: Db, stores: Stores): Promise<{ rows: BoardRow[]; hasMore: boolean }> {
  const { rows } = await sql<BoardRow>`
    select o.id, o.unique_order_id, o.status, o.delivery_type, o.store_id, s.name as store, c.name as customer, r.name as rider,
           o.total_minor, o.currency, o.payment_mode, o.order_comment, o.placed_at, o.promised_at, o.scheduled_for,
           coalesce((select max(e.at) from order_events e where e.order_id = o.id and e.to_status = o.status), o.placed_at) as since,
           (select json_agg(json_build_object('name', l.name, 'quantity', l.quantity) order by l.id)
              from order_lines l where l.order_id = o.id) as items
      from orders o join stores s on s.id = o.store_id join users c on c.id = o.user_id
      left join users r on r.id = o.rider_id
     where o.status = any (${openStatusIds}::smallint[]) and ${isOfGoods} and ${ofStores(stores)}
     order by o.id limit ${MAX_ON_BOARD + 1}`.execute(db)
  return { rows: rows.slice(0, MAX_ON_BOARD), hasMore: rows.length > MAX_ON_BOARD }
}

export type PlacesRow = {
  id: number
  status: number
  delivery_type: number
  store_delivery_type: number
  store: { latitude: number; longitude: number }
  latitude: number | null
  longitude: number | null
  rider: { id: number; name: string; latitude: number; longitude: number; positioned_at: string | null } | null
}

/**
 * Lists the coordinates for the orders of the board: store, customer, and the rider who has the order. Stores see only
 * positions of the trip itself.
 */
export async function listPlaces(db: Db, stores: Stores): Promise<PlacesRow[]> {
  const newest =
    stores === 'all'
      ? sql`select r.latitude, r.longitude, r.positioned_at as at`
      : sql`select latitude, longitude, at from rider_positions
             where order_id = o.id and rider_id = r.user_id order by id desc limit 1`
  const { rows } = await sql<PlacesRow>`
    select o.id, o.status, o.delivery_type, o.latitude, o.longitude, s.delivery_type as store_delivery_type,
           json_build_object('latitude', s.latitude, 'longitude', s.longitude) as store,
           case when p.latitude is not null then
             json_build_object('id', u.id, 'name', u.name, 'latitude', p.latitude, 'longitude', p.longitude,
                               'positioned_at', p.at) end as rider
      from orders o join stores s on s.id = o.store_id
      left join riders r on r.user_id = o.rider_id and o.status in ${carriedStatuses}
      left join users u on u.id = r.user_id
      left join lateral (${newest}) p on true
     where o.status = any (${openStatusIds}::smallint[]) and ${isOfGoods} and ${ofStores(stores)}
     order by o.id limit ${MAX_ON_BOARD}`.execute(db)
  return rows
}

export type WholeOrder = NonNullable<Awaited<ReturnType<typeof findWholeOrder>>>

const people = ['users.id', 'users.name', 'users.phone'] as const

/** Finds an order with all its details; undefined for an order of another store. */
export async function findWholeOrder(db: Db, { orderId, stores }: { orderId: number; stores: Stores }) {
  return db
    .selectFrom('orders as o')
    .innerJoin('stores', 'stores.id', 'o.store_id')
    .select(['o.id', 'o.unique_order_id', 'o.status', 'o.delivery_type', 'o.payment_mode', 'o.transaction_id'])
    .select(['o.currency', 'o.coupon_name', 'o.coupon_minor', 'o.subtotal_minor', 'o.store_charge_minor'])
    .select(['o.delivery_charge_minor', 'o.tax_basis_points', 'o.tax_minor', 'o.tip_minor', 'o.total_minor'])
    .select([
      'o.payable_minor',
      'o.at_store_minor',
      'o.wallet_own_minor',
      'o.wallet_promotion_minor',
      'o.paid_online_minor',
    ])
    .select(['o.refunded_own_minor', 'o.refunded_promotion_minor', 'o.kept_own_minor', 'o.kept_promotion_minor'])
    .select(['o.delivery_instructions', 'o.delivery_note', 'o.trouble'])
    .select(['o.cash_change_minor', 'o.order_comment', 'o.cancel_reason', 'o.prep_minutes', 'o.pin_attempts'])
    .select(['o.placed_at', 'o.promised_at', 'o.scheduled_for', 'o.delivered_at', 'o.payment_approved_at'])
    .select(['o.address', 'o.latitude', 'o.longitude', 'o.distance_km', 'o.store_id', 'stores.name as store_name'])
    .select(['stores.address as store_address', 'stores.phone as store_phone', 'stores.latitude as store_latitude'])
    .select(['stores.longitude as store_longitude', 'stores.delivery_type as store_delivery_type'])
    .select(sql<boolean>`coalesce(o.delivered_at > now() - interval '1 hour', false)`.as('is_just_delivered'))
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select([...people, 'users.email'])
          .whereRef('users.id', '=', 'o.user_id'),
      )
        .$notNull()
        .as('customer'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select([...people])
          .whereRef('users.id', '=', 'o.rider_id'),
      ).as('rider'),
      eb.selectFrom('users').select('name').whereRef('users.id', '=', 'o.acting_staff_id').as('placed_by'),
      jsonObjectFrom(
        eb
          .selectFrom('orders as l')
          .select(['l.id', 'l.unique_order_id', 'l.delivery_type', 'l.shares_payment'])
          .where((is) =>
            is.or([is('l.id', '=', is.ref('o.visit_order_id')), is('l.visit_order_id', '=', is.ref('o.id'))]),
          ),
      ).as('linked'),
      'o.shares_payment',
      eb
        .exists(eb.selectFrom('order_photos').select('order_id').whereRef('order_photos.order_id', '=', 'o.id'))
        .as('has_photo'),
      jsonArrayFrom(
        eb
          .selectFrom('order_lines')
          .select(['order_lines.id', 'name', 'quantity', 'unit_price_minor', 'discount_minor'])
          .select(
            sql<number>`coalesce((select sum(i.quantity) from money_proposal_items i join money_proposals m on m.id = i.approval_id
              where i.order_line_id = order_lines.id and m.state <> 'refused'), 0)::int`.as('refunded'),
          )
          .select((line) =>
            jsonArrayFrom(
              line
                .selectFrom('order_line_addons')
                .select(['addon_category_name', 'name', 'price_minor'])
                .whereRef('order_line_id', '=', 'order_lines.id')
                .orderBy('id'),
            ).as('addons'),
          )
          .whereRef('order_id', '=', 'o.id')
          .orderBy('order_lines.id'),
      ).as('lines'),
    ])
    .where('o.id', '=', orderId)
    .where(ofStores(stores))
    .executeTakeFirst()
}

export type EventRow = {
  at: Date
  kind: string
  from_status: number | null
  to_status: number
  actor: string
  name: string | null
  rider: string | null
  reason: string | null
}

/** Lists the events of an order, oldest first. */
export async function listEvents(db: Db, orderId: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.at, e.kind, e.from_status, e.to_status, e.actor, e.reason, a.name, r.name as rider
      from order_events e left join users a on a.id = e.actor_id left join users r on r.id = e.rider_id
     where e.order_id = ${orderId} order by e.id`.execute(db)
  return rows
}

const MAX_AUDITED = 100
export type AuditRow = {
  at: Date
  who: string | null
  action: string
  before: string | null
  after: string | null
  reason: string | null
}

/** Lists the audit entries of staff about an order, oldest first. */
export async function listAuditOf(db: Db, orderId: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.at, u.name as who, a.action, a.before::text as before, a.after::text as after, a.reason
      from audit_entries a left join users u on u.id = a.actor_id
     where a.object_type = 'order' and a.object_id = ${String(orderId)}
     order by a.id limit ${MAX_AUDITED}`.execute(db)
  return rows
}

/**
 * Returns the status id of an order on the wire, with which an error message explains a refusal; undefined for an
 * unknown order.
 */
export async function findStatusOf(db: Db, orderId: number): Promise<number | undefined> {
  return (await findKindOf(db, orderId))?.status
}

/** Finds the state and the type of an order. */
export async function findKindOf(
  db: Db,
  orderId: number,
): Promise<{ status: number; delivery_type: number } | undefined> {
  const order = db.selectFrom('orders').select(['status', 'delivery_type']).where('id', '=', orderId)
  return order.executeTakeFirst()
}
