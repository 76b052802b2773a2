import { describe, expect, test } from 'vitest'
import { freeTimes, planAt, refusalAt, wishesProblem } from './availability.ts'
import type { OpeningHours } from './opening-hours.ts'
import { weekdays } from './opening-hours.ts'
import {
  claimsOf,
  type Plan,
  type Salon,
  type SalonService,
  type SalonStylist,
  type Segment,
  type Wish,
} from './salon.ts'

const MINUTE_MS = 60_000
/** Returns the moment of a local time in Bengaluru on Friday, 27 November 2026, or on another date. */
const at = (time: string, date = '2026-11-27') => Date.parse(`${date}T${time}:00+05:30`)
const range = (from: string, to: string) => ({ from: at(from), to: at(to) })
const daily = (...windows: [string, string][]): OpeningHours => ({
  weekly: Object.fromEntries(weekdays.map((day) => [day, windows.map(([open, close]) => ({ open, close }))])),
})
const handsOn = (minutes: number, resourceKind: string | null = null): Segment => ({
  minutes,
  needsStylist: true,
  resourceKind,
})
const develops = (minutes: number, resourceKind: string | null = null): Segment => ({
  minutes,
  needsStylist: false,
  resourceKind,
})
const service = (id: number, segments: Segment[], bufferMinutes = 0): SalonService => ({ id, segments, bufferMinutes })
const CUT = service(1, [handsOn(60)])
const stylist = (id: number, given: Partial<SalonStylist> = {}): SalonStylist => ({
  id,
  serviceLengths: new Map([1, 2, 3, 4, 5, 6].map((serviceId) => [serviceId, null])),
  hours: daily(['00:00', '24:00']),
  busy: [],
  ...given,
})
const salon = (given: Partial<Salon> = {}): Salon => ({
  timeZone: 'Asia/Kolkata',
  hours: daily(['10:00', '14:00']),
  stepMinutes: 60,
  leadMinutes: 0,
  horizonDays: 30,
  services: [CUT],
  stylists: [stylist(1)],
  resources: [],
  shortestMinutes: 5,
  ...given,
})
const wish = (serviceId: number, given: Partial<Wish> = {}): Wish => ({
  serviceId,
  stylistId: null,
  extraMinutes: 0,
  mode: 'after',
  ...given,
})
const asked = { now: at('08:00', '2026-11-20'), customerBusy: [], from: '2026-11-27', days: 1 }
const plansOf = (some: Salon, wishes: Wish[] = [wish(1)], given: Partial<typeof asked> = {}): Plan[] =>
  freeTimes(some, wishes, { ...asked, ...given })
/** Returns the local time in Bengaluru at which each plan starts. */
const startsOf = (plans: Plan[]) =>
  plans.map(({ startsAt }) => new Date(startsAt + 330 * MINUTE_MS).toISOString().slice(11, 16))
const stylistsOf = (plans: Plan[]) => plans.map(({ services }) => services.map(({ stylistId }) => stylistId))
const roomsOf = (plan: Plan | undefined) =>
  plan?.services.map(({ segments }) => segments.map(({ resourceId }) => resourceId))

describe('starts', () => {
  test('[V-02] are on the grid, and the visit ends within the hours of the store', () => {
    expect(startsOf(plansOf(salon()))).toEqual(['10:00', '11:00', '12:00', '13:00'])
    expect(startsOf(plansOf(salon({ hours: daily(['10:10', '12:50']), stepMinutes: 25 })))).toEqual([
      '10:25',
      '10:50',
      '11:15',
      '11:40',
    ])
  })

  test('[V-02] are within the hours of the stylist, with exceptions and breaks', () => {
    const hours = {
      ...daily(['09:00', '11:00'], ['12:00', '13:00']),
      exceptions: { '2026-11-28': [{ open: '13:00', close: '23:00' }] },
    }
    const plans = plansOf(salon({ stylists: [stylist(1, { hours })] }), [wish(1)], { days: 2 })
    expect(startsOf(plans)).toEqual(['10:00', '12:00', '13:00'])
    expect(plans[2]?.startsAt).toBe(at('13:00', '2026-11-28'))
  })

  test('[V-02] are not before now plus the lead time, or beyond the horizon', () => {
    const some = salon({ leadMinutes: 30, horizonDays: 1 })
    expect(startsOf(plansOf(some, [wish(1)], { now: at('11:30'), days: 5 }))).toEqual([
      '12:00',
      '13:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
    ])
    expect(startsOf(plansOf(some, [wish(1)], { now: at('11:31') }))).toEqual(['13:00'])
    expect(plansOf(some, [wish(1)], { now: at('11:31', '2026-11-25') })).toEqual([])
  })

  test('[V-02] avoid the claims and absences of the stylist, and other visits of the customer', () => {
    const some = salon({ stylists: [stylist(1, { busy: [range('11:00', '11:30'), range('11:20', '12:00')] })] })
    expect(startsOf(plansOf(some))).toEqual(['10:00', '12:00', '13:00'])
    const plans = freeTimes(salon(), [wish(1)], { ...asked, customerBusy: [range('10:30', '11:00')] })
    expect(startsOf(plans)).toEqual(['11:00', '12:00', '13:00'])
  })

  test('[V-02] allow a visit past midnight inside one window', () => {
    expect(startsOf(plansOf(salon({ hours: daily(['22:30', '00:30']), stepMinutes: 30 })))).toEqual([
      '22:30',
      '23:00',
      '23:30',
    ])
  })
})

describe('segments', () => {
  const colour = service(2, [handsOn(30, 'chair'), develops(60, 'chair'), handsOn(30, 'chair')])
  const chair = (id: number, ...busy: { from: number; to: number }[]) => ({ id, kind: 'chair', busy })

  test('[V-01] a stylist is free during a processing time, but the chair is not', () => {
    const busy = [range('10:30', '11:30')]
    const some = salon({
      services: [colour],
      stylists: [stylist(1, { busy })],
      resources: [chair(7)],
      hours: daily(['10:00', '12:00']),
    })
    expect(startsOf(plansOf(some, [wish(2)]))).toEqual(['10:00'])
    expect(plansOf({ ...some, resources: [chair(7, range('11:00', '11:10'))] }, [wish(2)])).toEqual([])
    expect(plansOf({ ...some, resources: [] }, [wish(2)])).toEqual([])
  })

  test('[V-01] a personal length of the stylist and add-ons change the end', () => {
    const own = stylist(1, { serviceLengths: new Map([[1, 90]]) })
    const [plan] = plansOf(salon({ stylists: [own] }), [wish(1, { extraMinutes: 10 })])
    expect(plan?.endsAt).toBe(at('11:40'))
  })

  test('[V-01] the buffer occupies the stylist and the chair, within the hours of the stylist', () => {
    const cut = service(1, [handsOn(60, 'chair')], 15)
    const some = salon({ services: [cut], resources: [chair(7)] })
    const [plan] = plansOf(some)
    expect(claimsOf(plan as Plan, 5)).toEqual([
      { thing: 'customer', thingId: 5, ...range('10:00', '11:00') },
      { thing: 'resource', thingId: 7, ...range('10:00', '11:15') },
      { thing: 'stylist', thingId: 1, ...range('10:00', '11:15') },
    ])
    // A visit at 13:00 is possible although the store closes at 14:00: the customer has left by 14:00, and the stylist
    // cleans until 14:15.
    expect(startsOf(plansOf(some))).toContain('13:00')
    const untilClose = { ...some, stylists: [stylist(1, { hours: daily(['10:00', '14:00']) })] }
    expect(startsOf(plansOf(untilClose))).toEqual(['10:00', '11:00', '12:00'])
    expect(startsOf(plansOf({ ...some, resources: [chair(7, range('11:00', '11:10'))] }))).toEqual(['12:00', '13:00'])
  })

  test('[V-01] one chair is used for all consecutive segments if possible', () => {
    const some = salon({ services: [colour], resources: [chair(1, range('11:30', '12:00')), chair(2)] })
    expect(roomsOf(plansOf(some, [wish(2)])[0])).toEqual([[2, 2, 2]])
    const both = salon({
      services: [colour],
      resources: [chair(1, range('11:30', '12:00')), chair(2, range('10:00', '10:30'))],
    })
    expect(roomsOf(plansOf(both, [wish(2)])[0])).toEqual([[1, 1, 2]])
  })

  test('[V-01] the chair of the previous service is used for the next one', () => {
    const wash = service(3, [handsOn(30, 'chair')])
    const some = salon({
      services: [wash],
      stepMinutes: 30,
      resources: [chair(1, range('10:00', '10:30')), chair(2), chair(3, range('10:00', '10:30'))],
    })
    expect(roomsOf(plansOf(some, [wish(3), wish(3)])[0])).toEqual([[2], [2]])
  })
})

describe('several services', () => {
  const nails = service(2, [handsOn(30)])
  const two = salon({ services: [CUT, nails], stylists: [stylist(1), stylist(2)] })
  const timesOf = (plan?: Plan) => plan?.services.map(({ startsAt, endsAt }) => [startsAt, endsAt])

  test('[V-03] follow each other without a gap, or start in parallel with different stylists', () => {
    const [after] = plansOf(two, [wish(1), wish(2)])
    expect(timesOf(after)).toEqual([
      [at('10:00'), at('11:00')],
      [at('11:00'), at('11:30')],
    ])
    expect(stylistsOf([after as Plan])).toEqual([[1, 1]])
    const [beside] = plansOf(two, [wish(1), wish(2, { mode: 'beside' }), wish(2)])
    expect(timesOf(beside)).toEqual([
      [at('10:00'), at('11:00')],
      [at('10:00'), at('10:30')],
      [at('11:00'), at('11:30')],
    ])
    expect(stylistsOf([beside as Plan])).toEqual([[1, 2, 1]])
  })

  test('[V-03] need two stylists and two chairs in parallel', () => {
    const wishes = [wish(1), wish(2, { mode: 'beside' })]
    expect(plansOf({ ...two, stylists: [stylist(1)] }, wishes)).toEqual([])
    const seated = { ...two, services: [service(1, [handsOn(60, 'chair')]), service(2, [handsOn(30, 'chair')])] }
    expect(plansOf({ ...seated, resources: [{ id: 1, kind: 'chair', busy: [] }] }, wishes)).toEqual([])
    const resources = [1, 2].map((id) => ({ id, kind: 'chair', busy: [] }))
    expect(roomsOf(plansOf({ ...seated, resources }, wishes)[0])).toEqual([[1], [2]])
  })

  test('[V-03] continue with another stylist if the first one is not free', () => {
    const stylists = [stylist(1, { busy: [range('11:00', '12:00')] }), stylist(2, { busy: [range('09:00', '11:00')] })]
    expect(stylistsOf(plansOf({ ...two, stylists }, [wish(1), wish(2)]).slice(0, 1))).toEqual([[1, 2]])
  })

  test('[V-03] start during the buffer of the previous service of the same visit', () => {
    const some = salon({ services: [service(1, [handsOn(60)], 30)] })
    const [plan] = plansOf(some, [wish(1), wish(1)])
    expect(claimsOf(plan as Plan, null)).toEqual([{ thing: 'stylist', thingId: 1, ...range('10:00', '12:30') }])
  })

  test('[V-03] need no stylist if the service has no hands-on segment', () => {
    const steam = service(4, [develops(60, 'room')])
    const some = salon({
      services: [steam],
      stylists: [],
      resources: [{ id: 3, kind: 'room', busy: [range('10:00', '11:00')] }],
    })
    const plans = plansOf(some, [wish(4)])
    expect([startsOf(plans)[0], stylistsOf(plans)[0], roomsOf(plans[0])]).toEqual(['11:00', [null], [[3]]])
  })
})

describe('anyone', () => {
  test('[V-04] is the stylist with the fewest booked minutes that day, then the one with the lowest id', () => {
    const stylists = [
      stylist(3, { busy: [range('13:00', '14:00')] }),
      stylist(2, { busy: [range('13:00', '13:30')] }),
      stylist(1, { busy: [range('12:00', '12:20'), range('13:50', '14:00')] }),
    ]
    expect(stylistsOf(plansOf(salon({ stylists })))).toEqual([[1], [1], [2]])
    expect(stylistsOf(plansOf(salon({ stylists: [stylist(9), stylist(8)] })).slice(0, 1))).toEqual([[8]])
  })

  test('[V-04] a requested stylist is never replaced by another', () => {
    const stylists = [stylist(1), stylist(2, { busy: [range('10:00', '13:00')] })]
    const plans = plansOf(salon({ stylists }), [wish(1, { stylistId: 2 })])
    expect([startsOf(plans), stylistsOf(plans)]).toEqual([['13:00'], [[2]]])
  })
})

describe('short gaps', () => {
  const some = salon({ stepMinutes: 15, hours: daily(['10:00', '13:00']), shortestMinutes: 30 })

  test('[V-05] no start leaves a stylist a gap shorter than the shortest service, before it or after it', () => {
    expect(startsOf(plansOf(some))).toEqual(['10:00', '10:30', '10:45', '11:00', '11:15', '11:30', '12:00'])
    const busy = [range('11:00', '11:30')]
    expect(startsOf(plansOf({ ...some, stylists: [stylist(1, { busy })] }))).toEqual(['10:00', '11:30', '12:00'])
  })

  test('[V-05] all starts are offered if every start of the day leaves such a gap', () => {
    const tight = { ...some, hours: daily(['10:05', '11:25']), stepMinutes: 5 }
    expect(startsOf(plansOf({ ...tight, shortestMinutes: 21 }))).toEqual(['10:05', '10:10', '10:15', '10:20', '10:25'])
    expect(startsOf(plansOf({ ...tight, shortestMinutes: 20 }))).toEqual(['10:05', '10:25'])
  })

  test('[V-05] a stylist without such a gap is preferred to one with fewer minutes', () => {
    const stylists = [stylist(1), stylist(2, { busy: [range('10:00', '10:15')] })]
    const plans = plansOf({ ...some, stylists })
    expect(startsOf(plans)[1]).toBe('10:15')
    expect(stylistsOf(plans).slice(0, 3)).toEqual([[1], [2], [1]])
  })
})

describe('checking one start', () => {
  test('[V-06] returns the plan of the list, even if the list leaves the start out because of a gap', () => {
    const some = salon({ stepMinutes: 15, shortestMinutes: 30 })
    const [first] = plansOf(some)
    expect(planAt(some, [wish(1)], at('10:00'), asked)).toEqual(first)
    expect(planAt(some, [wish(1)], at('10:15'), asked)?.startsAt).toBe(at('10:15'))
  })

  test.each([
    ['in the past', at('10:00', '2026-11-19')],
    ['off the grid', at('10:30')],
    ['on the grid of another zone', Date.parse('2026-11-27T10:00:00+05:45')],
    ['before the store opens', at('09:00')],
    ['too late to end before it closes', at('14:00')],
    ['beyond the horizon', at('10:00', '2026-12-21')],
  ])('[V-06] %s: SLOT_INVALID', (_, startsAt) => {
    expect(planAt(salon(), [wish(1)], startsAt, asked)).toBeUndefined()
    expect(refusalAt(salon(), [wish(1)], startsAt, asked.now)).toBe('SLOT_INVALID')
  })

  test('[V-06] a start that another visit has taken: SLOT_TAKEN', () => {
    const some = salon({ stylists: [stylist(1, { busy: [range('10:30', '10:40')] })] })
    expect(planAt(some, [wish(1)], at('10:00'), asked)).toBeUndefined()
    expect(refusalAt(some, [wish(1)], at('10:00'), asked.now)).toBe('SLOT_TAKEN')
    expect(planAt(salon(), [wish(1)], at('10:00', '2026-12-20'), asked)?.startsAt).toBe(at('10:00', '2026-12-20'))
  })

  test.each([
    ['TOO_MANY_SERVICES', Array(6).fill(wish(1))],
    ['TOO_MANY_SERVICES', []],
    ['SERVICE_UNKNOWN', [wish(1), wish(99)]],
    ['SERVICE_TOO_LONG', [wish(1, { extraMinutes: 1381 })]],
    ['STYLIST_CANNOT', [wish(1, { stylistId: 99 })]],
    ['STYLIST_CANNOT', [wish(7)]],
    [undefined, [wish(1, { extraMinutes: 1380 })]],
    [undefined, Array(5).fill(wish(1))],
  ] as [string | undefined, Wish[]][])('[V-06] an impossible request: %s', (problem, wishes) => {
    const some = salon({ services: [CUT, service(7, [handsOn(5)])] })
    expect(wishesProblem(some, wishes)).toBe(problem)
    if (problem) {
      expect(freeTimes(some, wishes, asked)).toEqual([])
      expect(planAt(some, wishes, at('10:00'), asked)).toBeUndefined()
    }
  })
})

describe('clock changes', () => {
  const allDay = (timeZone: string, stepMinutes: number): Salon =>
    salon({ timeZone, stepMinutes, hours: daily(['00:00', '24:00']) })
  /** Returns the local time in a time zone at which each plan starts. */
  const wallsOf = (timeZone: string, plans: Plan[]) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
    return plans.map(({ startsAt }) => format.format(startsAt))
  }
  const halfHours = Array.from(
    { length: 48 },
    (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
  )

  test.each([
    ['Europe/Berlin', '2026-10-25', [], 1500],
    ['Europe/Berlin', '2027-03-28', ['02:00', '02:30'], 1380],
    ['America/New_York', '2026-11-01', [], 1500],
    ['America/New_York', '2027-03-14', ['02:00', '02:30'], 1380],
    ['Australia/Lord_Howe', '2027-04-04', [], 1470],
    ['Australia/Lord_Howe', '2026-10-04', ['02:00'], 1410],
    ['Asia/Kolkata', '2026-11-27', [], 1440],
  ] as [string, string, string[], number][])(
    '[V-10] %s on %s offers each time that the local clock shows, once',
    (timeZone, from, skipped, minutes) => {
      const plans = freeTimes(allDay(timeZone, 30), [wish(1)], {
        ...asked,
        now: Date.parse(from) - 86_400_000,
        from,
        days: 2,
      })
      const first = plans.findIndex(({ startsAt }) => startsAt - (plans[0]?.startsAt ?? 0) === minutes * MINUTE_MS)
      const walls = wallsOf(timeZone, plans)
      expect(walls.slice(0, first)).toEqual(halfHours.filter((time) => !skipped.includes(time)))
      expect(walls.slice(first)).toEqual(halfHours)
      for (const { startsAt, endsAt } of plans) expect(endsAt - startsAt).toBe(60 * MINUTE_MS)
    },
  )

  test('[V-10] a repeated time is a start the first time, and hours are those of the local clock', () => {
    const hours = daily(['01:00', '04:00'])
    const some = { ...allDay('Europe/Berlin', 60), hours }
    const now = Date.parse('2026-10-24T12:00:00Z')
    const starts = freeTimes(some, [wish(1)], { ...asked, now, from: '2026-10-25' }).map(({ startsAt }) =>
      new Date(startsAt).toISOString().slice(11, 16),
    )
    // The starts in local time are 01:00, the first 02:00, and 03:00. The clocks go back, so the last two are two hours
    // apart.
    expect(starts).toEqual(['23:00', '00:00', '02:00'])
    const later = { ...some, horizonDays: 200 }
    expect(wallsOf('Europe/Berlin', freeTimes(later, [wish(1)], { ...asked, now, from: '2027-03-28' }))).toEqual([
      '01:00',
      '03:00',
    ])
  })
})
