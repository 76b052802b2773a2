import { expect, test } from 'vitest'
import { nextAskMs } from './next-ask.ts'

test('[GAP-79] payment status queries have growing intervals and stay well below the rate limit', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(nextAskMs)).toEqual([2000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  let [asked, atMs] = [1, 0]
  while (atMs < 60_000) atMs += nextAskMs(asked++)
  expect(asked).toBeLessThanOrEqual(6)
})
