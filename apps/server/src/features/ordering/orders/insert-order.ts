import { type Insertable, sql } from 'kysely'
import { isMissingValue, noteEvent, type Tx } from '#db/connection.ts'
import type { Orders } from '#db/schema.ts'
import { type Binding, bindingVisit } from '#features/bookings/visits/held-visit.ts'
import { takingStock } from '#features/catalogue/store-menu/stock.ts'
import { AppError } from '#http/errors.ts'
import { notificationsInsert } from '#platform/notifications/queries.ts'
import { newsWithNames, type OrderToPresent, presentedColumns } from './queries.ts'

const presentedOfPlaced = sql.join(presentedColumns.map((column) => sql.ref(`placed.${column}`)))

/**
 * Inserts an order with its lines, their add-ons, the first row of its history and the customer's notification. The
 * statement that inserts the order also takes the counted units from the stock and links the visit that the order pays.
 * The statement that inserts the order locks the customer, so that their account is not deleted meanwhile.
 * @returns the order as `listOrdersToPresent` returns it
 * @throws AppError SESSION_REVOKED when the account was deleted just before, ITEM_UNAVAILABLE when an item has too few
 * units left, HOLD_EXPIRED when the hold of the visit has ended meanwhile
 */
export async function insertOrder(
  tx: Tx,
  { order, promisedInMinutes, lines, addons, counted, visit, eventKind, news, store }: NewOrder,
): Promise<OrderToPresent> {
  noteEvent(tx)
  const { user_id: userId, ...rest } = order
  const { rows } = await sql<Omit<OrderToPresent, 'store' | 'rating' | 'has_photo' | 'linked'> & Checks>`
    with buyer as (
      select id from users where id = ${userId} and deleted_at is null for key share
    ), placed as (
      insert into orders (user_id, ${sql.join(Object.keys(rest).map((column) => sql.ref(column)))}, promised_at)
      values ((select id from buyer), ${sql.join(Object.values(rest))}, now() + make_interval(mins => ${promisedInMinutes}::int))
      returning *
    ), line as (
      insert into order_lines (order_id, store_id, item_id, name, image, quantity, unit_price_minor, discount_minor)
      select placed.id, placed.store_id, l.item_id, l.name, l.image, l.quantity, l.unit_price_minor, l.discount_minor
        from placed, rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as (item_id int, name text, image text, quantity smallint, unit_price_minor bigint, discount_minor bigint)) with ordinality as l
       order by l.ordinality
      returning *
    ), numbered as (
      select id, store_id, row_number() over (order by id) as position from line
    ), addon as (
      insert into order_line_addons (order_line_id, store_id, addon_id, addon_category_name, name, price_minor)
      select numbered.id, numbered.store_id, a.addon_id, a.addon_category_name, a.name, a.price_minor
        from jsonb_to_recordset(${JSON.stringify(addons)}::jsonb) as a (line int, addon_id int, addon_category_name text, name text, price_minor bigint)
        join numbered on numbered.position = a.line
      returning *
    ), event as (
      insert into order_events (order_id, store_id, user_id, kind, to_status, actor, actor_id)
      select id, store_id, user_id, ${eventKind}, status, 'customer', user_id from placed
    ), notification as (
      ${notificationsInsert(sql`
        select placed.user_id, news.data
          from placed, (values (${news ? newsWithNames(news, { ...order, rider_id: null }) : null}::jsonb)) as news (data)
         where news.data is not null`)}
    ) ${counted.length > 0 ? sql`, ${takingStock(counted)}` : sql``} ${visit ? sql`, ${bindingVisit(visit)}` : sql``}
    select ${presentedOfPlaced},
           (select json_agg(json_build_object(
                     'id', l.id, 'item_id', l.item_id, 'name', l.name, 'image', l.image, 'quantity', l.quantity,
                     'unit_price_minor', l.unit_price_minor,
                     'addons', (select coalesce(json_agg(json_build_object(
                                         'id', a.id, 'addon_id', a.addon_id, 'addon_category_name', a.addon_category_name,
                                         'name', a.name, 'price_minor', a.price_minor) order by a.id), '[]')
                                  from addon a where a.order_line_id = l.id)) order by l.id)
              from line l) as lines,
           ${counted.length > 0 ? sql`(select count(*) from shelf) = (select count(*) from taken)` : sql`true`} as is_stock_taken,
           ${visit ? sql`exists (select from bound)` : sql`true`} as is_visit_bound
      from placed`
    .execute(tx)
    .catch((error: unknown) => {
      if (isMissingValue(error, 'user_id')) throw new AppError('SESSION_REVOKED', { cause: error })
      throw error
    })
  const { is_stock_taken, is_visit_bound, ...placed } = rows[0]!
  if (!is_stock_taken) throw new AppError('ITEM_UNAVAILABLE')
  if (!is_visit_bound) throw new AppError('HOLD_EXPIRED')
  return { ...placed, store, rating: null, has_photo: false, linked: null }
}

type Checks = { is_stock_taken: boolean; is_visit_bound: boolean }

type JsonColumn = 'location' | 'schedule_date' | 'schedule_slot'

/**
 * The columns of a new order. Columns of JSON are given as strings; the database sets the order's id and promised time.
 */
type OrderColumns = Omit<Insertable<Orders>, JsonColumn | 'id' | 'promised_at' | 'user_id'> &
  Record<JsonColumn, string | null> & { user_id: number }

export type NewOrder = {
  order: OrderColumns
  promisedInMinutes: number
  lines: {
    item_id: number
    name: string
    image: string | null
    quantity: number
    unit_price_minor: string
    discount_minor: string
  }[]
  /** The items of the order whose units are counted. */
  counted: { itemId: number; quantity: number }[]
  /** The held visit that the order pays. */
  visit?: Binding | undefined
  /** The add-ons of the lines; `line` is the position of the line in the order, from 1. */
  addons: { line: number; addon_id: number; addon_category_name: string; name: string; price_minor: number }[]
  eventKind: string
  /** The customer's notification of the first state, in the form of the table of notifications. */
  news: object | undefined
  store: OrderToPresent['store']
}
