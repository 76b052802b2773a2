import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { giveBackToLimit, takeFromLimit } from '#http/limits.ts'

/**
 * Codes of coupons can be guessed wherever one is tried. Each try is counted before the code is looked at, so that tries in
 * parallel share the limit, and given back when the code was not wrong: a cart may ask its price as often as it changes.
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
  await takeFromLimit(db, limit)
  let isWrong = false
  try {
    return await body()
  } catch (error) {
    isWrong = error instanceof AppError && error.code === 'COUPON_INVALID'
    throw error
  } finally {
    if (!isWrong) await giveBackToLimit(db, limit.key)
  }
}
