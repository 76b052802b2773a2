import { randomBytes } from 'node:crypto'
import { deliveryMinutes, distanceKm } from '@nukkad/rules/distance.ts'
import { type OpeningWindow, scheduleDays, scheduleSlots, weekdays } from '@nukkad/rules/opening-hours.ts'
import { orderNewsOf } from '@nukkad/rules/order-news.ts'
import { formatOrderNumber, pinFrom, shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { priceOrder } from '@nukkad/rules/pricing.ts'
import { orderStatusIdsOf } from '@nukkad/server/db/codes.ts'
import { createClient, type DatabaseAddress } from '@nukkad/server/db/connection.ts'
import type pg from 'pg'
import { TAX_PERCENT } from '../build/town.ts'
import { type LivePlan, livePlans } from '../catalogue/live-orders.ts'
import { demoCustomer, demoRider } from '../catalogue/people.ts'
import { CITY_OFFSET_MS, MINUTE_MS } from '../clock.ts'
import { insertRows } from './insert-rows.ts'

/** The states of orders in progress, except the one that waits for a payment. */
const LIVE = orderStatusIdsOf('placed', 'accepted', 'assigned', 'picked_up', 'ready', 'scheduled', 'schedule_confirmed')
const TIME_ZONE = 'Asia/Kolkata'
const SLOT_MS = 30 * MINUTE_MS
/**
 * Minutes of delay from which an order counts as left over by an earlier start of the demo, so that no one will deliver
 * it.
 */
const LEFT_OVER_MINUTES = 60
/** The position of a rider who is on the way, from the store (0) to the customer (1). */
const TRIP_SHARE = 0.6
/** The position of a rider who has almost reached the store (a negative value is before the store). */
const AT_STORE_SHARE = 0.02
/** Minimum distance in km of the demo customer's order; a shorter trip would show too little on the map. */
const OWN_LEAST_KM = 0.9

/**
 * Gives the demo city twelve orders in progress, relative to `now`, unless it has some already. Cancels orders that an
 * earlier start left over first, if no money was taken for them. Puts riders on duty and adds notifications.
 * @param address the database, with its owner as user
 */
export async function loadLiveOrders(address: DatabaseAddress, now = new Date()): Promise<void> {
  const client = createClient(address)
  await client.connect()
  try {
    await client.query('begin')
    // Takes a lock, because two processes of one demo may start at the same time.
    await client.query("select pg_advisory_xact_lock(hashtext('demo live orders'))")
    await cancelLeftOver(client, now)
    const { rowCount } = await client.query(
      'select id from orders where status = any ($2) and promised_at > $1 limit 1',
      [minutesBefore(now, LEFT_OVER_MINUTES), LIVE],
    )
    if (rowCount === 0) await placeOrders(client, now)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/**
 * Cancels the cash orders that an earlier start of the demo left over. The cancelled orders took no money, no coupon
 * and no counted stock, so nothing has to be returned.
 */
async function cancelLeftOver(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `
    with due as (
      select o.id, o.status from orders o
       where o.status = any ($3) and o.promised_at <= $1
         and o.payment_mode = 'COD' and o.payable_minor = o.total_minor and o.paid_online_minor = 0 and o.coupon_id is null
         and not exists (select from order_lines l join items i on i.id = l.item_id where l.order_id = o.id and i.stock is not null)
       for update of o
    ), moved as (
      update orders o set status = $4, cancel_reason = 'The demo was stopped', updated_at = $2
        from due where o.id = due.id returning o.*, due.status as from_status
    )
    insert into order_events (order_id, store_id, user_id, rider_id, kind, from_status, to_status, actor, reason, at)
    select id, store_id, user_id, rider_id, 'order_canceled', from_status, status, 'clock', cancel_reason, $2 from moved`,
    [minutesBefore(now, LEFT_OVER_MINUTES), now, LIVE, orderStatusIds.cancelled],
  )
}

type Store = {
  id: number
  kind: string
  latitude: number
  longitude: number
  radius_km: number
  delivery_type: number
  riders: number[]
  windows: { weekday: number; open: string; close: string }[]
  takes_slots: boolean
  is_open: boolean
  charge_type: 'FIXED' | 'DYNAMIC'
  charge: bigint
  base_charge: bigint
  base_km: number
  extra_charge: bigint
  extra_km: number
  free_from: bigint | null
  store_charge: bigint
  items: { id: number; name: string; image: string | null; price: number }[]
}

type Home = { user_id: number; is_demo: boolean; text: string; latitude: number; longitude: number }

/** A planned order, with a store, a customer and a rider that fit it. */
type Live = { plan: LivePlan; store: Store; home: Home; km: number; riderId: number | null }

async function placeOrders(client: pg.Client, now: Date): Promise<void> {
  const orders = castOrders(await readStores(client, now), await readHomes(client), await ridersOffDuty(client))
  const { rows } = await client.query<{ id: number }>(
    "select nextval(pg_get_serial_sequence('orders', 'id'))::int as id from generate_series(1, $1)",
    [orders.length],
  )
  const numbered = orders.map((order, index) => ({ id: rows[index]!.id, order }))
  const built = numbered.map(({ id, order }) => ({ ...order, row: orderRow(id, order, now), id }))
  await insertRows(
    client,
    'orders',
    built.map(({ row }) => row),
  )
  for (const { id, store } of built)
    await client.query(
      `insert into order_lines (order_id, store_id, item_id, name, image, quantity, unit_price_minor)
       select $1, $2, l.id, l.name, l.image, 1, l.price
         from jsonb_to_recordset($3) as l (id int, name text, image text, price bigint)`,
      [id, store.id, JSON.stringify(store.items)],
    )
  for (const { row, plan } of built) await insertHistory(client, row, plan, now)
  await putOnDuty(client, built, now)
}

/** Lists the stores that are approved and have something to sell, those of the demo owner and the best rated first. */
async function readStores(client: pg.Client, now: Date): Promise<Store[]> {
  const local = new Date(now.getTime() + CITY_OFFSET_MS)
  const { rows } = await client.query<Store>(
    `
    select s.id, s.kind, s.latitude, s.longitude, s.delivery_radius_km as radius_km, s.delivery_type,
           s.delivery_charge_type as charge_type, s.delivery_charge_minor as charge, s.base_delivery_charge_minor as base_charge,
           s.base_delivery_distance_km as base_km, s.extra_delivery_charge_minor as extra_charge,
           s.extra_delivery_distance_km as extra_km, s.free_delivery_subtotal_minor as free_from,
           s.store_charge_minor as store_charge, s.is_schedulable and s.accepts_scheduled_orders as takes_slots,
           case when s.is_schedulable then exists (
             select from store_hours h where h.store_id = s.id and h.weekday = $1 and h.opens_at <= $2 and $2 < h.closes_at)
           else s.is_active end as is_open,
           array(select m.user_id from store_members m where m.store_id = s.id and m.role = 'rider' order by m.user_id) as riders,
           (select coalesce(jsonb_agg(jsonb_build_object('weekday', h.weekday, 'open', left(h.opens_at::text, 5), 'close', left(h.closes_at::text, 5))), '[]')
              from store_hours h where h.store_id = s.id) as windows,
           (select coalesce(jsonb_agg(i), '[]') from (
              select i.id, i.name, i.image, i.price_minor as price from items i
               where i.store_id = s.id and i.is_active and i.stock is null and i.price_minor between 3000 and 80000
                 and not exists (select from item_addon_categories a where a.item_id = i.id)
               order by i.is_recommended desc, i.is_popular desc, i.id limit case s.kind when 'warehouse' then 4 when 'salon' then 1 else 2 end) i) as items
      from stores s
     where s.is_accepted and s.currency = 'INR'
     order by exists (select from store_members m where m.store_id = s.id and m.role = 'owner') desc, s.is_featured desc, s.rating desc, s.id`,
    [local.getUTCDay(), local.toISOString().slice(11, 16)],
  )
  return rows.filter(({ items }) => items.length > 0).map(withBigints)
}

/**
 * Turns the amounts of a store into bigints, because the driver returns them as strings when it runs without the
 * server's settings.
 */
function withBigints(store: Store): Store {
  const amount = (value: unknown) => (value === null ? 0n : BigInt(value as string))
  return {
    ...store,
    charge: amount(store.charge),
    base_charge: amount(store.base_charge),
    extra_charge: amount(store.extra_charge),
    store_charge: amount(store.store_charge),
    free_from: store.free_from === null ? null : amount(store.free_from),
  }
}

async function readHomes(client: pg.Client): Promise<Home[]> {
  const { rows } = await client.query<Home>(
    `select u.id as user_id, u.email = $1 as is_demo, concat_ws(', ', a.house, a.address) as text, a.latitude, a.longitude
       from users u join addresses a on a.id = u.default_address_id
      where u.deleted_at is null and u.is_active order by u.id`,
    [demoCustomer.email],
  )
  return rows
}

/**
 * Lists the riders whom the demo may put on duty. The demo rider stays off duty, so that a visitor can try going on
 * duty.
 */
async function ridersOffDuty(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select r.user_id as id from riders r join users u on u.id = r.user_id
      where u.is_active and u.deleted_at is null and u.email <> $1
        and not exists (select from orders o where o.rider_id = u.id and o.status = any ($2)) order by u.id`,
    [demoRider.email, orderStatusIdsOf('assigned', 'picked_up')],
  )
  return rows.map(({ id }) => id)
}

/**
 * Finds for each planned order a different open store of its kind, the nearest customer without an order, and a rider.
 */
function castOrders(stores: Store[], homes: Home[], riders: number[]): Live[] {
  const free = { stores: new Set(stores), homes: new Set(homes), riders: new Set(riders) }
  return livePlans.flatMap((plan) => {
    const candidates = [...free.stores]
      .filter((store) => store.kind === plan.kind && (plan.later ? store.takes_slots : true) && servesPlan(store, plan))
      .toSorted((a, b) => Number(b.is_open) - Number(a.is_open))
    for (const store of candidates) {
      const nearest = [...free.homes]
        .filter(({ is_demo }) => is_demo === (plan.isOwn ?? false))
        .map((home) => ({ home, km: distanceKm(pointOf(store), pointOf(home)) }))
        .toSorted((a, b) => a.km - b.km)[0]
      const riderId = store.riders.find((id) => free.riders.has(id)) ?? null
      const isNear = plan.isOwn && nearest && nearest.km < OWN_LEAST_KM
      const isFar = !nearest || isNear || nearest.km > store.radius_km || nearest.km > MAX_KM
      if (isFar || (plan.assigned !== undefined && riderId === null)) continue
      free.stores.delete(store)
      free.homes.delete(nearest.home)
      if (plan.assigned === undefined) return [{ plan, store, ...nearest, riderId: null }]
      free.riders.delete(riderId!)
      return [{ plan, store, ...nearest, riderId }]
    }
    return []
  })
}

/**
 * Maximum distance in km of an order in progress. With a longer distance, the promised time would be so late that the
 * old orders would not be late.
 */
const MAX_KM = 8

/** Returns whether a store's delivery type (1 delivery, 2 self-pickup, 3 both) suits a planned order. */
const servesPlan = ({ delivery_type }: Store, { isPickup }: LivePlan) =>
  isPickup ? delivery_type !== 1 : delivery_type !== 2

type OrderRow = ReturnType<typeof orderRow>

function orderRow(id: number, { plan, store, home, km, riderId }: Live, now: Date) {
  const placedAt = minutesBefore(now, plan.placed)
  const slot = plan.later ? slotOf(store, plan.later.days, now) : undefined
  const quote = quoteOf(store, { km, isPickup: plan.isPickup ?? false, tipMinor: plan.tipMinor ?? 0n })
  const local = new Date(placedAt.getTime() + CITY_OFFSET_MS)
  return {
    id,
    unique_order_id: formatOrderNumber({
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      random4: randomBytes(2).toString('hex'),
      hash: (id + 46_656).toString(36).slice(-3),
    }),
    status: statusOf(plan),
    user_id: home.user_id,
    store_id: store.id,
    rider_id: riderId,
    delivery_type: plan.isPickup ? 2 : 1,
    payment_mode: 'COD',
    currency: 'INR',
    address: home.text,
    location: { lat: String(home.latitude), lng: String(home.longitude), address: home.text, house: null, tag: null },
    latitude: home.latitude,
    longitude: home.longitude,
    distance_km: km,
    coupon_minor: 0n,
    subtotal_minor: quote.subtotalMinor,
    store_charge_minor: quote.storeChargeMinor,
    delivery_charge_minor: quote.deliveryMinor,
    actual_delivery_charge_minor: quote.actualDeliveryMinor,
    tax_basis_points: TAX_PERCENT * 100,
    tax_minor: quote.taxMinor,
    tip_minor: quote.tipMinor,
    total_minor: quote.totalMinor,
    wallet_own_minor: 0n,
    wallet_promotion_minor: 0n,
    payable_minor: quote.payableMinor,
    order_comment: plan.note ?? null,
    delivery_pin: pinFrom(randomBytes(8)),
    pin_attempts: 0,
    prep_minutes: plan.accepted === undefined ? null : 20,
    scheduled_for: slot?.startsAt ?? null,
    schedule_date: slot?.date ?? null,
    schedule_slot: slot?.slot ?? null,
    placed_at: placedAt,
    promised_at: slot
      ? new Date(slot.startsAt.getTime() + SLOT_MS)
      : new Date(placedAt.getTime() + deliveryMinutes(km) * MINUTE_MS),
    updated_at: minutesBefore(now, plan.pickedUp ?? plan.ready ?? plan.assigned ?? plan.accepted ?? plan.placed),
  }
}

function statusOf({ later, pickedUp, ready, assigned, accepted }: LivePlan): number {
  if (later) return later.isConfirmed ? 11 : 10
  if (pickedUp !== undefined) return 4
  if (ready !== undefined) return 7
  if (assigned !== undefined) return 3
  return accepted === undefined ? 1 : 2
}

function quoteOf(store: Store, { km, isPickup, tipMinor }: { km: number; isPickup: boolean; tipMinor: bigint }) {
  return priceOrder({
    currency: 'INR',
    lines: store.items.map(({ price }) => ({ unitMinor: BigInt(price), quantity: 1 })),
    fulfilment: isPickup
      ? { type: 'SELFPICKUP' }
      : {
          type: 'DELIVERY',
          terms:
            store.charge_type === 'FIXED'
              ? { kind: 'FIXED', chargeMinor: store.charge }
              : {
                  kind: 'DYNAMIC',
                  baseMinor: store.base_charge,
                  baseDistanceKm: store.base_km,
                  extraMinor: store.extra_charge,
                  extraDistanceKm: store.extra_km,
                },
          distanceKm: km,
          roundUp: true,
          freeFromMinor: store.free_from,
        },
    storeChargeMinor: store.store_charge,
    taxBasisPoints: TAX_PERCENT * 100,
    tipMinor,
    method: 'COD',
  })
}

/** Returns the first slot of a store that is at least this many days ahead. */
function slotOf({ windows }: Store, days: number, now: Date) {
  const weekly = Object.fromEntries(
    weekdays.map((name, weekday) => [
      name,
      windows.filter((window) => window.weekday === weekday).map(({ open, close }): OpeningWindow => ({ open, close })),
    ]),
  )
  for (const date of scheduleDays({ now, timeZone: TIME_ZONE, days: days + 7 }).slice(days)) {
    const slots = scheduleSlots({ hours: { weekly }, date: date.date, now, timeZone: TIME_ZONE })
    const slot = slots[Math.floor(slots.length / 2)]
    if (slot) return { date, slot: { open: slot.open, close: slot.close }, startsAt: slot.startsAt }
  }
  throw new Error('a store without opening hours takes no orders for later')
}

/** Writes the steps of an order, and the notifications that its customer got for them. */
async function insertHistory(client: pg.Client, order: OrderRow, plan: LivePlan, now: Date): Promise<void> {
  const steps = stepsOf(order, plan)
  await insertRows(
    client,
    'order_events',
    steps.map(({ to, minutes, kind, actor }, index) => ({
      order_id: order.id,
      store_id: order.store_id,
      user_id: order.user_id,
      rider_id: order.rider_id,
      kind,
      from_status: steps[index - 1]?.to ?? null,
      to_status: to,
      actor,
      actor_id: actor === 'customer' ? order.user_id : actor === 'rider' ? order.rider_id : null,
      at: minutesBefore(now, minutes),
    })),
  )
  const alerts = steps.flatMap(({ to, minutes }) => {
    const news = orderNewsOf(to, order.delivery_type)
    return news ? [{ news, at: minutesBefore(now, minutes) }] : []
  })
  const { rows } = await client.query<{ store: string; image: string | null; rider: string | null }>(
    `select s.name as store, s.image, split_part(r.name, ' ', 1) as rider
       from stores s left join users r on r.id = $2 where s.id = $1`,
    [order.store_id, order.rider_id],
  )
  const { image, ...names } = rows[0]!
  await insertRows(
    client,
    'notifications',
    alerts.map(({ news, at }) => ({
      user_id: order.user_id,
      is_read: false,
      data: {
        kind: 'order',
        title_key: news.title,
        message_key: news.message,
        params: { ...names, number: shortOrderNumber(order.unique_order_id) },
        image,
        click_action: `/running-order/${order.unique_order_id}`,
        unique_order_id: order.unique_order_id,
      },
      created_at: at,
      updated_at: at,
    })),
  )
}

type Step = { to: number; minutes: number; kind: string; actor: string }

function stepsOf(order: OrderRow, { later, placed, accepted, assigned, pickedUp, ready }: LivePlan): Step[] {
  const steps: (Omit<Step, 'minutes'> & { minutes: number | undefined })[] = [
    { to: later ? 10 : 1, minutes: placed, kind: 'order_placed', actor: 'customer' },
    { to: 11, minutes: order.status === 11 ? placed - 5 : undefined, kind: 'order_confirmed_store', actor: 'store' },
    { to: 2, minutes: accepted, kind: 'order_accepted_store', actor: 'store' },
    { to: 3, minutes: assigned, kind: 'delivery_accepted', actor: 'rider' },
    { to: 4, minutes: pickedUp, kind: 'order_picked_up', actor: 'rider' },
    { to: 7, minutes: ready, kind: 'order_ready_store', actor: 'store' },
  ]
  return steps.filter((step): step is Step => step.minutes !== undefined)
}

/**
 * Puts riders on duty, each at a point that fits their order: near the store before the pick-up, on the way after it.
 */
async function putOnDuty(client: pg.Client, orders: (Live & { id: number })[], now: Date): Promise<void> {
  await client.query(
    `update riders set is_on_duty = true, positioned_at = $1
      where user_id in (select id from users where is_active and deleted_at is null and email <> $2)`,
    [now, demoRider.email],
  )
  const positions = orders
    .filter(({ riderId }) => riderId !== null)
    .map(({ id, riderId, store, home, plan }) => {
      const share = plan.pickedUp === undefined ? AT_STORE_SHARE : TRIP_SHARE
      return {
        order_id: id,
        rider_id: riderId,
        latitude: store.latitude + (home.latitude - store.latitude) * share,
        longitude: store.longitude + (home.longitude - store.longitude) * share,
        at: now,
      }
    })
  for (const row of positions)
    await client.query(
      `with trip as (
         insert into rider_positions (order_id, rider_id, latitude, longitude, at) values ($1, $2, $3, $4, $5) returning rider_id)
       update riders set latitude = $3, longitude = $4 from trip where user_id = trip.rider_id`,
      Object.values(row),
    )
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  lat: latitude,
  lng: longitude,
})
