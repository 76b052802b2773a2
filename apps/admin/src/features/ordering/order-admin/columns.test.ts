import { describe, expect, test } from 'vitest'
import { ageTone, columnOf, isNew, latestFirst, minutesLate } from './columns.ts'
import type { Status } from './order-texts.ts'

describe('the column of an order', () => {
  test.each([
    ['placed', 1, 'new'],
    ['accepted', 1, 'waiting'],
    ['accepted', 2, 'preparing'],
    ['assigned', 1, 'preparing'],
    ['ready', 2, 'waiting'],
    ['picked_up', 1, 'onTheWay'],
    ['scheduled', 1, 'new'],
    ['schedule_confirmed', 2, 'scheduled'],
    ['awaiting_payment', 1, 'payment'],
  ] as const)('[U-19] %s of type %i is in column %s', (status, delivery_type, column) => {
    expect(columnOf({ status, delivery_type })).toBe(column)
  })

  test('[U-19] an order is new, and rings, until someone has accepted or confirmed it', () => {
    expect(
      (['placed', 'scheduled', 'accepted', 'awaiting_payment'] as const).map((status) => isNew({ status })),
    ).toEqual([true, true, false, false])
  })

  const since = '2026-11-21T12:00:00.000Z'
  const toneAfter = (minutes: number, order: { status: 'placed' | 'accepted' | 'scheduled'; delivery_type: 1 | 2 }) =>
    ageTone({ ...order, since }, { now: Date.parse(since) + minutes * 60_000, lateAfter: { store: 10, rider: 30 } })

  test('[U-19] it turns red after the minutes of the setting, and gold after half of them', () => {
    const placed = { status: 'placed', delivery_type: 1 } as const
    expect([4.9, 5, 9.9, 10].map((minutes) => toneAfter(minutes, placed))).toEqual([
      'plain',
      'late',
      'late',
      'too-late',
    ])
    // The customer collects a self-pickup order, so the order never waits for a rider.
    expect(toneAfter(10, { status: 'accepted', delivery_type: 2 })).toBe('too-late')
  })

  test('[U-19] it has separate minutes while it waits for a rider, and none while it is scheduled', () => {
    const forRider = { status: 'accepted', delivery_type: 1 } as const
    expect([14.9, 15, 29.9, 30].map((minutes) => toneAfter(minutes, forRider))).toEqual([
      'plain',
      'late',
      'late',
      'too-late',
    ])
    expect(toneAfter(600, { status: 'scheduled', delivery_type: 1 })).toBe('plain')
  })
})

describe('late orders', () => {
  const now = Date.parse('2026-11-21T12:30:00.000Z')
  const order = (status: Status, at: string | null) => ({ status, promised_at: at, scheduled_for: null }) as const

  test('[U-19] an order is late from a whole minute after its promised time, a scheduled one after its slot', () => {
    expect(minutesLate(order('accepted', '2026-11-21T12:29:01.000Z'), now)).toBe(0)
    expect(minutesLate(order('picked_up', '2026-11-21T12:18:00.000Z'), now)).toBe(12)
    const slot = { status: 'accepted', promised_at: null, scheduled_for: '2026-11-21T12:25:00.000Z' } as const
    expect(minutesLate(slot, now)).toBe(5)
    expect(minutesLate(order('accepted', null), now)).toBe(0)
  })

  test('[U-19] an order that is scheduled, unpaid, finished, or waits for its customer is never late', () => {
    for (const status of ['ready', 'scheduled', 'awaiting_payment', 'delivered', 'cancelled'] as const)
      expect(minutesLate(order(status, '2026-11-21T12:00:00.000Z'), now)).toBe(0)
  })

  test('[U-19] the most delayed is first, and the others keep their order', () => {
    const orders = [
      { id: 1, ...order('accepted', '2026-11-21T12:40:00.000Z') },
      { id: 2, ...order('accepted', '2026-11-21T12:50:00.000Z') },
      { id: 3, ...order('accepted', '2026-11-21T12:20:00.000Z') },
      { id: 4, ...order('picked_up', '2026-11-21T12:10:00.000Z') },
    ]
    expect(latestFirst(orders, now).map(({ id }) => id)).toEqual([4, 3, 1, 2])
  })
})
