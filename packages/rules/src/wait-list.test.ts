import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from './opening-hours.ts'
import { claimsOf, type Salon, type Wish } from './salon.ts'
import { offersOf, suitingPlans, type WaitEntry } from './wait-list.ts'

/** Returns the moment of a local time in Bengaluru on Friday, 27 November 2026, or on another date. */
const at = (time: string, date = '2026-11-27') => Date.parse(`${date}T${time}:00+05:30`)
const range = (from: string, to: string) => ({ from: at(from), to: at(to) })
const daily = (open: string, close: string) => ({
  weekly: Object.fromEntries(weekdays.map((day) => [day, [{ open, close }]])),
})
const salon = (given: Partial<Salon> = {}): Salon => ({
  timeZone: 'Asia/Kolkata',
  hours: daily('10:00', '14:00'),
  stepMinutes: 60,
  leadMinutes: 0,
  horizonDays: 30,
  services: [{ id: 1, segments: [{ minutes: 60, needsStylist: true, resourceKind: 'chair' }], bufferMinutes: 0 }],
  stylists: [{ id: 1, serviceLengths: new Map([[1, null]]), hours: daily('00:00', '24:00'), busy: [] }],
  resources: [{ id: 1, kind: 'chair', busy: [] }],
  shortestMinutes: 60,
  ...given,
})
const allOffers = (...asked: Parameters<typeof offersOf>) => [...offersOf(...asked)].filter((one) => one !== undefined)
/** Returns a salon whose only person is busy at the given times. */
const freeAt = (...busy: { from: number; to: number }[]) =>
  salon({ stylists: salon().stylists.map((one) => ({ ...one, busy })) })
const cut: Wish = { serviceId: 1, stylistId: null, extraMinutes: 0, mode: 'after' }
const entry = (id: number, given: Partial<WaitEntry> = {}): WaitEntry => ({
  id,
  userId: id,
  turnAt: id,
  wishes: [cut],
  dates: ['2026-11-27'],
  from: null,
  to: null,
  customerBusy: [],
  offered: [],
  isHolding: false,
  ...given,
})
const now = at('08:00', '2026-11-20')
const shown = (some: Salon, entries: WaitEntry[], asked = now) =>
  allOffers(some, entries, asked).map(({ entryId, plan }) => [
    entryId,
    new Date(plan.startsAt + 330 * 60_000).toISOString().slice(11, 16),
  ])
const oneFree = freeAt(range('10:00', '12:00'), range('13:00', '14:00'))

describe('offers of free time', () => {
  test('[V-18] go to the entry that joined first, and the next one gets the next free time', () => {
    expect(shown(oneFree, [entry(1, { turnAt: 9 }), entry(2), entry(3)])).toEqual([[2, '12:00']])
    expect(shown(freeAt(range('10:00', '12:00')), [entry(2), entry(1)])).toEqual([
      [1, '12:00'],
      [2, '13:00'],
    ])
    expect(shown(oneFree, [entry(2, { turnAt: 5 }), entry(1, { turnAt: 5 })])).toEqual([[1, '12:00']])
  })

  test.each<[string, Partial<WaitEntry>]>([
    ['holds another time', { isHolding: true }],
    ['waits for another date', { dates: ['2026-11-28'], from: 0, to: 60 }],
    ['waits for earlier times', { from: 600, to: 719 }],
    ['waits for later times', { from: 721, to: 800 }],
    ['has another visit then', { customerBusy: [range('12:30', '15:00')] }],
    ['was offered a part of this time before', { offered: [range('11:30', '12:15')] }],
    ['waits for another person', { wishes: [{ ...cut, stylistId: 7 }] }],
  ])('[V-18] skip an entry whose customer %s', (_what, given) => {
    expect(shown(oneFree, [entry(1, given), entry(2)])).toEqual([[2, '12:00']])
  })

  test('[V-18] include both ends of a requested time range, and one customer gets one', () => {
    expect(shown(oneFree, [entry(1, { from: 720, to: 720 })])).toEqual([[1, '12:00']])
    expect(shown(salon(), [entry(1), entry(2, { userId: 1 }), entry(3)])).toEqual([
      [1, '10:00'],
      [3, '11:00'],
    ])
  })

  test('[V-18] do not begin within the lead time or before the offer would have ended', () => {
    expect(shown(salon(), [entry(1)], at('10:46'))).toEqual([[1, '12:00']])
    expect(shown(salon(), [entry(1)], at('10:45'))).toEqual([[1, '11:00']])
    expect(shown(salon({ leadMinutes: 90 }), [entry(1)], at('10:45'))).toEqual([[1, '13:00']])
    expect(shown(salon({ horizonDays: 6 }), [entry(1)])).toEqual([])
  })

  test('[V-18] are found without reading the dates after the first suitable one', () => {
    const looked: string[] = []
    const exceptions = Object.fromEntries(['2026-11-27', '2026-12-09'].map((date) => [date, [] as never[]]))
    const noting = new Proxy(exceptions, {
      get: (of, on) => {
        looked.push(String(on))
        return Reflect.get(of, on)
      },
    })
    const hours = { ...daily('10:00', '14:00'), exceptions: noting }
    const dates = ['2026-12-09', '2026-12-05', '2026-11-27']
    expect(shown(salon({ hours }), [entry(1, { dates })])).toEqual([[1, '10:00']])
    expect(looked).toContain('2026-12-05')
    expect(looked).not.toContain('2026-12-09')
  })

  test('[V-18] never overlap, suit their entry, and leave out no one who could be served before them', () => {
    const date = fc.constantFrom('2026-11-27', '2026-11-28')
    const minute = fc.integer({ min: 540, max: 840 })
    const entries = fc.array(
      fc.record({ userId: fc.integer({ min: 1, max: 4 }), turnAt: fc.integer({ min: 0, max: 5 }), date, minute }),
      { maxLength: 8 },
    )
    const busy = fc.array(
      fc.record({ hour: fc.integer({ min: 10, max: 13 }), date }).map(({ hour, date: on }) => ({
        from: at(`${hour}:00`, on),
        to: at(`${hour + 1}:00`, on),
      })),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(entries, busy, (list, taken) => {
        const waiting = list.map(({ userId, turnAt, date: on, minute: from }, index) =>
          entry(index, { userId, turnAt, dates: [on], from, to: 840 }),
        )
        const offers = allOffers(freeAt(...taken), waiting, now)
        const ranges = offers.map(({ plan }) => plan)
        for (const [index, one] of ranges.entries())
          for (const other of [
            ...ranges.slice(index + 1),
            ...taken.map(({ from, to }) => ({ startsAt: from, endsAt: to })),
          ])
            expect(one.startsAt < other.endsAt && other.startsAt < one.endsAt).toBe(false)
        const users = offers.map(({ entryId }) => waiting[entryId]!.userId)
        expect(new Set(users).size).toBe(users.length)
        // For each entry whose customer got no offer, the offers to the entries before it must leave no time that fits
        // it.
        for (const one of waiting.filter(({ userId }) => !users.includes(userId))) {
          const before = offers.filter(({ entryId }) => {
            const other = waiting[entryId]!
            return other.turnAt < one.turnAt || (other.turnAt === one.turnAt && other.id < one.id)
          })
          const left = freeAt(...taken, ...before.flatMap(({ plan }) => claimsOf(plan, null)))
          expect(suitingPlans(left, one, { now, most: 1, ...one })).toEqual([])
        }
      }),
    )
  })
})
