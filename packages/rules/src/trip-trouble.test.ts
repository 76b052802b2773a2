import { expect, test } from 'vitest'
import { waitSeconds } from './trip-trouble.ts'

test('a rider waits five minutes for a customer, and the remaining time is never negative', () => {
  const at = new Date('2026-03-02T10:00:00Z')
  expect(waitSeconds(at, at)).toBe(300)
  expect(waitSeconds(at, new Date('2026-03-02T10:04:59.500Z'))).toBe(1)
  expect(waitSeconds(at, new Date('2026-03-02T10:05:00Z'))).toBe(0)
  expect(waitSeconds(at, new Date('2026-03-03T10:00:00Z'))).toBe(0)
})
