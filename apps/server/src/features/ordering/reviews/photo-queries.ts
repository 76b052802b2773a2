import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** Time in hours after the upload of a photo in which its customer may send the review. */
const PENDING_HOURS = 23
/**
 * Time in hours after which a photo without a review is deleted, which is longer than `PENDING_HOURS`, so that no photo
 * is deleted while its review is being sent.
 */
const LOST_HOURS = 24

export type PhotoToInsert = { orderId: number; userId: number; path: string; names: string[] }

/** Inserts the row of an uploaded photo, which no one else sees before its review is sent. */
export async function insertPhoto(db: Db, { orderId, userId, path, names }: PhotoToInsert): Promise<void> {
  await db.insertInto('review_photos').values({ order_id: orderId, user_id: userId, path, names }).execute()
}

/**
 * Attaches a customer's uploaded photos to the review of their order.
 * @returns how many of the photos could be attached
 */
export async function attachPhotos(
  tx: Tx,
  { reviewId, orderId, userId, paths }: { reviewId: number; orderId: number; userId: number; paths: readonly string[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update review_photos p set review_id = ${reviewId}, place = w.place
      from unnest(${paths}::text[]) with ordinality as w (path, place)
     where p.path = w.path and p.order_id = ${orderId} and p.user_id = ${userId} and p.review_id is null
       and p.created_at > now() - make_interval(hours => ${PENDING_HOURS}::int)`.execute(tx)
  return Number(numAffectedRows)
}

/** Detaches a customer's photos from their reviews, so that the hourly job deletes the files. */
export async function detachPhotos(tx: Tx, userId: number): Promise<void> {
  await sql`update review_photos set review_id = null where user_id = ${userId}`.execute(tx)
}

/** Returns whether everyone may see this photo: neither the photo nor its review is hidden. */
export async function isPublicPhoto(db: Db, path: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_photos p join reviews r on r.id = p.review_id
     where p.path = ${path} and p.is_shown and r.is_shown`.execute(db)
  return rows.length > 0
}

export type LostPhoto = { id: number; names: string[] }

/** Lists photos without a review: the review was never sent, or its account or store was deleted. */
export async function listLostPhotos(db: Db, most: number): Promise<LostPhoto[]> {
  const { rows } = await sql<LostPhoto>`
    select id, names from review_photos
     where review_id is null and created_at < now() - make_interval(hours => ${LOST_HOURS}::int)
     order by created_at limit ${most}`.execute(db)
  return rows
}

/** Deletes the row of a photo. */
export async function deletePhoto(db: Db, id: number): Promise<void> {
  await db.deleteFrom('review_photos').where('id', '=', id).execute()
}

export type OpenedReview = {
  store_id: number
  items: { name: string; stars: number }[]
  photos: { id: number; path: string; is_shown: boolean }[]
}

/** Finds the rated items and all photos of a review. */
export async function findReview(db: Db, id: number): Promise<OpenedReview | undefined> {
  const { rows } = await sql<OpenedReview>`
    select r.store_id,
           (select coalesce(json_agg(json_build_object('name', i.name, 'stars', ri.stars) order by ri.stars desc, i.name), '[]')
              from review_items ri join items i on i.id = ri.item_id where ri.review_id = r.id) as items,
           (select coalesce(json_agg(json_build_object('id', p.id, 'path', p.path, 'is_shown', p.is_shown) order by p.place, p.id), '[]')
              from review_photos p where p.review_id = r.id) as photos
      from reviews r where r.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Shows a photo or hides it.
 * @returns whether the photo was shown before; undefined when no review has the photo
 */
export async function setPhotoShown(tx: Tx, id: number, isShown: boolean): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_shown: boolean }>`
    select is_shown from review_photos where id = ${id} and review_id is not null for update`.execute(tx)
  await sql`update review_photos set is_shown = ${isShown} where id = ${id} and review_id is not null`.execute(tx)
  return rows[0]?.is_shown
}
