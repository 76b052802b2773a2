import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { countFailure, refuseIfExhausted } from '#http/limits.ts'

/**
 * Codes of coupons can be guessed wherever one is tried. Wrong ones are counted for the customer, in the same window as
 * those of apply-coupon; a right one costs nothing, so that a cart may ask its price as often as it changes.
 * @throws AppError TOO_MANY_REQUESTS besides what `body` throws
 */
export async function guardGuesses<Result>(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { userId, code }: { userId: number | null; code: string | undefined },
  body: () => Promise<Result>,
): Promise<Result> {
  if (!code || userId === null) return body()
  const limit = {
    key: `coupon-guess:${userId}`,
    most: settings.number('limitCouponTriesPerCustomer'),
    windowSeconds: 60,
  }
  await refuseIfExhausted(db, limit)
  try {
    return await body()
  } catch (error) {
    if (error instanceof AppError && error.code === 'COUPON_INVALID') await countFailure(db, limit)
    throw error
  }
}
