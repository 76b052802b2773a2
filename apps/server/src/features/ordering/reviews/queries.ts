import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { ItemStars } from '#features/catalogue/store-menu/item-ratings.ts'

export type ReviewRow = {
  id: number
  username: string
  rating_store: number
  review_store: string | null
  reply: string | null
  created_at: Date
  items: { name: string; stars: number }[]
  photos: string[]
}

const MAX_REVIEWS = 200

/** Lists a store's shown reviews, newest first, at most 200. */
export async function listShownReviews(db: Db, storeId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select r.id, u.name as username, r.rating_store, r.review_store, r.reply, r.created_at,
           (select coalesce(json_agg(json_build_object('name', i.name, 'stars', ri.stars) order by ri.stars desc, i.name), '[]')
              from review_items ri join items i on i.id = ri.item_id where ri.review_id = r.id) as items,
           array(select p.path from review_photos p where p.review_id = r.id and p.is_shown order by p.place, p.id) as photos
      from reviews r join users u on u.id = r.user_id
     where r.store_id = ${storeId} and r.is_shown
     order by r.id desc limit ${MAX_REVIEWS}`.execute(db)
  return rows
}

/** Counts the shown reviews of a store with 1, 2, 3, 4 and 5 stars. */
export async function countStars(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    select array(select (select count(*) from reviews r where r.store_id = ${storeId} and r.is_shown and r.rating_store = stars)::int
                   from generate_series(1, 5) as stars order by stars) as counts`.execute(db)
  return rows[0]!.counts
}

export type OrderToRate = { status: number; delivery_type: number; is_rated: boolean }

/** Finds the facts that decide whether this customer may rate the order. */
export async function findOrderToRate(
  db: Db,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<OrderToRate | undefined> {
  const { rows } = await sql<OrderToRate>`
    select o.status, o.delivery_type, exists (select from reviews r where r.order_id = o.id) as is_rated
      from orders o where o.id = ${orderId} and o.user_id = ${userId}`.execute(db)
  return rows[0]
}

export type ReviewToInsert = {
  orderId: number
  userId: number
  ratingStore: number
  ratingDelivery: number | null
  reviewStore: string | null
  reviewDelivery: string | null
}

/**
 * Inserts the one review of a delivered order of this customer.
 * @returns the ids of the review and of its store; undefined when the order is another customer's, not delivered, or already
 *   reviewed
 */
export async function insertReview(
  tx: Tx,
  review: ReviewToInsert,
): Promise<{ id: number; store_id: number } | undefined> {
  const { rows } = await sql<{ id: number; store_id: number }>`
    insert into reviews (order_id, user_id, store_id, rider_id, rating_store, rating_delivery, review_store, review_delivery)
    select o.id, o.user_id, o.store_id, o.rider_id, ${review.ratingStore}::smallint, ${review.ratingDelivery}::smallint,
           ${review.reviewStore}::text, ${review.reviewDelivery}::text
      from orders o
     where o.id = ${review.orderId} and o.user_id = ${review.userId} and o.status = ${orderStatus.delivered}
        on conflict on constraint reviews__order do nothing
    returning id, store_id`.execute(tx)
  return rows[0]
}

/**
 * Inserts stars for items of the reviewed order.
 * @returns how many of these items are in the order
 */
export async function insertItemStars(
  tx: Tx,
  { reviewId, orderId, items }: { reviewId: number; orderId: number; items: readonly ItemStars[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into review_items (review_id, item_id, stars)
    select ${reviewId}::int, w.item_id, w.stars
      from unnest(${items.map(({ itemId }) => itemId)}::int[], ${items.map(({ stars }) => stars)}::smallint[]) as w (item_id, stars)
     where exists (select from order_lines l where l.order_id = ${orderId} and l.item_id = w.item_id)`.execute(tx)
  return Number(numAffectedRows)
}

/** Lists the stars that these reviews gave to items. */
export async function listItemStars(tx: Tx, reviewIds: readonly number[]): Promise<ItemStars[]> {
  const { rows } = await sql<ItemStars>`
    select item_id as "itemId", stars from review_items where review_id = any (${reviewIds}::int[])`.execute(tx)
  return rows
}
