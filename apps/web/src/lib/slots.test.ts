import { expect, test } from 'vitest'
import { readSchedule } from './slots.ts'

const date = JSON.stringify({ day: 'Monday', date: '2026-11-23' })
const slot = JSON.stringify({ open: '09:00 AM', close: '09:30 AM' })

test('[GAP-08] a schedule is read from the stored texts of its day and slot', () => {
  expect(readSchedule(date, slot)).toEqual({
    date: { day: 'Monday', date: '2026-11-23' },
    slot: { open: '09:00 AM', close: '09:30 AM' },
  })
})

test.each([
  [null, null],
  [date, null],
  [undefined, slot],
  ['{', slot],
  ['"Monday"', slot],
  [JSON.stringify({ day: 'Monday', date: 'soon' }), slot],
  [date, JSON.stringify({ open: 9, close: 10 })],
])('[GAP-08] %s and %s are not a schedule', (on, at) => {
  expect(readSchedule(on, at)).toBeNull()
})
