import { expect, test } from 'vitest'
import { type FreeStart, monthsOf, openDates, partsOfDay } from './part-of-day.ts'

const startAt = (time: string): FreeStart => ({ starts_at: time, ends_at: time, time, stylists: [1] })

test('[V-40] free starts are grouped by morning, afternoon and evening, and empty groups are left out', () => {
  const parts = partsOfDay(['9:30', '11:45', '12:00', '16:45', '17:00', '20:15'].map(startAt))
  expect(parts.map(({ part, starts }) => [part, starts.map(({ time }) => time)])).toEqual([
    ['morning', ['9:30', '11:45']],
    ['afternoon', ['12:00', '16:45']],
    ['evening', ['17:00', '20:15']],
  ])
  expect(partsOfDay([startAt('18:00')]).map(({ part }) => part)).toEqual(['evening'])
  expect(partsOfDay([])).toEqual([])
})

test('[V-18] the wait list offers no date on which the salon has no hours', () => {
  const days = [
    { date: '2026-11-30', is_open: true },
    { date: '2026-12-01', is_open: false },
    { date: '2026-12-02', is_open: true },
  ]
  expect(openDates(days)).toEqual(['2026-11-30', '2026-12-02'])
})

test('the heading above the days names each of their months', () => {
  expect(monthsOf(['2026-11-27', '2026-11-30', '2026-12-01'], 'en-IN')).toBe('November – December')
  expect(monthsOf(['2026-12-01', '2026-12-02'], 'en-IN')).toBe('December')
})
