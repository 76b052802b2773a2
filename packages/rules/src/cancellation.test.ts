import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundShares, shareOfCancelled } from './cancellation.ts'

test.each([
  ['none', { ownMinor: 0n, promotionMinor: 0n }, { ownMinor: 701n, promotionMinor: 300n }],
  ['half', { ownMinor: 350n, promotionMinor: 150n }, { ownMinor: 351n, promotionMinor: 150n }],
  ['full', { ownMinor: 701n, promotionMinor: 300n }, { ownMinor: 0n, promotionMinor: 0n }],
] as const)('[U-19] 10.01 with %s refund is divided correctly', (share, back, kept) => {
  expect(shareOfCancelled({ ownMinor: 701n, promotionMinor: 300n }, share)).toEqual({ back, kept })
})

test('[U-19] [GAP-82] the parts add up, half is never more than half, and each part of the wallet gets back its money', () => {
  const minor = fc.bigInt({ min: 0n, max: 100_000_000n })
  fc.assert(
    fc.property(minor, minor, fc.constantFrom(...refundShares), (ownMinor, promotionMinor, share) => {
      const { back, kept } = shareOfCancelled({ ownMinor, promotionMinor }, share)
      for (const part of [back.ownMinor, back.promotionMinor, kept.ownMinor, kept.promotionMinor])
        expect(part >= 0n).toBe(true)
      expect(back.ownMinor + kept.ownMinor).toBe(ownMinor)
      expect(back.promotionMinor + kept.promotionMinor).toBe(promotionMinor)
      const given = { none: 0n, half: (ownMinor + promotionMinor) / 2n, full: ownMinor + promotionMinor }[share]
      expect(back.ownMinor + back.promotionMinor).toBe(given)
    }),
  )
})
