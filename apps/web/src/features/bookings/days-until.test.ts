import { expect, test, vi } from 'vitest'
import { daysUntil, daysUntilText } from './days-until.ts'

const zone = 'Asia/Kolkata'
const now = new Date('2026-11-28T04:30:00+05:30')
vi.stubGlobal('document', { documentElement: { lang: 'en' } })

test.each([
  ['2026-11-27T10:00:00+05:30', null],
  ['2026-11-28T10:00:00+05:30', null],
  ['2026-11-29T00:30:00+05:30', 'tomorrow'],
  ['2026-12-02T23:00:00+05:30', 'in 4 days'],
])('a visit on %s is %s', (instant, text) => {
  expect(daysUntilText(instant, zone, now)).toBe(text)
})

test.each([
  ['2026-11-27T23:59:00+05:30', -1],
  ['2026-11-28T23:59:00+05:30', 0],
  ['2026-12-12T00:00:00+05:30', 14],
])('%s is %i days from today', (instant, days) => {
  expect(daysUntil(instant, zone, now)).toBe(days)
})
