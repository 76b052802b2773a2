import type { Output } from '@nukkad/contract/contract.ts'
import { publicName } from '@nukkad/rules/text.ts'
import type { Db } from '#db/connection.ts'
import { wireTime } from '#http/wire-time.ts'
import { listShownReviews } from './queries.ts'

type ReviewOnWire = Output<'get-store-reviews'>['reviews'][number]

/**
 * Reads a store's shown reviews, newest first. Authors appear with their public name, which people who know them
 * recognise and strangers do not.
 */
export async function readReviews(db: Db, storeId: number, timeZone: string): Promise<ReviewOnWire[]> {
  const reviews = await listShownReviews(db, storeId)
  return reviews.map((review) => ({
    ...review,
    username: publicName(review.username),
    created_at: wireTime(review.created_at, timeZone),
  }))
}
