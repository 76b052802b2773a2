import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays } from './opening-hours.ts'
import { salonUse, type UsedPerson } from './salon-use.ts'

const week = (open: string, close: string) => ({
  weekly: Object.fromEntries(weekdays.map((day) => [day, [{ open, close }]])),
})
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const person = (more: Partial<UsedPerson> = {}): UsedPerson => ({
  hours: week('09:00', '17:00'),
  absences: [],
  claims: [],
  since: null,
  until: null,
  ...more,
})
const berlin = { timeZone: 'Europe/Berlin', hours: null, people: [], resources: [] }
const day = (date: string) => ({ from: date, to: date })

describe('the use of a salon', () => {
  it('[V-22] is the claimed part of the hours without absences, and separately the time claimed outside the hours', () => {
    const nila = person({
      absences: [span('2026-11-10T12:00+01:00', '2026-11-10T18:00+01:00')],
      claims: [
        span('2026-11-10T08:30+01:00', '2026-11-10T09:30+01:00'),
        span('2026-11-10T11:00+01:00', '2026-11-10T12:30+01:00'),
      ],
    })
    expect(salonUse({ ...berlin, people: [nila] }, day('2026-11-10'))).toEqual({
      people: [{ open: 180, claimed: 90, extra: 60 }],
      resources: [],
      days: [{ date: '2026-11-10', open: 180, claimed: 90 }],
    })
  })

  it("[V-22] counts a person within the store's hours, and a chair while the store is open", () => {
    const chair = { since: null, until: null, claims: [span('2026-11-10T10:00+01:00', '2026-11-10T12:00+01:00')] }
    const salon = { ...berlin, hours: week('10:00', '14:00'), people: [person()], resources: [chair] }
    expect(salonUse(salon, day('2026-11-10'))).toMatchObject({
      people: [{ open: 240, claimed: 0 }],
      resources: [{ open: 240, claimed: 120, extra: 0 }],
    })
    const late = person({ hours: week('12:00', '20:00') })
    const free = { ...salon, hours: null, people: [person(), late] }
    expect(salonUse(free, day('2026-11-10')).resources).toEqual([{ open: 660, claimed: 120, extra: 0 }])
  })

  it('[V-22] follows the local clock on days of a clock change', () => {
    const people = [person({ hours: week('00:00', '24:00') })]
    const open = (date: string) => salonUse({ ...berlin, people }, day(date)).days[0]!.open
    expect([open('2026-03-28'), open('2026-03-29'), open('2026-10-25')]).toEqual([1440, 1380, 1500])
    const night = [person({ hours: week('22:00', '06:00') })]
    const both = salonUse({ ...berlin, people: night }, { from: '2026-03-28', to: '2026-03-29' })
    expect(both.days.map((one) => one.open)).toEqual([480, 420])
  })

  it('[V-22] begins with the first day and ends with the last one, also for claims over midnight', () => {
    const claims = [
      span('2026-11-09T23:00+01:00', '2026-11-10T01:00+01:00'),
      span('2026-11-11T23:00+01:00', '2026-11-12T01:00+01:00'),
    ]
    const people = [person({ hours: week('00:00', '24:00'), claims })]
    expect(salonUse({ ...berlin, people }, { from: '2026-11-10', to: '2026-11-11' })).toMatchObject({
      people: [{ open: 2880, claimed: 120, extra: 0 }],
      days: [{ claimed: 60 }, { claimed: 60 }],
    })
  })

  it('[V-22] counts a person only while they were there', () => {
    const people = [
      person({ since: Date.parse('2026-11-10T13:00+01:00') }),
      person({ until: Date.parse('2026-11-10T10:00+01:00') }),
    ]
    expect(salonUse({ ...berlin, people }, day('2026-11-10')).people.map((one) => one.open)).toEqual([240, 60])
  })

  it('[V-22] the use of a period is the sum of its days', () => {
    const minute = fc.integer({ min: 0, max: 6 * 1440 })
    const claim = fc.tuple(minute, fc.integer({ min: 1, max: 300 })).map(([at, length]) => {
      const from = Date.parse('2026-10-23T00:00Z') + at * 60_000
      return { from, to: from + length * 60_000 }
    })
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 12 }), (claims) => {
        const salon = { ...berlin, people: [person({ claims, hours: week('20:00', '04:00') })] }
        const whole = salonUse(salon, { from: '2026-10-23', to: '2026-10-27' })
        const parts = whole.days.map(({ date }) => salonUse(salon, day(date)))
        const sum = (of: 'open' | 'claimed' | 'extra') => parts.reduce((total, { people }) => total + people[0]![of], 0)
        expect(whole.people[0]).toEqual({ open: sum('open'), claimed: sum('claimed'), extra: sum('extra') })
        expect(whole.days).toEqual(parts.flatMap(({ days }) => days))
      }),
    )
  })
})
