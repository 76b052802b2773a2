import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commissionMinor, referralLink } from './referral.ts'

test('[I-07] the link is the site with the code as ref', () => {
  expect(referralLink('https://shop.test', 'ABC123')).toBe('https://shop.test/?ref=ABC123')
  expect(referralLink('https://shop.test/', 'ABC123')).toBe('https://shop.test/?ref=ABC123')
})

test('[R-29] the code is escaped', () => {
  expect(referralLink('https://shop.test', 'A B')).toBe('https://shop.test/?ref=A%20B')
  expect(referralLink('https://shop.test', 'A&b=c#d')).toBe('https://shop.test/?ref=A%26b%3Dc%23d')
})

test('[R-28] commission is 5 % and rounds down', () => {
  expect(commissionMinor(99_900n, 500)).toBe(4_995n)
  expect(commissionMinor(90_000n, 500)).toBe(4_500n)
  expect(commissionMinor(99n, 500)).toBe(4n)
})

test('property: commission on parts never exceeds commission on the whole', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 8n })
  fc.assert(
    fc.property(minor, minor, fc.integer({ min: 0, max: 10_000 }), (a, b, basisPoints) => {
      const apart = commissionMinor(a, basisPoints) + commissionMinor(b, basisPoints)
      expect(apart <= commissionMinor(a + b, basisPoints)).toBe(true)
    }),
  )
})
