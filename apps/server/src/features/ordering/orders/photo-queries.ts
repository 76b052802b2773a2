import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'

/**
 * Days after which pictures of orders at the door are deleted, because customers ask about a delivery earlier than
 * that.
 */
const KEPT_DAYS = 90

/** Stores the picture of an order at the door; if the order has a picture already, that picture stays. */
export async function insertPhoto(
  tx: Tx,
  { orderId, riderId, picture }: { orderId: number; riderId: number; picture: Buffer },
): Promise<void> {
  await tx
    .insertInto('order_photos')
    .values({ order_id: orderId, rider_id: riderId, picture })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

/** Finds the picture of an order, with the order's customer and store. */
export async function findPhoto(db: Db, orderId: number) {
  return db
    .selectFrom('order_photos')
    .innerJoin('orders', 'orders.id', 'order_photos.order_id')
    .select(['order_photos.picture', 'order_photos.taken_at', 'orders.user_id', 'orders.store_id'])
    .where('order_photos.order_id', '=', orderId)
    .executeTakeFirst()
}

/** Deletes the pictures of a customer's orders. */
export async function deletePhotosOf(tx: Tx, userId: number): Promise<void> {
  await sql`delete from order_photos p using orders o where o.id = p.order_id and o.user_id = ${userId}`.execute(tx)
}

/** Deletes pictures of orders at the door that are too old. */
export async function deleteOldPhotos(db: Db): Promise<void> {
  await inTransaction(db, (tx) =>
    tx
      .deleteFrom('order_photos')
      .where('taken_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS}::int)`)
      .execute(),
  )
}
