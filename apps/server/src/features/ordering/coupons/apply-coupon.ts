import type { Input, Output } from '@nukkad/contract/contract.ts'
import { couponDiscount } from '@nukkad/rules/coupon.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit, takeFromLimit } from '#http/limits.ts'
import { findDiscount } from './find-discount.ts'
import { listUsableCoupons } from './find-usable-coupon.ts'
import { presentCoupon, presentOfferedCoupon, presentSharedCode } from './present.ts'
import { findStoreCurrency } from './queries.ts'

const WINDOW_SECONDS = 60

type Context = CallContext<'apply-coupon'>
type Answer = Output<'apply-coupon'>

/**
 * Returns the coupon of a code if it is valid for this subtotal at this store; without a code, lists the coupons that
 * the customer can use. A use of the coupon is taken only when the order is placed (P-20, GAP-26, INT-04).
 * @throws AppError TOO_MANY_REQUESTS, INVALID_INPUT without store or subtotal, and the errors of `findDiscount`
 */
export async function applyCoupon(context: Context): Promise<Answer> {
  const { db, session, input, config, settings, request } = context
  const code = input.coupon?.trim()
  if (!code) return listOwnCoupons(context)
  await countTry(context)
  const { restaurant_id: storeId, subtotal } = input
  if (!storeId) throw new AppError('INVALID_INPUT', { fields: { restaurant_id: 'fieldValidationMsg' } })
  const currency = await findStoreCurrency(db, storeId)
  if (!currency) throw new AppError('COUPON_INVALID')
  const subtotalMinor = readSubtotal(subtotal ?? '', currency)
  const question = { code, storeId, userId: session.userId, subtotalMinor, currency }
  const discount = await findDiscount(db, settings, question)
  return {
    success: true,
    ...(discount.coupon
      ? presentCoupon(discount.coupon, config.timeZone)
      : presentSharedCode(discount, settings.text('couponOfFriend', {}, request.language))),
    appliedAmount: wireMoney(couponDiscount(discount.terms, subtotalMinor), currency),
  }
}

/** Lists the coupons that this customer can use, at the named store or at any store (INT-09). */
async function listOwnCoupons({ db, session, input, config }: Context): Promise<Answer> {
  const { restaurant_id: storeId, subtotal } = input
  return { success: true, coupons: await offered({ db, config }, { userId: session.userId, storeId, subtotal }) }
}

/** Lists the coupons that a new customer could use at a store. */
export async function listStoreCoupons({
  db,
  input: { restaurant_id: storeId, subtotal },
  config,
}: CallContext<'get-store-coupons'>): Promise<Output<'get-store-coupons'>> {
  return { success: true, coupons: await offered({ db, config }, { userId: null, storeId, subtotal }) }
}

type Question = Pick<Input<'apply-coupon'>, 'subtotal'> & { userId: number | null; storeId: number | null | undefined }

async function offered(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { userId, storeId, subtotal }: Question,
): Promise<Output<'get-store-coupons'>['coupons']> {
  const currency = storeId ? await findStoreCurrency(db, storeId) : undefined
  if (storeId && !currency) return []
  const store = storeId && currency ? { id: storeId, currency } : null
  const subtotalMinor = currency && subtotal != null ? readSubtotal(subtotal, currency) : null
  const rows = await listUsableCoupons(db, { userId, store, subtotalMinor })
  return rows.map((row) => presentOfferedCoupon(row, config.timeZone))
}

function readSubtotal(subtotal: string | number, currency: string): bigint {
  const subtotalMinor = parseMoney(subtotal, currency)
  if (subtotalMinor === undefined) throw new AppError('INVALID_INPUT', { fields: { subtotal: 'fieldAmountInvalid' } })
  return subtotalMinor
}

/**
 * Counts each try of a coupon code, correct or not, so that no one can guess codes
 * (docs/reference/security.md#rate-limits).
 */
async function countTry({ db, session, request, settings }: Context): Promise<void> {
  await takeFromLimit(db, {
    key: `coupon:user:${session.userId}`,
    most: settings.number('limitCouponTriesPerCustomer'),
    windowSeconds: WINDOW_SECONDS,
  })
  await takeFromClientLimit(db, {
    name: 'coupon',
    client: request.client,
    most: settings.number('limitCouponTriesPerAddress'),
    windowSeconds: WINDOW_SECONDS,
  })
}
