import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment } from './salon.ts'
import {
  canMarkNoShow,
  type Deposit,
  depositOf,
  isFreeToCancel,
  keptShare,
  ownSegments,
  shortestOwnMinutes,
} from './visit-terms.ts'

const HOUR_MS = 3_600_000
const terms = { depositMinor: 1005n, freeCancelHours: 24, lateCancelPercent: 50, noShowPercent: 100 }
const startsAt = Date.parse('2026-11-27T10:00:00Z')

describe('deposit', () => {
  const percent = (basisPoints: number): Deposit => ({ kind: 'percent', basisPoints })

  test('[V-07] is the sum of the amounts and percents of the services, rounded half up', () => {
    const services = [
      { priceMinor: 5000n, deposit: { kind: 'amount', minor: 1000n } as const },
      { priceMinor: 1001n, deposit: percent(2500) },
      { priceMinor: 9000n, deposit: { kind: 'none' } as const },
      { priceMinor: 102n, deposit: percent(2500) },
    ]
    expect(depositOf(services, 15_103n)).toBe(1000n + 250n + 26n)
  })

  test('[V-07] is at most the price of each service, and at most the amount due', () => {
    const services = [
      { priceMinor: 300n, deposit: { kind: 'amount', minor: 500n } as const },
      { priceMinor: 700n, deposit: { kind: 'none' } as const },
    ]
    expect(depositOf(services, 1000n)).toBe(300n)
    expect(depositOf(services, 120n)).toBe(120n)
    expect(depositOf([], 1000n)).toBe(0n)
  })
})

describe('kept share', () => {
  const cancelled = (hoursBefore: number, by: 'customer' | 'store' = 'customer') =>
    keptShare(terms, { status: 'cancelled', by, at: startsAt - hoursBefore * HOUR_MS, startsAt })

  test('[V-08] of a cancelled visit is zero until free cancellation ends, then the agreed part, rounded down', () => {
    expect([48, 24].map((hours) => cancelled(hours))).toEqual([0n, 0n])
    expect(keptShare(terms, { status: 'cancelled', by: 'customer', at: startsAt - 24 * HOUR_MS + 1, startsAt })).toBe(
      502n,
    )
    expect([1, 0, -1].map((hours) => cancelled(hours))).toEqual([502n, 502n, 502n])
  })

  test('[V-08] of a visit that the salon cancels is always zero', () => {
    expect([48, 1, -1].map((hours) => cancelled(hours, 'store'))).toEqual([0n, 0n, 0n])
  })

  test('[V-08] of a no-show has its own rate', () => {
    expect(keptShare(terms, { status: 'no_show' })).toBe(1005n)
    expect(keptShare({ ...terms, noShowPercent: 33 }, { status: 'no_show' })).toBe(331n)
  })

  test('[V-08] the customer can move and cancel for free until free cancellation ends', () => {
    const at = (hours: number) => isFreeToCancel(terms, { startsAt, now: startsAt - hours * HOUR_MS })
    expect([25, 24, 23, 0].map(at)).toEqual([true, true, false, false])
    expect(isFreeToCancel({ ...terms, freeCancelHours: 0 }, { startsAt, now: startsAt + 1 })).toBe(false)
  })

  test('[V-08] a move by the salon does not end free cancellation earlier, and a no-show before its end costs nothing', () => {
    const moved = { ...terms, freeUntil: startsAt + HOUR_MS }
    const at = (hours: number) => isFreeToCancel(moved, { startsAt, now: startsAt + hours * HOUR_MS })
    expect([-1, 0, 1, 1.5].map(at)).toEqual([true, true, true, false])
    expect(keptShare(moved, { status: 'no_show', at: startsAt + HOUR_MS })).toBe(0n)
    expect(keptShare(moved, { status: 'no_show', at: startsAt + HOUR_MS + 1 })).toBe(1005n)
    expect(isFreeToCancel({ ...moved, freeUntil: 0 }, { startsAt, now: startsAt - 24 * HOUR_MS })).toBe(true)
  })

  test('[V-08] a no-show can be recorded from the start plus the grace time on', () => {
    const after = (minutes: number) => canMarkNoShow({ startsAt, graceMinutes: 15, now: startsAt + minutes * 60_000 })
    expect([-1, 0, 14, 15, 200].map(after)).toEqual([false, false, false, true, true])
  })

  test('property: [V-08] the share is never below 0 and never above the deposit', () => {
    const whole = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        whole,
        whole,
        fc.nat(100),
        (depositMinor, late, noShow, at) => {
          const some = { depositMinor, freeCancelHours: 24, lateCancelPercent: late, noShowPercent: noShow }
          for (const share of [
            keptShare(some, { status: 'no_show' }),
            keptShare(some, { status: 'cancelled', by: 'customer', at: startsAt - at * HOUR_MS, startsAt }),
          ])
            expect(share >= 0n && share <= depositMinor).toBe(true)
        },
      ),
    )
  })
})

describe('a personal length', () => {
  const handsOn = (minutes: number): Segment => ({ minutes, needsStylist: true, resourceKind: 'chair' })
  const develops = (minutes: number): Segment => ({ minutes, needsStylist: false, resourceKind: 'chair' })
  const colour = [handsOn(30), develops(35), handsOn(20)]
  const minutesOf = (segments: readonly Segment[]) => segments.map(({ minutes }) => minutes)

  test('[V-01] changes the hands-on segments in proportion and keeps the others', () => {
    expect(minutesOf(ownSegments(colour, 95, 0))).toEqual([36, 35, 24])
    expect(minutesOf(ownSegments(colour, 85, 0))).toEqual([30, 35, 20])
    expect(minutesOf(ownSegments(colour, null, 0))).toEqual([30, 35, 20])
    expect(minutesOf(ownSegments([develops(20)], 40, 0))).toEqual([20])
  })

  test('[V-01] leaves each hands-on segment a minute', () => {
    expect(shortestOwnMinutes(colour)).toBe(37)
    expect(minutesOf(ownSegments(colour, 37, 0))).toEqual([1, 35, 1])
    expect(minutesOf(ownSegments(colour, 5, 0))).toEqual([1, 35, 1])
    expect(minutesOf(ownSegments([handsOn(100), handsOn(1), handsOn(1)], 10, 0))).toEqual([8, 1, 1])
  })

  test('[V-01] add-ons lengthen the first hands-on segment, or the first of all', () => {
    expect(minutesOf(ownSegments([develops(10), handsOn(30), handsOn(5)], null, 15))).toEqual([10, 45, 5])
    expect(minutesOf(ownSegments(colour, 95, 10))).toEqual([46, 35, 24])
    expect(minutesOf(ownSegments([develops(20), develops(5)], null, 15))).toEqual([35, 5])
  })

  test("property: [V-01] the segments add up to the stylist's own length of the service", () => {
    const segment = fc.record({ minutes: fc.integer({ min: 1, max: 90 }), needsStylist: fc.boolean() })
    const segments = fc.array(segment, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(segments, fc.nat(300), (some, more) => {
        const own = some.map((one) => ({ ...one, resourceKind: null }))
        fc.pre(own.some(({ needsStylist }) => needsStylist))
        const minutes = shortestOwnMinutes(own) + more
        const scaled = ownSegments(own, minutes, 0)
        expect(minutesOf(scaled).reduce((total, one) => total + one, 0)).toBe(minutes)
        for (const [index, { needsStylist }] of own.entries()) {
          if (needsStylist) expect(scaled[index]?.minutes).toBeGreaterThanOrEqual(1)
          else expect(scaled[index]).toEqual(own[index])
        }
      }),
    )
  })
})
