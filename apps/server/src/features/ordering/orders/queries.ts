import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import type { OrderActor } from '@nukkad/rules/order-states.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { deliveryType, orderStatusList, unpaidStatuses } from '#db/codes.ts'
import { type Db, noteEvent, type Tx } from '#db/connection.ts'
import type { Orders } from '#db/schema.ts'
import { notificationsInsert } from '#platform/notifications/queries.ts'

/**
 * A row of `orders` for the use cases, without the columns with the customer's texts, which only the presenter reads.
 */
export type OrderRow = Pick<Selectable<Orders>, (typeof orderColumns)[number]>

const orderColumns = [
  'id',
  'unique_order_id',
  'status',
  'user_id',
  'store_id',
  'rider_id',
  'acting_staff_id',
  'delivery_type',
  'payment_mode',
  'currency',
  'coupon_id',
  'coupon_minor',
  'shared_by',
  'subtotal_minor',
  'store_charge_minor',
  'delivery_charge_minor',
  'actual_delivery_charge_minor',
  'tip_minor',
  'total_minor',
  'wallet_own_minor',
  'wallet_promotion_minor',
  'payable_minor',
  'at_store_minor',
  'paid_online_minor',
  'payment_approved_at',
  'payment_confirmed_at',
  'scheduled_for',
  'prep_minutes',
  'promised_at',
  'placed_at',
  'delivered_at',
] as const satisfies (keyof Orders)[]

/** The columns of an order that its presenter reads. */
export const presentedColumns = [
  ...orderColumns,
  'address',
  'location',
  'distance_km',
  'coupon_name',
  'tax_basis_points',
  'tax_minor',
  'cash_change_minor',
  'order_comment',
  'delivery_instructions',
  'delivery_note',
  'delivery_pin',
  'schedule_date',
  'schedule_slot',
  'cancel_reason',
  'transaction_id',
  'updated_at',
] as const satisfies (keyof Orders)[]

export type OrderToPresent = Awaited<ReturnType<typeof listOrdersToPresent>>[number]

/**
 * The other one of the two orders that a visit with delivered goods has; its amount is a number from JSON, far below
 * the limit of exact integers.
 */
export type LinkedOrder = {
  id: number
  unique_order_id: string
  kind: 'visit' | 'goods'
  status: number
  /** The time when the visit begins, as text; null if this other order is the goods. */
  starts_at: string | null
  time_zone: string | null
  /** The amount of both orders in minor units if one payment pays them; otherwise null. */
  together_minor: number | null
}

/**
 * Selects the other order of a visit with delivered goods, by either of the two columns that link the two; null if
 * there is none.
 */
const linkedOrder = sql<LinkedOrder | null>`
  (select json_build_object(
            'id', l.id, 'unique_order_id', l.unique_order_id, 'kind', case l.delivery_type when ${deliveryType.salon} then 'visit' else 'goods' end,
            'status', l.status, 'starts_at', case l.delivery_type when ${deliveryType.salon} then l.scheduled_for end,
            'time_zone', case l.delivery_type when ${deliveryType.salon} then (select s.time_zone from stores s where s.id = l.store_id) end,
            'together_minor', case when l.shares_payment or orders.shares_payment then l.payable_minor + orders.payable_minor end)
     from orders l
    where l.id = orders.visit_order_id or (orders.delivery_type = ${deliveryType.salon} and l.visit_order_id = orders.id))`

/**
 * Selects the id of the goods that wait for the same payment as the visit of the order; null if there are no such
 * goods.
 */
const unpaidGoods = sql<number | null>`
  case when orders.delivery_type = ${deliveryType.salon}
       then (select g.id from orders g where g.visit_order_id = orders.id and g.shares_payment and g.status in ${unpaidStatuses}) end`

/** An order that was moved, with the id of the delivered goods that wait for the same payment as the order's visit. */
export type MovedOrder = OrderRow & { unpaid_goods_id: number | null }

/** Lists orders with their lines, add-ons, store and rating, one row each, in no particular order. */
export async function listOrdersToPresent(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .select(presentedColumns)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_lines')
          .select(['order_lines.id', 'item_id', 'name', 'image', 'quantity', 'unit_price_minor'])
          .select((line) =>
            jsonArrayFrom(
              line
                .selectFrom('order_line_addons')
                .select(['id', 'addon_id', 'addon_category_name', 'name', 'price_minor'])
                .whereRef('order_line_id', '=', 'order_lines.id')
                .orderBy('id'),
            ).as('addons'),
          )
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_lines.id'),
      ).as('lines'),
      jsonObjectFrom(
        eb
          .selectFrom('stores')
          .select(['id', 'name', 'slug', 'image', 'placeholder_image', 'kind', 'latitude', 'longitude', 'address'])
          .select(['phone', 'delivery_type', 'is_active'])
          .whereRef('stores.id', '=', 'orders.store_id'),
      )
        .$notNull()
        .as('store'),
      jsonObjectFrom(
        eb
          .selectFrom('reviews')
          .select(['id', 'order_id', 'rating_store', 'rating_delivery', 'review_store', 'review_delivery'])
          .whereRef('reviews.order_id', '=', 'orders.id'),
      ).as('rating'),
      eb
        .exists(eb.selectFrom('order_photos').select('order_id').whereRef('order_photos.order_id', '=', 'orders.id'))
        .as('has_photo'),
      linkedOrder.as('linked'),
    ])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
}

/** Columns that a move may set; SQL expressions stand for times of the database, such as now. */
export type OrderUpdate = Partial<
  Omit<Updateable<Orders>, MovedColumn | 'promised_at' | 'payment_approved_at' | 'trouble_at'>
> & {
  promised_at?: Date | RawBuilder<Date>
  trouble_at?: RawBuilder<Date> | null
  payment_approved_at?: RawBuilder<Date>
}
/** Columns that a move sets in every case, or that never change. */
type MovedColumn = 'id' | 'status' | 'updated_at' | 'delivered_at'
/** Columns of the order that must have the given values for the order to be moved. */
export type OrderWhere = Partial<
  Pick<Selectable<Orders>, 'user_id' | 'store_id' | 'rider_id' | 'delivery_type' | 'pin_attempts'>
>

type StatusChange = {
  id: number
  from: readonly number[]
  to: number
  /** The order types that allow this move, as in `delivery_type`. */
  types: readonly number[]
  set: OrderUpdate
  where: OrderWhere
}

/**
 * Changes the state of an order in one conditional update; undefined when the order is in none of these states, has
 * none of these types, or does not match `where`. Goods that wait for the same payment as a visit move only after the
 * visit's order.
 */
export async function updateOrderStatus(
  tx: Tx,
  { id, from, to, types, set, where }: StatusChange,
): Promise<(MovedOrder & { from_status: number }) | undefined> {
  const conditions = Object.entries(where).map(([column, value]) => sql`and ${sql.ref(column)} = ${value}`)
  const { rows } = await sql<MovedOrder & { from_status: number }>`
    with before as (
      select id as order_id, status as from_status from orders
       where id = ${id} and status = any (${from}::smallint[]) and delivery_type = any (${[...types]}::smallint[])
             and (not shares_payment or status not in ${unpaidStatuses} or follows_visit(orders, ${to}::smallint))
             ${sql.join(conditions, sql` `)} for update
    )
    update orders set ${sql.join([
      sql`status = ${to}`,
      sql`updated_at = now()`,
      ...(to === DELIVERED ? [sql`delivered_at = now()`] : []),
      ...Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ])}
      from before where orders.id = before.order_id
    returning before.from_status, ${unpaidGoods} as unpaid_goods_id,
              ${sql.join(orderColumns.map((column) => sql.ref(`orders.${column}`)))}`.execute(tx)
  return rows[0]
}

const DELIVERED = orderStatusIds.delivered
/**
 * The names under which the history of orders records actors; for the scheduler and administrators they differ from the
 * names in code.
 */
const actorNames: Record<OrderActor, string> = {
  customer: 'customer',
  store: 'store',
  rider: 'rider',
  provider: 'provider',
  scheduler: 'clock',
  admin: 'staff',
}

/**
 * Returns the notification of an order together with what its texts mention: the store and its picture, the number of
 * the order as screens show it, and the rider's first name.
 */
export function newsWithNames(
  news: object,
  order: Pick<OrderRow, 'unique_order_id' | 'store_id' | 'rider_id'>,
): RawBuilder<unknown> {
  return sql`(
    select ${JSON.stringify(news)}::jsonb || jsonb_build_object('image', s.image, 'params', jsonb_build_object(
             'number', ${shortOrderNumber(order.unique_order_id)}::text, 'store', s.name,
             'rider', (select split_part(r.name, ' ', 1) from users r where r.id = ${order.rider_id}::int)))
      from stores s where s.id = ${order.store_id}::int)`
}

type EventFacts = {
  kind: string
  from: number | null
  to: number
  actor: OrderActor
  actorId?: number | null
  reason?: string | null
  /** The customer's notification in the form of the table of notifications, if there is one. */
  news?: object | undefined
}

/** Inserts the history row of a move and, if there is one, the customer's notification. */
export async function insertOrderEvent(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'unique_order_id' | 'store_id' | 'user_id' | 'rider_id'>,
  { kind, from, to, actor, actorId, reason, news }: EventFacts,
): Promise<void> {
  noteEvent(tx)
  const event = sql`
    insert into order_events (order_id, store_id, user_id, rider_id, kind, from_status, to_status, actor, actor_id, reason)
    values (${order.id}, ${order.store_id}, ${order.user_id}, ${order.rider_id}, ${kind}, ${from}, ${to},
            ${actorNames[actor]}, ${actorId ?? null}, ${reason ?? null})`
  if (!news) {
    await event.execute(tx)
    return
  }
  const notification = notificationsInsert(sql`select ${order.user_id}::int, ${newsWithNames(news, order)}`)
  await sql`with event as (${event}) ${notification}`.execute(tx)
}

/**
 * Marks an order that this rider carries as in trouble, unless it is marked already; undefined when nothing changed.
 */
export async function markTrouble(
  tx: Tx,
  { id, riderId, trouble }: { id: number; riderId: number; trouble: string },
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ trouble, trouble_at: sql`now()`, trouble_rider_id: riderId, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('rider_id', '=', riderId)
    .where('status', '=', orderStatusIds.picked_up)
    .where('trouble', 'is distinct from', trouble)
    .returning(orderColumns)
    .executeTakeFirst()
}

/** Ends the trouble of an order without a rider; undefined if it had no trouble. */
export async function endTrouble(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ trouble: null, trouble_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', orderStatusIds.accepted)
    .where('trouble', 'is not', null)
    .returning(orderColumns)
    .executeTakeFirst()
}

/**
 * Gives an order in progress to another rider; undefined when the first rider no longer has the order.
 * @returns the order, whose state does not change
 */
export async function updateRider(
  tx: Tx,
  { id, status, from, to }: { id: number; status: number; from: number; to: number },
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ rider_id: to, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('rider_id', '=', from)
    .returning(orderColumns)
    .executeTakeFirst()
}

/** Returns whether the account of a customer was deleted. Locks it against deletion until the transaction ends. */
export async function isCustomerGone(tx: Tx, userId: number): Promise<boolean> {
  const { deleted_at } = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

/**
 * Lists one page of a customer's orders by id, newest first, and counts all of them; limited to these stores if they
 * are named.
 */
export async function listOrderIds(
  db: Db,
  {
    userId,
    stores,
    page,
    perPage,
  }: { userId: number; stores: readonly number[] | null; page: number; perPage: number },
): Promise<{ ids: number[]; total: number }> {
  const own = stores ? sql`user_id = ${userId} and store_id = any (${stores}::int[])` : sql`user_id = ${userId}`
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select (select count(*)::int from orders where ${own}) as total,
           array(select id from orders where ${own}
                  order by id desc limit ${perPage} offset ${(page - 1) * perPage}) as ids`.execute(db)
  return rows[0]!
}

/** Finds the state of an order of this customer; undefined for another customer's order. */
export async function findStatusOfOwn(
  db: Db,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<number | undefined> {
  const own = db.selectFrom('orders').select('status').where('id', '=', orderId).where('user_id', '=', userId)
  return (await own.executeTakeFirst())?.status
}

/** Returns whether the visit of an order should have begun by now. */
export async function isBegunVisit(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ is_begun: boolean }>`
    select exists (select from visits where order_id = ${orderId} and starts_at <= now()) as is_begun`.execute(db)
  return rows[0]!.is_begun
}

/** Returns whether a customer has an order in one of these states. */
export async function hasOrderIn(db: Db, userId: number, statuses: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from orders where user_id = ${userId} and status = any (${statuses}::smallint[])) as has`.execute(
    db,
  )
  return rows[0]!.has
}

/**
 * The lines of a past order whose items the store still sells, each with the ordered add-ons and the add-ons that the
 * store offers now.
 */
export type OrderToRepeat = {
  store_id: number
  slug: string
  currency: string
  lines: {
    item_id: number
    quantity: number
    chosen: (number | null)[]
    categories: {
      name: string
      type: string
      addon_limit: number
      addons: { id: number; name: string; price_minor: number }[]
    }[]
  }[]
}

/** Finds a customer's order so that they can order it again; undefined for another customer's order. */
export async function findOrderToRepeat(
  db: Db,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<OrderToRepeat | undefined> {
  const { rows } = await sql<OrderToRepeat>`
    select s.id as store_id, s.slug, s.currency,
           (select coalesce(json_agg(json_build_object(
                     'item_id', i.id, 'quantity', l.quantity,
                     'chosen', (select coalesce(json_agg(a.addon_id order by a.id), '[]')
                                  from order_line_addons a where a.order_line_id = l.id),
                     'categories', ${addonsOnOffer}) order by l.id), '[]')
              from order_lines l
              join items i on i.id = l.item_id and i.store_id = s.id
              join item_categories c on c.id = i.item_category_id
             where l.order_id = o.id and s.is_accepted and i.deleted_at is null and i.is_active and c.is_enabled
               and coalesce(i.stock, l.quantity) >= l.quantity
               and not exists (select from services v where v.item_id = i.id)) as lines
      from orders o join stores s on s.id = o.store_id
     where o.id = ${orderId} and o.user_id = ${userId}`.execute(db)
  return rows[0]
}

const addonsOnOffer = sql`(
  select coalesce(json_agg(json_build_object(
           'name', g.name, 'type', g.type, 'addon_limit', g.addon_limit,
           'addons', (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'price_minor', n.price_minor)
                                               order by n.order_column, n.id), '[]')
                        from addons n where n.addon_category_id = g.id and n.is_active)) order by k.order_column, g.id), '[]')
    from item_addon_categories k join addon_categories g on g.id = k.addon_category_id
   where k.item_id = i.id)`

const MAX_AT_ONCE = 500

/**
 * Lists orders that have awaited payment for longer than this and still hold a coupon use, stock or wallet money,
 * oldest first. Goods that wait for the same payment as a visit are not listed, because they end with the visit's
 * order.
 */
export async function listUnpaidOrders(db: Db, olderThanMinutes: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
     where status in ${unpaidStatuses} and released_at is null and not shares_payment and placed_at < now() - make_interval(mins => ${olderThanMinutes}::int)
     order by id limit ${MAX_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

export type DueOrder = { id: number; status: number; auto_acceptable: boolean }

/**
 * Lists scheduled orders of goods whose slot begins within this many minutes, and whether their store accepts them
 * automatically.
 */
export async function listDueOrders(db: Db, withinMinutes: number): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select o.id, o.status, s.auto_acceptable
      from orders o join stores s on s.id = o.store_id
     where o.status in ${orderStatusList('scheduled', 'schedule_confirmed')} and o.delivery_type <> ${deliveryType.salon}
       and o.scheduled_for <= now() + make_interval(mins => ${withinMinutes}::int)
     order by o.scheduled_for limit ${MAX_AT_ONCE}`.execute(db)
  return rows
}

/** Marks an order that was not paid in time as released; undefined when it was released before, or was paid. */
export async function setReleased(tx: Tx, id: number): Promise<MovedOrder | undefined> {
  return tx
    .updateTable('orders')
    .set({ released_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', orderStatusIds.payment_failed)
    .where('released_at', 'is', null)
    .returning(orderColumns)
    .returning(unpaidGoods.as('unpaid_goods_id'))
    .executeTakeFirst()
}
