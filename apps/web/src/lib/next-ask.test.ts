import { expect, test } from 'vitest'
import { nextAskMs } from './next-ask.ts'

test('[GAP-79] a payment is asked about at growing distances, well within what one may ask in a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(nextAskMs)).toEqual([2000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  let [asked, atMs] = [1, 0]
  while (atMs < 60_000) atMs += nextAskMs(asked++)
  expect(asked).toBeLessThanOrEqual(6)
})
