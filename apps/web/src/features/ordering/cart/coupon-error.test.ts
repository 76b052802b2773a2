import { en } from '@nukkad/contract/texts/en.ts'
import { beforeAll, expect, test } from 'vitest'
import { installBrowser } from '#test/browser.ts'

let couponError: typeof import('./coupon-error.ts').couponError
let ApiError: typeof import('#lib/api.ts').ApiError

beforeAll(async () => {
  installBrowser(en)
  ;({ couponError } = await import('./coupon-error.ts'))
  ;({ ApiError } = await import('#lib/api.ts'))
})

test('[E-23] [Q-01] every 401 gives NOTLOGGEDIN', () => {
  for (const code of ['SESSION_MISSING', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'WRONG_AUDIENCE', 'UNKNOWN'] as const)
    expect(couponError(new ApiError(401, code, 'Token not provided', {}))).toBe('NOTLOGGEDIN')
})

test("a cart below the coupon's minimum shows the server's message, and every other error the same sentence", () => {
  expect(couponError(new ApiError(200, 'COUPON_MINIMUM_NOT_MET', 'Add ₹50 more', {}))).toBe('Add ₹50 more')
  for (const error of [
    new ApiError(200, 'COUPON_MINIMUM_NOT_MET', '', {}),
    new ApiError(200, 'COUPON_INVALID', 'no', {}),
    new ApiError(0, 'NETWORK', '', undefined),
    new Error('cut off'),
  ])
    expect(couponError(error)).toBe(en.cartInvalidCoupon)
})
