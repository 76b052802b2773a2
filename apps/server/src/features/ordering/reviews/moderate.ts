import { inTransaction } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { lockReviews, moveStars, setReply, setShown } from './desk-queries.ts'

/**
 * Hides reviews or shows them again; their stars leave the average of their store and come back (U-24).
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
        action: isShown ? 'review shown' : 'review hidden',
        object: { type: 'review', id },
        before: { is_shown },
        after: { is_shown: isShown },
        reason: input.reason,
        request,
      })
  })
}

/**
 * Says something to a review of a store that is the caller's, or of any store when he is staff.
 * @throws AppError NOT_FOUND, also for a review of another's store
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
      action: 'review answered',
      object: { type: 'review', id: before.id },
      before: { reply: before.reply },
      after: { reply: input.reply || null },
      request,
    })
  })
}
