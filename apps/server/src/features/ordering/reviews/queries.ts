import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'

export type ReviewRow = {
  id: number
  username: string
  rating_store: number
  review_store: string | null
  reply: string | null
  created_at: Date
}

const MAX_REVIEWS = 200

/** Lists a store's shown reviews, newest first, at most 200. */
export async function listShownReviews(db: Db, storeId: number): Promise<ReviewRow[]> {
  return db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'u.name as username', 'r.rating_store', 'r.review_store', 'r.reply', 'r.created_at'])
    .where('r.store_id', '=', storeId)
    .where('r.is_shown', '=', true)
    .orderBy('r.id', 'desc')
    .limit(MAX_REVIEWS)
    .execute()
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
 * @returns the id of the reviewed store; undefined when the order is another customer's, not delivered, or already
 *   reviewed
 */
export async function insertReview(tx: Tx, review: ReviewToInsert): Promise<number | undefined> {
  const { rows } = await sql<{ store_id: number }>`
    insert into reviews (order_id, user_id, store_id, rider_id, rating_store, rating_delivery, review_store, review_delivery)
    select o.id, o.user_id, o.store_id, o.rider_id, ${review.ratingStore}::smallint, ${review.ratingDelivery}::smallint,
           ${review.reviewStore}::text, ${review.reviewDelivery}::text
      from orders o
     where o.id = ${review.orderId} and o.user_id = ${review.userId} and o.status = ${orderStatus.delivered}
        on conflict on constraint reviews__order do nothing
    returning store_id`.execute(tx)
  return rows[0]?.store_id
}
