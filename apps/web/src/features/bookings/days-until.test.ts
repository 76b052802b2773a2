import { expect, test, vi } from 'vitest'
import { daysUntilText } from './days-until.ts'

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
