import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { wireTime } from '#http/wire-time.ts'
import { listShownReviews } from './queries.ts'

type ReviewOnWire = Output<'get-store-reviews'>['reviews'][number]

/** A store's shown reviews, newest first. */
export async function readReviews(db: Db, storeId: number, timeZone: string): Promise<ReviewOnWire[]> {
  const reviews = await listShownReviews(db, storeId)
  return reviews.map((review) => ({ ...review, created_at: wireTime(review.created_at, timeZone) }))
}
