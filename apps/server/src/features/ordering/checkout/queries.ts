import { type RawBuilder, type Selectable, sql } from 'kysely'
import { orderStatus, unpaidStatuses } from '#db/codes.ts'
import type { InJson } from '#db/columns.ts'
import { type Db, withSharedPlan } from '#db/connection.ts'
import type { Addresses } from '#db/schema.ts'
import {
  itemsOfPaidVisit,
  type PaidVisit,
  type PaidVisitJson,
  paidVisitJson,
} from '#features/bookings/visits/held-visit.ts'
import type { AddonCategoryRow, AddonJson, ItemRow } from '#features/catalogue/store-menu/columns.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'
import { type HoursJson, hoursJsonOf } from '#features/catalogue/stores/opening-hours.ts'

/**
 * An add-on as the checkout reads it from JSON, with its price as a number, which stays far below the limit of exact
 * integers.
 */
export type CheckoutAddon = Omit<AddonJson, 'image'>
export type CheckoutAddonCategory = Omit<AddonCategoryRow, 'description'> & { addons: CheckoutAddon[] }

export type CheckoutItem = InJson<
  Pick<ItemRow, 'id' | 'store_id' | 'name' | 'image' | 'price_minor' | 'addon_pricing'>
> & {
  /** Whether the item is active, in an enabled category, and in stock if its units are counted. */
  is_available: boolean
  is_counted: boolean
  /** Whether the item is a service, which a salon does at the time of a visit. */
  is_service: boolean
  addon_categories: CheckoutAddonCategory[]
}

export type CheckoutStore = InJson<
  Pick<
    StoreRow,
    | 'id'
    | 'name'
    | 'slug'
    | 'image'
    | 'placeholder_image'
    | 'kind'
    | 'latitude'
    | 'longitude'
    | 'address'
    | 'phone'
    | 'delivery_type'
    | 'is_active'
    | 'currency'
    | 'time_zone'
    | 'delivery_radius_km'
    | 'delivery_areas'
    | 'is_accepted'
    | 'is_schedulable'
    | 'paused_until'
    | 'auto_acceptable'
    | 'accepts_scheduled_orders'
    | 'schedule_slot_buffer_minutes'
    | 'store_charge_minor'
    | 'delivery_charge_type'
    | 'delivery_charge_minor'
    | 'base_delivery_charge_minor'
    | 'base_delivery_distance_km'
    | 'extra_delivery_charge_minor'
    | 'extra_delivery_distance_km'
    | 'minimum_order_minor'
    | 'free_delivery_subtotal_minor'
  >
> & {
  hours: HoursJson
  /** The payment methods that the store has chosen; an empty list means all. */
  gateways: string[]
}

export type CheckoutAddress = Pick<
  Selectable<Addresses>,
  'id' | 'address' | 'house' | 'landmark' | 'delivery_instructions' | 'delivery_note' | 'tag' | 'latitude' | 'longitude'
>

export type CheckoutFacts = {
  now: Date
  items: CheckoutItem[]
  store: CheckoutStore | null
  address: CheckoutAddress | null
  own_minor: bigint
  promotion_minor: bigint
  /** Number of the customer's orders that await payment and hold stock and coupon uses. */
  unpaid_count: number
  /** The visit that the order pays; null if the order pays no visit, or if the visit belongs to another customer. */
  visit: PaidVisitJson | null
}

/**
 * Reads in one statement everything that decides a cart's price and whether it may be ordered. A guest has no address
 * and no wallet.
 * @param ordered.visit the visit that the order pays; the items of the visit come before the others
 */
export async function readCheckoutFacts(
  db: Db,
  { itemIds, userId, visit = null }: { itemIds: readonly number[]; userId: number | null; visit?: PaidVisit | null },
): Promise<CheckoutFacts> {
  const ids = visit ? sql`${itemsOfPaidVisit(visit)} || ${itemIds}::int[]` : sql`${itemIds}::int[]`
  const statement = sql<CheckoutFacts>`
    with asked as materialized (select ${ids} as ids, ${userId}::int as user_id),
    wanted as (${itemsToOrder(sql`(select ids from asked)::int[]`)}), seller as (
      select s.* from stores s where s.id = (select w.store_id from wanted w where w.id = (select ids[1] from asked))
    )
    select now() as now,
           ${itemsJson(sql`wanted`)} as items,
           (select to_jsonb(seller) - 'service_box' || jsonb_build_object('hours', ${hoursJsonOf('seller.id')}, 'gateways', ${gatewaysOf('seller.id')}) from seller) as store,
           (select to_jsonb(a) from addresses a join users u on u.default_address_id = a.id
             where u.id = (select user_id from asked) and a.user_id = u.id and a.deleted_at is null) as address,
           coalesce((select l.balance_minor from ledger_accounts l where l.kind = 'wallet_own' and l.user_id = (select user_id from asked) and l.currency = (select currency from seller)), 0) as own_minor,
           coalesce((select l.balance_minor from ledger_accounts l where l.kind = 'wallet_promotion' and l.user_id = (select user_id from asked) and l.currency = (select currency from seller)), 0) as promotion_minor,
           (select count(*)::int from orders o where o.user_id = (select user_id from asked) and o.status in ${unpaidStatuses} and o.released_at is null and not o.shares_payment) as unpaid_count,
           ${visit ? paidVisitJson(visit) : sql`null::json`} as visit`
  const { rows } = await withSharedPlan(statement).execute(db)
  return rows[0]!
}

function itemsToOrder(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select i.id, i.store_id, i.name, i.image, i.price_minor, i.addon_pricing, i.stock is not null as is_counted,
           i.is_active and c.is_enabled and coalesce(i.stock, 1) > 0 as is_available,
           exists (select from services v where v.item_id = i.id) as is_service
      from items i join item_categories c on c.id = i.item_category_id
     where i.id = any (${ids}) and i.deleted_at is null`
}

function itemsJson(items: RawBuilder<unknown>): RawBuilder<CheckoutItem[]> {
  return sql<CheckoutItem[]>`
    (select coalesce(json_agg(to_jsonb(w) || jsonb_build_object('addon_categories', ${addonCategoriesOf('w.id')})), '[]') from ${items} w)`
}

/** Returns SQL that selects the items of an order as JSON, for use inside another query. */
export function checkoutItemsOf(ids: RawBuilder<unknown>): RawBuilder<CheckoutItem[]> {
  return itemsJson(sql`(${itemsToOrder(ids)})`)
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

/** Returns whether an order is neither cancelled nor ended because it was not paid. */
export async function isOrderAlive(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from orders where id = ${id} and status <> ${orderStatus.cancelled} and (status <> ${orderStatus.payment_failed} or released_at is null)) as is`.execute(
    db,
  )
  return rows[0]!.is
}
