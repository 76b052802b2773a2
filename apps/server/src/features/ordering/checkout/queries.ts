import type { AddonPricing } from '@nukkad/rules/cart.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, isMissingValue, type Tx } from '#db/connection.ts'
import { type HoursJson, hoursJsonOf } from '#features/catalogue/stores/opening-hours.ts'
import { AppError } from '#http/errors.ts'

/** Prices inside JSON come as numbers; they are far below the bound where those lose whole units. */
export type CheckoutAddon = { id: number; name: string; price_minor: number }
export type CheckoutAddonCategory = {
  id: number
  name: string
  type: string
  addon_limit: number
  addons: CheckoutAddon[]
}

export type CheckoutItem = {
  id: number
  store_id: number
  name: string
  image: string | null
  price_minor: number
  addon_pricing: AddonPricing | null
  /** Sold now: active, in an enabled category, and some left where units are counted. */
  is_available: boolean
  is_counted: boolean
  addon_categories: CheckoutAddonCategory[]
}

export type CheckoutStore = {
  id: number
  currency: string
  time_zone: string
  latitude: number
  longitude: number
  delivery_radius_km: number
  delivery_areas: [number, number][][] | null
  delivery_type: number
  is_active: boolean
  is_accepted: boolean
  is_schedulable: boolean
  auto_acceptable: boolean
  accepts_scheduled_orders: boolean
  schedule_slot_buffer_minutes: number
  store_charge_minor: number
  delivery_charge_type: 'FIXED' | 'DYNAMIC'
  delivery_charge_minor: number
  base_delivery_charge_minor: number
  base_delivery_distance_km: number
  extra_delivery_charge_minor: number
  extra_delivery_distance_km: number
  minimum_order_minor: number
  free_delivery_subtotal_minor: number
  hours: HoursJson
  /** The ways to pay that the store has chosen; none when it takes all. */
  gateways: string[]
}

export type CheckoutAddress = {
  address: string
  house: string | null
  tag: string | null
  latitude: number
  longitude: number
}

export type CheckoutFacts = {
  now: Date
  items: CheckoutItem[]
  store: CheckoutStore | null
  address: CheckoutAddress | null
  own_minor: bigint
  promotion_minor: bigint
  /** Orders of the customer that wait for their payment and hold stock and coupons meanwhile. */
  unpaid_count: number
}

/** Everything a cart's price and permission rest on, read in one statement. A guest has no address and no wallet. */
export async function readCheckoutFacts(
  db: Db,
  { itemIds, userId }: { itemIds: readonly number[]; userId: number | null },
): Promise<CheckoutFacts> {
  const { rows } = await sql<CheckoutFacts>`
    with wanted as (
      select i.id, i.store_id, i.name, i.image, i.price_minor, i.addon_pricing, i.stock is not null as is_counted,
             i.is_active and c.is_enabled and coalesce(i.stock, 1) > 0 as is_available
        from items i join item_categories c on c.id = i.item_category_id
       where i.id = any (${itemIds}::int[]) and i.deleted_at is null
    ), seller as (
      select s.* from stores s where s.id = (select w.store_id from wanted w where w.id = ${itemIds[0]})
    )
    select now() as now,
           (select coalesce(json_agg(to_jsonb(w) || jsonb_build_object('addon_categories', ${addonCategoriesOf('w.id')})), '[]') from wanted w) as items,
           (select to_jsonb(seller) - 'service_box' || jsonb_build_object('hours', ${hoursJsonOf('seller.id')}, 'gateways', ${gatewaysOf('seller.id')}) from seller) as store,
           (select to_jsonb(a) from addresses a join users u on u.default_address_id = a.id
             where u.id = ${userId} and a.user_id = u.id and a.deleted_at is null) as address,
           coalesce((select l.balance_minor from ledger_accounts l where l.kind = 'wallet_own' and l.user_id = ${userId} and l.currency = (select currency from seller)), 0) as own_minor,
           coalesce((select l.balance_minor from ledger_accounts l where l.kind = 'wallet_promotion' and l.user_id = ${userId} and l.currency = (select currency from seller)), 0) as promotion_minor,
           (select count(*)::int from orders o where o.user_id = ${userId} and o.status in (8, 9) and o.released_at is null) as unpaid_count`.execute(
    db,
  )
  return rows[0]!
}

function gatewaysOf(storeId: string): RawBuilder<unknown> {
  return sql`(
    select coalesce(jsonb_agg(g.gateway), '[]') from store_payment_gateways g where g.store_id = ${sql.ref(storeId)})`
}

function addonCategoriesOf(itemId: string): RawBuilder<unknown> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'addon_limit', c.addon_limit,
             'addons', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'price_minor', o.price_minor) order by o.order_column, o.id), '[]')
                          from addons o where o.addon_category_id = c.id and o.is_active)) order by ic.order_column, c.id), '[]')
      from item_addon_categories ic join addon_categories c on c.id = ic.addon_category_id
     where ic.item_id = ${sql.ref(itemId)})`
}

/** Columns of a new order; instants and the running number come from the database. */
export type NewOrder = {
  order: Record<string, unknown> & { user_id: number; store_id: number; status: number }
  promisedInMinutes: number
  lines: {
    item_id: number
    name: string
    image: string | null
    quantity: number
    unit_price_minor: string
    discount_minor: string
  }[]
  /** `line` is the position of the line, from 1. */
  addons: { line: number; addon_id: number; addon_category_name: string; name: string; price_minor: number }[]
  eventKind: string
  /** The customer's notification of the first state, as its table keeps it. */
  news: object | undefined
}

/**
 * Writes an order with its lines, their add-ons, the first row of its history and what the customer is told of it, in
 * one statement. The customer is held while it runs, so that his account is not deleted meanwhile.
 * @throws AppError SESSION_REVOKED when it was deleted just before
 */
export async function insertOrder(
  tx: Tx,
  { order, promisedInMinutes, lines, addons, eventKind, news }: NewOrder,
): Promise<number> {
  const { user_id: userId, ...rest } = order
  const { rows } = await sql<{ id: number }>`
    with buyer as (
      select id from users where id = ${userId} and deleted_at is null for key share
    ), placed as (
      insert into orders (user_id, ${sql.join(Object.keys(rest).map((column) => sql.ref(column)))}, promised_at)
      values ((select id from buyer), ${sql.join(Object.values(rest))}, now() + make_interval(mins => ${promisedInMinutes}::int))
      returning id, store_id, user_id, status
    ), line as (
      insert into order_lines (order_id, store_id, item_id, name, image, quantity, unit_price_minor, discount_minor)
      select placed.id, placed.store_id, l.item_id, l.name, l.image, l.quantity, l.unit_price_minor, l.discount_minor
        from placed, rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as (item_id int, name text, image text, quantity smallint, unit_price_minor bigint, discount_minor bigint)) with ordinality as l
       order by l.ordinality
      returning id, store_id
    ), numbered as (
      select id, store_id, row_number() over (order by id) as position from line
    ), addon as (
      insert into order_line_addons (order_line_id, store_id, addon_id, addon_category_name, name, price_minor)
      select numbered.id, numbered.store_id, a.addon_id, a.addon_category_name, a.name, a.price_minor
        from jsonb_to_recordset(${JSON.stringify(addons)}::jsonb) as a (line int, addon_id int, addon_category_name text, name text, price_minor bigint)
        join numbered on numbered.position = a.line
    ), event as (
      insert into order_events (order_id, store_id, user_id, kind, to_status, actor, actor_id)
      select id, store_id, user_id, ${eventKind}, status, 'customer', user_id from placed
    ), told as (
      insert into notifications (user_id, data)
      select placed.user_id, news.data
        from placed, (values (${news ? JSON.stringify(news) : null}::jsonb)) as news (data)
       where news.data is not null
    )
    select id from placed`
    .execute(tx)
    .catch((error: unknown) => {
      if (isMissingValue(error, 'user_id')) throw new AppError('SESSION_REVOKED', { cause: error })
      throw error
    })
  return rows[0]!.id
}

/** Whether an order is neither cancelled nor given up unpaid. */
export async function isOrderAlive(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from orders where id = ${id} and status <> 6 and (status <> 9 or released_at is null)) as is`.execute(
    db,
  )
  return rows[0]!.is
}
