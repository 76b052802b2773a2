import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import type pg from 'pg'
import type { City } from '../types.ts'
import { insertRows } from './insert-rows.ts'
import type { PeopleIds } from './load-city.ts'

type Order = City['orders'][number]

const MINUTE_MS = 60_000

/** Writes past orders with their lines, events, coupon uses and reviews. */
export async function loadOrders(client: pg.Client, city: City, people: PeopleIds): Promise<void> {
  await insertRows(
    client,
    'orders',
    city.orders.map((order) => orderRow(order, people)),
  )
  await insertRows(
    client,
    'order_lines',
    city.orderLines.map((row) => ({
      id: row.id,
      order_id: row.orderId,
      store_id: row.storeId,
      item_id: row.itemId,
      name: row.name,
      image: city.items[row.itemId - 1]?.image ?? null,
      quantity: row.quantity,
      unit_price_minor: row.unitMinor,
      discount_minor: row.discountMinor,
    })),
  )
  await insertRows(
    client,
    'order_line_addons',
    city.orderLineAddons.map((row) => ({
      id: row.id,
      order_line_id: row.orderLineId,
      store_id: row.storeId,
      addon_id: row.addonId,
      addon_category_name: row.addonCategoryName,
      name: row.addonName,
      price_minor: row.priceMinor,
    })),
  )
  // Switches off the triggers that announce order events, because events of the past need no announcement.
  await client.query('alter table order_events disable trigger order_events_announce')
  await insertRows(
    client,
    'order_events',
    city.orders.flatMap((order) => eventsOf(order, people)),
  )
  await client.query('alter table order_events enable trigger order_events_announce')
  await insertRows(client, 'coupon_uses', couponUses(city.orders, people))
  await client.query(
    'update coupons set used_count = (select count(*) from coupon_uses where coupon_uses.coupon_id = coupons.id)',
  )
  await insertRows(
    client,
    'reviews',
    city.reviews.map((row) => ({
      id: row.id,
      order_id: row.orderId,
      user_id: people.customer(row.customerId),
      store_id: row.storeId,
      rider_id: row.riderId === null ? null : people.rider(row.riderId),
      rating_store: row.storeStars,
      rating_delivery: row.deliveryStars,
      review_store: row.storeText || null,
      review_delivery: row.deliveryText || null,
      is_shown: true,
      created_at: row.createdAt,
    })),
  )
  await insertRows(
    client,
    'review_items',
    city.reviews.flatMap(({ id, itemStars }) =>
      itemStars.map(({ itemId, stars }) => ({ review_id: id, item_id: itemId, stars })),
    ),
  )
  await insertRows(
    client,
    'review_photos',
    city.reviews.flatMap(({ id, orderId, customerId, photos, createdAt }) =>
      photos.map((path, place) => ({
        order_id: orderId,
        user_id: people.customer(customerId),
        review_id: id,
        path,
        names: [],
        place,
        created_at: createdAt,
      })),
    ),
  )
  await client.query(`
    update items set rating_sum = given.total, rating_count = given.number
      from (select item_id, sum(stars)::int as total, count(*)::int as number from review_items group by item_id) as given
     where items.id = given.item_id`)
  await client.query(`
    update stores set rating_sum = given.total, rating_count = given.number
      from (select store_id, sum(rating_store)::int as total, count(*)::int as number from reviews group by store_id) as given
     where stores.id = given.store_id`)
}

function orderRow(order: Order, people: PeopleIds): object {
  return {
    id: order.id,
    unique_order_id: order.uniqueOrderId,
    status: order.status,
    user_id: people.customer(order.customerId),
    store_id: order.storeId,
    rider_id: order.riderId === null ? null : people.rider(order.riderId),
    delivery_type: order.fulfilment === 'delivery' ? 1 : 2,
    payment_mode: order.paymentMode,
    currency: 'INR',
    address: order.addressText,
    location: {
      lat: String(order.latitude),
      lng: String(order.longitude),
      address: order.addressText,
      house: null,
      tag: null,
    },
    latitude: order.latitude,
    longitude: order.longitude,
    distance_km: order.distanceKm,
    coupon_id: order.couponId,
    coupon_name: order.couponCode,
    coupon_minor: order.discountMinor,
    subtotal_minor: order.subtotalMinor,
    store_charge_minor: order.storeChargeMinor,
    delivery_charge_minor: order.deliveryChargeMinor,
    actual_delivery_charge_minor: order.actualDeliveryChargeMinor,
    tax_basis_points: order.taxPercent * 100,
    tax_minor: order.taxMinor,
    tip_minor: order.tipMinor,
    total_minor: order.totalMinor,
    wallet_own_minor: 0,
    wallet_promotion_minor: 0,
    payable_minor: order.payableMinor,
    order_comment: order.comment,
    delivery_pin: order.deliveryPin,
    pin_attempts: 0,
    prep_minutes: order.prepMinutes,
    cancel_reason: order.cancelReason,
    placed_at: order.placedAt,
    // Orders at a salon's counter have no promised time, because nothing arrives.
    promised_at:
      order.prepMinutes === null && order.status === 5
        ? null
        : new Date(order.placedAt.getTime() + deliveryMinutes(order.distanceKm) * MINUTE_MS),
    delivered_at: order.completedAt,
    updated_at: order.completedAt ?? order.cancelledAt ?? order.placedAt,
  }
}

function eventsOf(order: Order, people: PeopleIds): object[] {
  const moves: [to: number, at: Date | null, kind: string, actor: string][] = [
    [1, order.placedAt, 'Order_Placed', 'customer'],
    [2, order.acceptedAt, 'Order_Accepted_Store', 'store'],
    [3, order.assignedAt, 'Delivery_Accepted', 'rider'],
    [4, order.pickedUpAt, 'Order_Pickedup', 'rider'],
    [7, order.readyAt, 'Order_Ready_Store', 'store'],
    [
      5,
      order.completedAt,
      order.riderId === null ? 'Order_Completed_Store' : 'Order_Delivered',
      order.riderId === null ? 'store' : 'rider',
    ],
    [6, order.cancelledAt, 'Order_Canceled', 'customer'],
  ]
  let from: number | null = null
  const events: object[] = []
  for (const [to, at, kind, actor] of moves) {
    if (at === null) continue
    events.push({
      order_id: order.id,
      store_id: order.storeId,
      user_id: people.customer(order.customerId),
      rider_id: order.riderId === null ? null : people.rider(order.riderId),
      kind,
      from_status: from,
      to_status: to,
      actor,
      actor_id:
        actor === 'customer'
          ? people.customer(order.customerId)
          : actor === 'rider' && order.riderId !== null
            ? people.rider(order.riderId)
            : null,
      at,
    })
    from = to
  }
  return events
}

/** Numbers each customer's uses of a coupon. A cancelled order has given its use back, so it does not count. */
function couponUses(orders: readonly Order[], people: PeopleIds): object[] {
  const used = new Map<string, number>()
  return orders
    .filter((order) => order.couponId !== null && order.status === 5)
    .map((order) => {
      const key = `${order.couponId}:${order.customerId}`
      const number = (used.get(key) ?? 0) + 1
      used.set(key, number)
      return {
        coupon_id: order.couponId,
        user_id: people.customer(order.customerId),
        use_no: number,
        order_id: order.id,
      }
    })
}
