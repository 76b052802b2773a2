import { expect, test } from 'vitest'
import { type FreeStart, partsOfDay } from './part-of-day.ts'

const startAt = (time: string): FreeStart => ({ starts_at: time, ends_at: time, time, stylists: [1] })

test('[V-40] free starts stand under morning, afternoon and evening, and empty parts are left out', () => {
  const parts = partsOfDay(['9:30', '11:45', '12:00', '16:45', '17:00', '20:15'].map(startAt))
  expect(parts.map(({ part, starts }) => [part, starts.map(({ time }) => time)])).toEqual([
    ['morning', ['9:30', '11:45']],
    ['afternoon', ['12:00', '16:45']],
    ['evening', ['17:00', '20:15']],
  ])
  expect(partsOfDay([startAt('18:00')]).map(({ part }) => part)).toEqual(['evening'])
  expect(partsOfDay([])).toEqual([])
})
