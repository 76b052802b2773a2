import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored, success, text } from '../wire.ts'

export const setReviewsShown = call('dashboard/reviews/set-shown', {
  summary: 'Hides reviews or shows them again. Hidden reviews do not count in the average.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({
    ...ignored,
    ids: z.array(id).min(1).max(100),
    is_shown: flag,
    /** The reason for showing or hiding the reviews, which the audit log stores. */
    reason: text(300).nullish(),
  }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const replyToReview = call('dashboard/reviews/reply', {
  summary: 'Publishes a reply to a review. An empty reply removes the previous one.',
  auth: 'staff',
  permission: 'stores_edit',
  ownersToo: true,
  input: z.object({ ...ignored, id, reply: text(1000) }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const readReview = call('dashboard/reviews/read', {
  summary: 'The photos of a review, hidden ones included, and the stars of its items.',
  auth: 'staff',
  permission: 'stores_view',
  ownersToo: true,
  input: z.object({ ...ignored, id }),
  output: z.object({
    items: z.array(z.object({ name: z.string(), stars: z.int() })),
    photos: z.array(
      z.object({
        id: z.int(),
        is_shown: flag,
        /** The photo as a data URL, because a hidden photo is not served at its URL. */
        image: z.string(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const setReviewPhotoShown = call('dashboard/reviews/set-photo-shown', {
  summary: 'Hides one photo of a review or shows it again.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({
    ...ignored,
    id,
    is_shown: flag,
    /** The reason for the change of the review, which the audit log stores. */
    reason: text(300).nullish(),
  }),
  output: success,
  errors: ['NOT_FOUND'],
})
