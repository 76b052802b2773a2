import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { giveBackToLimit, takeFromLimit } from '#http/limits.ts'

/**
 * Runs `body` under the customer's limit of coupon guesses. Each try of a coupon code is counted before the code is
 * checked, so that parallel tries share the limit. A try with a valid coupon code does not count towards the limit, so
 * that a cart can be priced again after every change.
 * @throws AppError TOO_MANY_REQUESTS, and the errors of `body`
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
