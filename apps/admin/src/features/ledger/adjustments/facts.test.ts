import type { Output } from '@nukkad/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import { amountError, formatAmount, formatWhen, typedAmount } from './facts.ts'

test.each([
  ['120', '120'],
  [' 120.50 ', '120.50'],
  ['0.01', '0.01'],
  ['0', undefined],
  ['0.00', undefined],
  ['-5', undefined],
  ['1,200', undefined],
  ['12.', undefined],
  ['', undefined],
  ['1234567890123', undefined],
])('[U-20] “%s” typed as an amount is read as %s', (text, amount) => {
  expect(typedAmount(text)).toBe(amount)
})

test('[U-20] an amount is shown without its sign, and a missing one as zero of the currency of the shop', () => {
  queryClient.setQueryData(ask('dashboard/me', {}).queryKey, { currency: 'INR' } as Output<'dashboard/me'>)
  expect(formatAmount({ amount: '-120.50', currency: 'INR' })).toBe('₹120.50')
  expect(formatAmount({ amount: '9', currency: 'USD' })).toBe('$9.00')
  expect(formatAmount({ amount: null, currency: null })).toBe('₹0.00')
  expect(formatWhen(null)).toBe('–')
})

describe('a refusal of the amount', () => {
  const refusal = (code: ApiError['code']) => new ApiError(422, code, 'Said by the server.')

  test('[U-20] is shown next to the field', () => {
    expect(amountError(refusal('WALLET_TOO_LOW'))).toBe('The wallet does not hold enough money.')
    for (const code of ['AMOUNT_INVALID', 'REFUND_TOO_HIGH', 'COLLECTION_TOO_HIGH', 'SETTLEMENT_TOO_HIGH'] as const)
      expect(amountError(refusal(code))).toBe('Said by the server.')
  })

  test('[U-20] does not include other errors', () => {
    for (const code of ['PERMISSION_MISSING', 'NETWORK', 'NOT_FOUND'] as const)
      expect(amountError(refusal(code))).toBeUndefined()
  })
})
