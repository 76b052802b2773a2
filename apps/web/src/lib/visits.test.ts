import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

const zone = 'Asia/Kolkata'
const now = new Date('2026-11-28T04:30:00+05:30')

beforeEach(() => {
  vi.resetModules()
  installBrowser({ commonToday: 'Today', commonTomorrow: 'Tomorrow' })
})

test.each([
  ['en', '2026-11-28', 'Today'],
  ['en', '2026-11-29', 'Tomorrow'],
  ['en', '2026-11-30', 'Mon'],
  ['ur', '2026-11-30', 'پیر'],
  ['hi', '2026-11-30', 'सोम'],
])('in %s the day %s of the strip is %s, without its date', async (language, date, text) => {
  document.documentElement.lang = language
  const { weekdayText } = await import('./visits.ts')
  expect(weekdayText(date, zone, now)).toBe(text)
})
