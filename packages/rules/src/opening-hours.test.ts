import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOpenAt,
  nextOpening,
  type OpeningHours,
  scheduleDays,
  scheduleOffer,
  scheduleSlots,
} from './opening-hours.ts'

const india = 'Asia/Kolkata'
const newYork = 'America/New_York'
const MINUTE_MS = 60_000

/** Returns the moment of a local time in Bengaluru. */
const ist = (text: string) => new Date(`${text}:00+05:30`)
const openAt = (hours: OpeningHours, text: string) => isOpenAt(hours, ist(text), india)

// The tests use the opening hours of a Monday on 2026-11-16, because this date is a Monday.
const twice: OpeningHours = {
  weekly: {
    monday: [
      { open: '09:00', close: '13:00' },
      { open: '17:00', close: '21:30' },
    ],
  },
}
const late: OpeningHours = { weekly: { saturday: [{ open: '18:00', close: '02:00' }] } }

describe('invalid windows', () => {
  const badTimes = ['9:00am', 'x09:00', '09:0', '09:60', '24:01', '', '0900', '09:00:00']
  test.each(badTimes)('%s opens nothing, as an opening and as a closing time', (time) => {
    for (const window of [
      { open: time, close: '23:00' },
      { open: '01:00', close: time },
    ]) {
      const hours: OpeningHours = { weekly: { monday: [window], tuesday: [window] } }
      for (const hour of ['00:30', '09:30', '12:00', '23:30']) expect(openAt(hours, `2026-11-16T${hour}`)).toBe(false)
    }
  })

  test('a window that begins at 24:00 opens nothing; one that ends there lasts until midnight', () => {
    const never: OpeningHours = { weekly: { monday: [{ open: '24:00', close: '02:00' }] } }
    expect(['2026-11-16T23:59', '2026-11-17T00:00', '2026-11-17T01:00'].map((at) => openAt(never, at))).toEqual(
      Array(3).fill(false),
    )
    const evening: OpeningHours = { weekly: { monday: [{ open: '18:00', close: '24:00' }] } }
    expect(['2026-11-16T23:59', '2026-11-17T00:00'].map((at) => openAt(evening, at))).toEqual([true, false])
  })
})

describe('isOpenAt', () => {
  test('includes the opening minute and excludes the closing minute, with several windows a day', () => {
    const times = ['08:59', '09:00', '12:59', '13:00', '16:59', '17:00', '21:29', '21:30']
    expect(times.map((time) => openAt(twice, `2026-11-16T${time}`))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ])
    expect(openAt(twice, '2026-11-17T10:00')).toBe(false)
  })

  test('a window past midnight belongs to the evening on which it began', () => {
    expect(openAt(late, '2026-11-21T23:30')).toBe(true)
    expect(openAt(late, '2026-11-22T01:59')).toBe(true)
    expect(openAt(late, '2026-11-22T02:00')).toBe(false)
    expect(openAt(late, '2026-11-21T01:00')).toBe(false)
    expect(openAt(late, '2026-11-22T18:30')).toBe(false)
  })

  test('overlapping or adjacent windows in any order count as one', () => {
    const split: OpeningHours = {
      weekly: {
        monday: [
          { open: '12:15', close: '13:00' },
          { open: '09:00', close: '11:30' },
          { open: '11:30', close: '12:15' },
          { open: '10:00', close: '10:30' },
        ],
      },
    }
    const times = ['08:59', '09:00', '10:45', '11:30', '12:59', '13:00']
    expect(times.map((time) => openAt(split, `2026-11-16T${time}`))).toEqual([false, true, true, true, true, false])
    const offered = scheduleSlots({ hours: split, date: '2026-11-16', now: ist('2026-11-15T10:00'), timeZone: india })
    expect(offered.map(({ open }) => open).slice(4, 6)).toEqual(['11:00 AM', '11:30 AM'])
    expect(offered).toHaveLength(8)
  })

  test('uses the time zone of the store, not of the server', () => {
    const monday = new Date('2026-11-16T03:30:00Z')
    expect(isOpenAt(twice, monday, india)).toBe(true)
    expect(isOpenAt(twice, monday, 'UTC')).toBe(false)
  })

  test('a special date replaces its weekday, also as a closed day, but the previous night runs to its end', () => {
    const holiday = { ...late, exceptions: { '2026-11-21': [], '2026-11-20': [{ open: '20:00', close: '01:00' }] } }
    expect(openAt(holiday, '2026-11-21T19:00')).toBe(false)
    expect(openAt(holiday, '2026-11-21T00:30')).toBe(true)
    expect(openAt(holiday, '2026-11-28T19:00')).toBe(true)
  })

  test('midnight at both ends is the whole day, and invalid times are no window', () => {
    for (const close of ['24:00', '00:00']) {
      const all = { weekly: { monday: [{ open: '00:00', close }] } }
      expect(openAt(all, '2026-11-16T00:00')).toBe(true)
      expect(openAt(all, '2026-11-16T23:59')).toBe(true)
      expect(openAt(all, '2026-11-17T00:00')).toBe(false)
    }
    expect(openAt({ weekly: {} }, '2026-11-16T11:00')).toBe(false)
    const odd = ['9am-23:00', '10:00-24:30', '10:00-noon', '10:75-23:00', '24:00-23:00', '25:00-23:00']
    for (const window of odd) {
      const [open = '', close = ''] = window.split('-')
      expect(openAt({ weekly: { monday: [{ open, close }] } }, '2026-11-16T11:30'), window).toBe(false)
    }
  })
})

describe('nextOpening', () => {
  test('is now if the store is open, otherwise the next window, across days and closures', () => {
    expect(nextOpening(twice, ist('2026-11-16T10:00'), india)).toEqual(ist('2026-11-16T10:00'))
    expect(nextOpening(twice, ist('2026-11-16T14:00'), india)).toEqual(ist('2026-11-16T17:00'))
    expect(nextOpening(twice, ist('2026-11-16T22:00'), india)).toEqual(ist('2026-11-23T09:00'))
    const closed = { ...twice, exceptions: { '2026-11-23': [] } }
    expect(nextOpening(closed, ist('2026-11-16T22:00'), india)).toEqual(ist('2026-11-30T09:00'))
    expect(nextOpening({ weekly: {} }, ist('2026-11-16T22:00'), india)).toBeUndefined()
  })

  test('an opening time that a clock change skips opens right after the change', () => {
    const hours = { weekly: { sunday: [{ open: '02:30', close: '05:00' }] } }
    const before = new Date('2026-03-08T06:00:00Z')
    expect(nextOpening(hours, before, newYork)).toEqual(new Date('2026-03-08T07:00:00Z'))
  })

  test('an hour that a clock change repeats opens twice', () => {
    const hours = { weekly: { sunday: [{ open: '01:30', close: '01:45' }] } }
    const first = nextOpening(hours, new Date('2026-11-01T04:00:00Z'), newYork)
    expect(first).toEqual(new Date('2026-11-01T05:30:00Z'))
    expect(nextOpening(hours, new Date('2026-11-01T05:50:00Z'), newYork)).toEqual(new Date('2026-11-01T06:30:00Z'))
  })
})

describe('scheduleSlots', () => {
  const slots = (hours: OpeningHours, date: string, now: string, bufferMinutes?: number) =>
    scheduleSlots({ hours, date, now: ist(now), timeZone: india, bufferMinutes })

  test('are half hours within the hours, in the words of the wire', () => {
    const hours = { weekly: { monday: [{ open: '11:00', close: '12:45' }] } }
    expect(slots(hours, '2026-11-16', '2026-11-15T10:00')).toEqual([
      { open: '11:00 AM', close: '11:30 AM', startsAt: ist('2026-11-16T11:00') },
      { open: '11:30 AM', close: '12:00 PM', startsAt: ist('2026-11-16T11:30') },
      { open: '12:00 PM', close: '12:30 PM', startsAt: ist('2026-11-16T12:00') },
    ])
  })

  test('begin today after the buffer from now', () => {
    expect(slots(twice, '2026-11-16', '2026-11-16T20:00').map(({ open }) => open)).toEqual(['08:30 PM', '09:00 PM'])
    expect(slots(twice, '2026-11-16', '2026-11-16T20:01').map(({ open }) => open)).toEqual(['09:00 PM'])
    expect(slots(twice, '2026-11-16', '2026-11-16T20:00', 90)).toEqual([])
    expect(slots(twice, '2026-11-16', '2026-11-17T08:00')).toEqual([])
  })

  test('after midnight are offered on their own date', () => {
    expect(slots(late, '2026-11-22', '2026-11-20T10:00').map(({ open }) => open)).toEqual([
      '12:00 AM',
      '12:30 AM',
      '01:00 AM',
      '01:30 AM',
    ])
    expect(slots(late, '2026-11-21', '2026-11-20T10:00').at(-1)).toMatchObject({ open: '11:30 PM', close: '12:00 AM' })
  })

  test('that a clock change skips are not offered', () => {
    const hours = { weekly: { sunday: [{ open: '01:00', close: '04:00' }] } }
    const offered = scheduleSlots({
      hours,
      date: '2026-03-08',
      now: new Date('2026-03-07T00:00:00Z'),
      timeZone: newYork,
    })
    expect(offered.map(({ open }) => open)).toEqual(['01:00 AM', '01:30 AM', '03:00 AM', '03:30 AM'])
  })

  test('begin with today in the time zone of the store', () => {
    const now = new Date('2026-11-15T20:00:00Z')
    expect(scheduleDays({ now, timeZone: india, days: 2 })).toEqual([
      { day: 'Monday', date: '2026-11-16' },
      { day: 'Tuesday', date: '2026-11-17' },
    ])
  })
})

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const windows = fc.array(fc.record({ open: time, close: time }), { maxLength: 3 })
const hours: fc.Arbitrary<OpeningHours> = fc.record({
  weekly: fc.record({
    monday: windows,
    tuesday: windows,
    wednesday: windows,
    thursday: windows,
    friday: windows,
    saturday: windows,
    sunday: windows,
  }),
  exceptions: fc.dictionary(fc.constantFrom('2026-11-01', '2026-03-08', '2026-11-18'), windows),
})
const zone = fc.constantFrom(india, newYork, 'UTC', 'Pacific/Chatham', 'Australia/Lord_Howe')
const instant = fc
  .integer({ min: 0, max: 365 * 24 * 60 })
  .map((minute) => new Date(Date.UTC(2026, 0, 1) + minute * MINUTE_MS))

describe('properties', () => {
  test('property: the next opening is open, not in the past, and nothing before it is open', () => {
    fc.assert(
      fc.property(hours, instant, zone, (open, now, timeZone) => {
        const next = nextOpening(open, now, timeZone)
        if (!next) return
        expect(isOpenAt(open, next, timeZone)).toBe(true)
        expect(next >= now).toBe(true)
        const horizon = Math.min(next.getTime(), now.getTime() + 2 * 24 * 60 * MINUTE_MS)
        for (let at = now.getTime(); at < horizon; at += 15 * MINUTE_MS) {
          expect(isOpenAt(open, new Date(at), timeZone)).toBe(false)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('property: a store is open from the first to the last minute of every slot, and slots do not overlap', () => {
    fc.assert(
      fc.property(hours, instant, zone, (open, now, timeZone) => {
        const [day] = scheduleDays({ now, timeZone, days: 1 })
        const offered = scheduleSlots({ hours: open, date: day?.date ?? '', now, timeZone, bufferMinutes: 0 })
        for (const [index, { startsAt }] of offered.entries()) {
          expect(isOpenAt(open, startsAt, timeZone)).toBe(true)
          expect(startsAt >= now).toBe(true)
          const next = offered[index + 1]
          if (next) expect(+next.startsAt - +startsAt >= 30 * MINUTE_MS).toBe(true)
          if (timeZone === india) expect(isOpenAt(open, new Date(+startsAt + 29 * MINUTE_MS), timeZone)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('scheduleOffer', () => {
  const day = [{ open: '10:00', close: '12:00' }]
  const everyDay: OpeningHours = {
    weekly: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
  }
  const offer = (hours: OpeningHours, now: string, futureDays: number, isFixed = false) =>
    scheduleOffer({ hours, now: ist(now), timeZone: india, bufferMinutes: 30, futureDays, isFixed })
  const dates = (days: { date: string }[]) => days.map(({ date }) => date)

  test('[GAP-08] offers a number of days in the time zone of the store, today first, and no time beyond them', () => {
    // Reads the days that the store offers on 2026-11-18, a Wednesday.
    const days = offer(everyDay, '2026-11-18T09:00', 7)
    expect(dates(days)).toEqual([18, 19, 20, 21, 22, 23, 24].map((date) => `2026-11-${date}`))
    expect(days[0]).toMatchObject({ day: 'Wednesday', slots: { length: 4 } })
    // Late in the evening in India, the first day offered is still the same day there, although the date in UTC may
    // differ.
    expect(dates(offer(everyDay, '2026-11-18T23:50', 2, true))).toEqual(['2026-11-18', '2026-11-19'])
    expect(dates(offer(everyDay, '2026-11-19T00:10', 2, true))).toEqual(['2026-11-19', '2026-11-20'])
  })

  test('[GAP-08] leaves out days without a slot, and continues into the next week as far as necessary', () => {
    const { saturday: _saturday, sunday: _sunday, ...weekly } = everyDay.weekly
    const office: OpeningHours = { weekly, exceptions: { '2026-11-23': [] } }
    expect(dates(offer(office, '2026-11-20T11:00', 3))).toEqual(['2026-11-20', '2026-11-24', '2026-11-25'])
    // The store does not offer today, because its last slot is over, and no day after the end of the next week.
    expect(dates(offer(office, '2026-11-20T13:00', 30))).toEqual([24, 25, 26, 27].map((date) => `2026-11-${date}`))
  })

  test('[GAP-08] offers closed days without a slot if the number of days is fixed', () => {
    const sundays: OpeningHours = { weekly: { sunday: day } }
    const days = offer(sundays, '2026-11-20T13:00', 4, true)
    expect(days.map(({ date, slots }) => [date, slots.length])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 0],
      ['2026-11-22', 4],
      ['2026-11-23', 0],
    ])
  })

  test('[GAP-08] offers nothing for invalid settings and closed stores', () => {
    for (const futureDays of [0, -3, Number.NaN]) expect(offer(everyDay, '2026-11-18T09:00', futureDays)).toEqual([])
    expect(offer({ weekly: {} }, '2026-11-18T09:00', 7)).toEqual([])
    expect(offer(everyDay, '2026-11-18T09:00', 1000, true)).toHaveLength(60)
  })
})
