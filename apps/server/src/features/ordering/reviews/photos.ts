import type { Output } from '@nukkad/contract/contract.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { isRatable } from '@nukkad/rules/rating.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#db/connection.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromLimit } from '#http/limits.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { encodeNamed } from '#platform/pictures/save-picture.ts'
import { sendStored } from '#platform/pictures/send-stored.ts'
import { findReview, insertPhoto, isPublicPhoto, setPhotoShown } from './photo-queries.ts'
import { findOrderToRate } from './queries.ts'

/** URL path of uploaded photos of reviews. */
const PHOTOS_PATH = '/assets/img/reviews/'
const nameForm = /^(r-[0-9a-f]{32})(-\d{2,3})?\.(webp|avif)$/
/**
 * The time for which browsers cache a photo, in seconds; after this time, a photo that was hidden disappears from
 * browsers too.
 */
const CACHE_SECONDS = 600
const MOST_A_DAY = 20
const DAY_SECONDS = 86_400

/**
 * Encodes a photo for the review of a customer's own delivered order and stores it. The row of a photo is inserted
 * before its files are written, so that every file has a row. No one but the customer sees the photo before the review
 * is sent.
 * @throws AppError ORDER_NOT_RATABLE, INVALID_INPUT naming `image`, UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE,
 * TEMPORARILY_AWAY, TOO_MANY_REQUESTS after 20 photos in a day
 */
export async function uploadReviewPhoto({
  input,
  session,
  request,
  services: { db, settings, outside },
}: CallContext<'upload-review-photo'>): Promise<string> {
  const order = await findOrderToRate(db, { orderId: input.order_id, userId: session.userId })
  const status = order && orderStatusOfId(order.status)
  if (!order || !status || !isRatable({ status, isRated: order.is_rated }) || !settings.isOn('enRAR'))
    throw new AppError('ORDER_NOT_RATABLE')
  if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
  await takeFromLimit(db, { key: `review-photos:${session.userId}`, most: MOST_A_DAY, windowSeconds: DAY_SECONDS })
  const { stem, files } = await encodeNamed(settings, { kind: 'review', bytes: request.picture })
  const path = `${PHOTOS_PATH}${stem}.webp`
  await insertPhoto(db, {
    orderId: input.order_id,
    userId: session.userId,
    path,
    names: files.map(({ suffix }) => stem + suffix),
  })
  for (const { suffix, bytes } of files) await outside.storage.write(stem + suffix, bytes)
  return path
}

/** Serves photos of shown reviews. A photo that is hidden, or whose review is not sent yet, answers 404. */
export function addReviewPhotos(app: FastifyInstance, { db, outside }: Pick<Services, 'db' | 'outside'>): void {
  app.get(`${PHOTOS_PATH}:name`, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const [, stem] = name.match(nameForm) ?? []
    if (!stem || !(await isPublicPhoto(db, `${PHOTOS_PATH}${stem}.webp`))) return reply.callNotFound()
    return sendStored(reply, outside, { name, seconds: CACHE_SECONDS })
  })
}

/**
 * Reads the rated items and all photos of a review, also the hidden ones.
 * @throws AppError NOT_FOUND, also for a review of another owner's store
 */
export async function readReview({
  input,
  session,
  services: { db, outside },
}: CallContext<'dashboard/reviews/read'>): Promise<Output<'dashboard/reviews/read'>> {
  const review = await findReview(db, input.id)
  if (!review || (session.stores !== 'all' && !session.stores.includes(review.store_id)))
    throw new AppError('NOT_FOUND')
  const photos: Output<'dashboard/reviews/read'>['photos'] = []
  for (const { id, path, is_shown } of review.photos)
    photos.push({ id, is_shown: is_shown ? 1 : 0, image: await imageOf(outside, path) })
  return { items: review.items, photos }
}

/** Returns a photo for staff: an uploaded photo as a data URL, and a photo that came with the demo as its path. */
async function imageOf({ storage }: Services['outside'], path: string): Promise<string> {
  if (!path.startsWith(PHOTOS_PATH)) return path
  const file = await storage.open(path.slice(PHOTOS_PATH.length).replace('.webp', '-300.webp'))
  const bytes = file ? Buffer.concat(await file.stream.toArray()) : Buffer.alloc(0)
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/**
 * Hides one photo of a review, or shows it to customers again.
 * @throws AppError NOT_FOUND
 */
export async function setReviewPhotoShown({
  input,
  db,
  session,
  request,
}: CallContext<'dashboard/reviews/set-photo-shown'>): Promise<void> {
  const isShown = input.is_shown === 1
  await inTransaction(db, async (tx) => {
    const before = await setPhotoShown(tx, input.id, isShown)
    if (before === undefined) throw new AppError('NOT_FOUND')
    if (before === isShown) return
    await writeAudit(tx, {
      actorId: session.userId,
      action: isShown ? 'review_photo.shown' : 'review_photo.hidden',
      object: { type: 'review_photo', id: input.id },
      before: { is_shown: before },
      after: { is_shown: isShown },
      reason: input.reason,
      request,
    })
  })
}
