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
beforeAll(async () => {
  installBrowser()
  ;({ arrival } = await import('./progress.ts'))
})

describe('[F-11] minutes until arrival', () => {
  test('follow the promised time until the rider has the order', () => {
    expect(arrival({ order, status: 'accepted', position: null }, now)).toEqual({ minutes: 38, isLate: false })
    expect(arrival({ order, status: 'assigned', position: near }, now)?.minutes).toBe(38)
  })

  test("follow the rider's distance once they are on the way and their position is known", () => {
    expect(arrival({ order, status: 'picked_up', position: near }, now)?.minutes).toBe(3)
    expect(arrival({ order, status: 'picked_up', position: null }, now)?.minutes).toBe(38)
  })

  test('never exceed the promised time', () => {
    const far = { ...near, at: { latitude: 13.2, longitude: 77.9 } }
    expect(arrival({ order, status: 'picked_up', position: far }, now)).toEqual({ minutes: 38, isLate: false })
  })
})
