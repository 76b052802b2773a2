import { beforeAll, describe, expect, test } from 'vitest'
import { installBrowser } from '#test/browser.ts'
import type * as Progress from './progress.ts'
import type { Order } from './use-tracking.ts'

const now = Date.parse('2026-11-21T12:00:00')
const home = { latitude: '12.93410', longitude: '77.62430' }
const order = {
  promised_at: '2026-11-21 12:38:00',
  delivery_type: 1,
  location: JSON.stringify({ lat: home.latitude, lng: home.longitude }),
} as Order
const near = { at: { latitude: 12.9345, longitude: 77.6226 }, heading: null, seenAt: now }

let arrival: typeof Progress.arrival
let isLost: typeof Progress.isLost
beforeAll(async () => {
  installBrowser()
  ;({ arrival, isLost } = await import('./progress.ts'))
})

const clock = (time: string) => Date.parse(`2026-11-21T${time}`)

describe('[F-11] arrival', () => {
  test('follows the promised time until the rider has the order', () => {
    const asPromised = { at: clock('12:38:00'), minutes: 38, lateMinutes: 0, isOverdue: false }
    expect(arrival({ order, status: 'accepted', position: null }, now)).toEqual(asPromised)
    expect(arrival({ order, status: 'assigned', position: near }, now)).toEqual(asPromised)
    expect(arrival({ order, status: 'picked_up', position: null }, now)).toEqual(asPromised)
  })

  test("follows the rider's distance once they are on the way and their position is known", () => {
    expect(arrival({ order, status: 'picked_up', position: near }, now)).toEqual({
      at: clock('12:03:00'),
      minutes: 3,
      lateMinutes: 0,
      isOverdue: false,
    })
  })

  test('says how late a rider is who is too far away to keep the promised time', () => {
    const far = { ...near, at: { latitude: 13.2, longitude: 77.9 } }
    const expected = arrival({ order, status: 'picked_up', position: far }, now)!
    expect(expected.minutes).toBeGreaterThan(38)
    expect(expected.lateMinutes).toBe(expected.minutes - 38)
    expect(expected.isOverdue).toBe(false)
  })

  test('says that a promised time has passed', () => {
    const late = clock('12:45:00')
    expect(arrival({ order, status: 'accepted', position: null }, late)).toEqual({
      at: clock('12:38:00'),
      minutes: 0,
      lateMinutes: 7,
      isOverdue: true,
    })
    // The rider's position is from 45 minutes ago, so it must be ignored.
    expect(arrival({ order, status: 'picked_up', position: near }, late)).toMatchObject({ isOverdue: true })
    const position = { ...near, seenAt: late }
    expect(arrival({ order, status: 'picked_up', position }, late)).toMatchObject({
      at: clock('12:48:00'),
      lateMinutes: 10,
      isOverdue: false,
    })
  })

  test('does not count a position that is two minutes old', () => {
    const seen = (secondsAgo: number) => ({ ...near, seenAt: now - secondsAgo * 1000 })
    expect(isLost(seen(119), now)).toBe(false)
    expect(arrival({ order, status: 'picked_up', position: seen(119) }, now)?.minutes).toBe(3)
    expect(isLost(seen(120), now)).toBe(true)
    expect(arrival({ order, status: 'picked_up', position: seen(120) }, now)?.minutes).toBe(38)
    expect(isLost(null, now)).toBe(false)
  })

  test('is unknown without a promised time', () => {
    expect(arrival({ order: { ...order, promised_at: null }, status: 'accepted', position: null }, now)).toBeNull()
  })
})
