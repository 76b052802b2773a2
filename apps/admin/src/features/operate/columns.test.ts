import { describe, expect, test } from 'vitest'
import { ageTone, columnOf, isRinging } from './columns.ts'

describe('where an order stands', () => {
  test.each([
    ['placed', 1, 'new'],
    ['accepted', 1, 'waiting'],
    ['accepted', 2, 'preparing'],
    ['assigned', 1, 'preparing'],
    ['ready', 2, 'waiting'],
    ['picked_up', 1, 'onTheWay'],
    ['scheduled', 1, 'scheduled'],
    ['schedule_confirmed', 2, 'scheduled'],
    ['awaiting_payment', 1, 'payment'],
  ] as const)('[U-19] %s of type %i stands under %s', (status, delivery_type, column) => {
    expect(columnOf({ status, delivery_type })).toBe(column)
  })

  test('[U-19] rings while nobody has accepted or confirmed it', () => {
    expect(
      (['placed', 'scheduled', 'accepted', 'awaiting_payment'] as const).map((status) => isRinging({ status })),
    ).toEqual([true, true, false, false])
  })

  test('[U-19] turns gold at five minutes and red at ten', () => {
    const since = '2026-11-21T12:00:00.000Z'
    const tones = [4.9, 5, 9.9, 10].map((minutes) => ageTone(since, Date.parse(since) + minutes * 60_000))
    expect(tones).toEqual(['plain', 'late', 'late', 'too-late'])
  })
})
