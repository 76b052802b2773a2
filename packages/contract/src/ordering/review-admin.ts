import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored, success, text } from '../wire.ts'

export const setReviewsShown = call('dashboard/reviews/set-shown', {
  summary: 'Hides reviews from everybody, or shows them again; their stars leave the average and come back.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({
    ...ignored,
    ids: z.array(id).min(1).max(100),
    is_shown: flag,
    /** Why, for the audit. */
    reason: text(300).nullish(),
  }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const replyToReview = call('dashboard/reviews/reply', {
  summary: 'Says something to a review for everybody to read; an empty reply takes the one before away.',
  auth: 'staff',
  permission: 'stores_edit',
  ownersToo: true,
  input: z.object({ ...ignored, id, reply: text(1000) }),
  output: success,
  errors: ['NOT_FOUND'],
})
