import { expect, test } from 'vitest'
import { changedPrice } from './bulk-price.ts'

test.each([
  [10_000n, 'amount', '5', 10_500n],
  [10_000n, 'amount', '-5.50', 9450n],
  [300n, 'amount', '-5', 0n],
  [10_000n, 'percent', '10', 11_000n],
  [9999n, 'percent', '12.5', 11_249n],
  [10_005n, 'percent', '-50', 5003n],
  [10_000n, 'percent', '-150', 0n],
  [10_000n, 'percent', 'ten', undefined],
  [10_000n, 'amount', '1.234', undefined],
] as const)('[U-11] a price of %s changed by %s %s is %s', (price, by, value, expected) => {
  expect(changedPrice(price, { by, value }, 'INR')).toBe(expected)
})

test('[U-11] a currency without decimals gets whole prices', () => {
  expect(changedPrice(1000n, { by: 'amount', value: '5.5' }, 'JPY')).toBeUndefined()
  expect(changedPrice(1000n, { by: 'amount', value: '5' }, 'JPY')).toBe(1005n)
})
