import { inTransaction, type Tx } from '#db/connection.ts'
import { addToItemRatings } from '#features/catalogue/store-menu/item-ratings.ts'
import { addToRating } from '#features/catalogue/stores/write-store.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type AdminReview, lockReviews, setReply, setShown } from './admin-queries.ts'
import { listItemStars } from './queries.ts'

/**
 * Hides reviews or shows them again, and subtracts their stars from the ratings of store and items or adds them again
 * (U-24).
 * @throws AppError NOT_FOUND
 */
export async function setReviewsShown({
  input,
  db,
  session,
  request,
}: CallContext<'dashboard/reviews/set-shown'>): Promise<void> {
  const ids = [...new Set(input.ids)]
  const isShown = input.is_shown === 1
  await inTransaction(db, async (tx) => {
    const reviews = await lockReviews(tx, ids)
    if (reviews.length !== ids.length) throw new AppError('NOT_FOUND')
    const moved = reviews.filter(({ is_shown }) => is_shown !== isShown)
    await setShown(tx, ids, isShown)
    await moveStars(tx, moved, isShown ? 1 : -1)
    for (const { id, is_shown } of moved)
      await writeAudit(tx, {
        actorId: session.userId,
        action: isShown ? 'review.shown' : 'review.hidden',
        object: { type: 'review', id },
        before: { is_shown },
        after: { is_shown: isShown },
        reason: input.reason,
        request,
      })
  })
}

/**
 * Adds the stars of reviews to the ratings of their items and stores, or subtracts them. Stores are locked in the order
 * of their ids, so that two transactions that change ratings do not deadlock.
 */
async function moveStars(tx: Tx, reviews: readonly AdminReview[], sign: 1 | -1): Promise<void> {
  const ids = reviews.map(({ id }) => id)
  await addToItemRatings(tx, await listItemStars(tx, ids), sign)
  const stores = [...new Set(reviews.map(({ store_id }) => store_id))].toSorted((a, b) => a - b)
  for (const storeId of stores) {
    const own = reviews.filter(({ store_id }) => store_id === storeId)
    const stars = own.reduce((sum, { rating_store }) => sum + rating_store, 0)
    await addToRating(tx, { storeId, stars: sign * stars, reviews: sign * own.length })
  }
}

/**
 * Replies to a review; owners may reply for their own stores, staff for any store.
 * @throws AppError NOT_FOUND, also for a review of another owner's store
 */
export async function replyToReview({
  input,
  db,
  session,
  request,
}: CallContext<'dashboard/reviews/reply'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [before] = await lockReviews(tx, [input.id])
    if (!before || (session.stores !== 'all' && !session.stores.includes(before.store_id)))
      throw new AppError('NOT_FOUND')
    await setReply(tx, { id: before.id, reply: input.reply, by: session.userId })
    await writeAudit(tx, {
      actorId: session.userId,
      action: 'review.answered',
      object: { type: 'review', id: before.id },
      before: { reply: before.reply },
      after: { reply: input.reply || null },
      request,
    })
  })
}
