import { describe, expect, test } from 'vitest'
import { columnsOf, type Diary, instantAt, minuteOn, mondayOf, movedTo, snapped, spanOf, type Visit } from './diary.ts'

const date = '2026-11-30'
const zone = 'Asia/Kolkata'
const at = (time: string, day = date) => new Date(`${day}T${time}:00+05:30`).toISOString()

type Made = {
  id: string
  from: string
  to: string
  stylist?: number | null
  pause?: [string, string]
  status?: Visit['status']
}

function visit({ id, from, to, stylist = 1, pause, status = 'booked' }: Made): Visit {
  const ends = pause ? [from, pause[0], pause[1], to] : [from, to]
  const segments = ends.slice(1).map((end, index) => ({
    starts_at: at(ends[index]!),
    ends_at: at(end),
    stylist_id: index === 1 ? null : stylist,
    resource_id: 1,
  }))
  return {
    unique_visit_id: id,
    status,
    customer: 'Asha Menon',
    phone: null,
    is_first: false,
    starts_at: at(from),
    ends_at: at(to),
    services: [
      {
        item_id: 1,
        name: 'Cut',
        image: null,
        stylist: stylist === null ? null : { id: stylist, name: stylist === 9 ? 'Gone' : 'Nila', image: null },
        is_wished: false,
        mode: 'after',
        starts_at: at(from),
        ends_at: at(to),
        addons: [],
        price: null,
        segments,
      },
    ],
    order: null,
    goods: [],
    tip: null,
    taken: null,
    takings: [],
    may_correct_takings: false,
    terms: null,
    kept: null,
    no_show_from: null,
  }
}

function diary(change: Partial<Diary> = {}): Diary {
  const windows = [
    { from: at('09:30'), to: at('13:00') },
    { from: at('14:00'), to: at('18:15') },
  ]
  return {
    success: true,
    now: at('10:00'),
    time_zone: zone,
    currency: 'INR',
    step_minutes: 15,
    stylists: [
      { id: 1, name: 'Nila', image: null, service_ids: [1] },
      { id: 2, name: 'Farah', image: null, service_ids: [1] },
    ],
    resources: [],
    services: [],
    days: [
      {
        date,
        stylists: [
          { id: 1, windows },
          { id: 2, windows: [] },
        ],
      },
    ],
    absences: [],
    visits: [],
    may_change: true,
    ...change,
  }
}

const [nila, farah] = columnsOf(diary()) as [ReturnType<typeof columnsOf>[0], ReturnType<typeof columnsOf>[0]]
const blockAt = (made: Made) => columnsOf(diary({ visits: [visit(made)] }))[0]!.blocks[0]!

describe('the columns of a diary', () => {
  test('[V-60] shade the time outside hours, breaks and absences, each with its reason', () => {
    const absences = [{ id: 1, stylist_id: 1, starts_at: at('16:00'), ends_at: at('17:00'), reason: 'Dentist' }]
    const [column] = columnsOf(diary({ absences }))
    expect(column!.shades.map(({ from, to, kind, text }) => [from / 60, to / 60, kind, text])).toEqual([
      [0, 9.5, 'closed', ''],
      [13, 14, 'break', 'Break'],
      [18.25, 24, 'closed', ''],
      [16, 17, 'absent', 'Absent: Dentist'],
    ])
    expect(farah.shades).toMatchObject([{ from: 0, to: 1440, kind: 'closed' }])
  })

  test('[V-60] show the pauses of a service, and place a visit in a pause next to it', () => {
    const visits = [
      visit({ id: 'A', from: '10:00', to: '11:25', pause: ['10:30', '11:05'] }),
      visit({ id: 'B', from: '10:30', to: '11:00' }),
      visit({ id: 'C', from: '11:25', to: '12:00' }),
    ]
    const blocks = columnsOf(diary({ visits }))[0]!.blocks
    expect(blocks.map((block) => block.lane)).toEqual([0, 1, 0])
    expect(blocks[0]!.pauses).toEqual([{ from: 630, to: 665 }])
  })

  test('[V-60] leave out cancelled visits, and keep those of people who have left and those without a person', () => {
    const visits = [
      visit({ id: 'A', from: '10:00', to: '10:30', status: 'cancelled' }),
      visit({ id: 'B', from: '10:00', to: '10:30', stylist: 9 }),
      visit({ id: 'C', from: '10:00', to: '10:30', stylist: null }),
    ]
    const columns = columnsOf(diary({ visits }))
    expect(columns.map(({ name, blocks }) => [name, blocks.length])).toEqual([
      ['Nila', 0],
      ['Farah', 0],
      ['Gone', 1],
      ['No person needed', 1],
    ])
    expect(columnsOf(diary({ visits, may_change: false }))).toHaveLength(2)
    expect(columnsOf(diary({ visits }), 1).map(({ name }) => name)).toEqual(['Nila'])
  })

  test('[V-60] cover whole hours of all working times and visits, and a normal day if there are none', () => {
    expect(spanOf(columnsOf(diary()))).toEqual({ from: 9 * 60, to: 19 * 60 })
    const early = columnsOf(diary({ visits: [visit({ id: 'A', from: '07:45', to: '08:15' })] }))
    expect(spanOf(early)).toEqual({ from: 7 * 60, to: 19 * 60 })
    expect(spanOf([farah])).toEqual({ from: 9 * 60, to: 18 * 60 })
  })
})

describe('the time zone of the salon', () => {
  test('[V-60] is converted in both directions on both days of a clock change', () => {
    for (const day of ['2026-03-29', '2026-10-25'])
      for (const minute of [0, 90, 4 * 60, 600]) {
        const instant = instantAt(day, minute, 'Europe/Berlin')
        expect(minuteOn(day, instant, 'Europe/Berlin')).toBe(minute)
      }
    expect(minuteOn(date, at('23:30', '2026-11-29'), zone)).toBe(-30)
    expect(instantAt(date, 1440 + 60, zone)).toBe(Date.parse(at('01:00', '2026-12-01')))
  })

  test('[V-60] a week begins on Monday', () => {
    expect(['2026-11-30', '2026-12-02', '2026-12-06'].map(mondayOf)).toEqual([date, date, date])
    expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  })
})

describe('a moved block', () => {
  const grid = { date, stepMinutes: 15, timeZone: zone }

  test('[V-61] snaps to the grid of the salon and stays on its date', () => {
    const block = blockAt({ id: 'A', from: '10:00', to: '10:30' })
    expect(snapped(block, 608, grid)).toBe(615)
    expect(snapped(block, 606, grid)).toBe(600)
    expect(snapped(block, -40, grid)).toBe(0)
    expect(snapped(block, 1500, grid)).toBe(1425)
  })

  test('[V-61] moves the visit to its new time, and to another person only if one was chosen', () => {
    const block = blockAt({ id: 'A', from: '10:00', to: '10:30' })
    expect(movedTo(block, nila, { column: nila, minute: 600 }, zone)).toBeUndefined()
    expect(movedTo(block, nila, { column: nila, minute: 630 }, zone)).toEqual({ starts_at: at('10:30') })
    expect(movedTo(block, nila, { column: farah, minute: 600 }, zone)).toEqual({
      starts_at: at('10:00'),
      stylist_ids: [2],
    })
  })

  test('[V-61] a moved block that is not the first of its visit moves the whole visit by the same time', () => {
    const whole = visit({ id: 'A', from: '10:00', to: '11:00' })
    const second = { ...whole.services[0]!, starts_at: at('10:30') }
    const services = [{ ...whole.services[0]!, ends_at: at('10:30') }, second]
    const block = columnsOf(diary({ visits: [{ ...whole, services }] }))[0]!.blocks[1]!
    expect(snapped(block, 652, grid)).toBe(645)
    expect(movedTo(block, nila, { column: farah, minute: 645 }, zone)).toEqual({
      starts_at: at('10:15'),
      stylist_ids: [1, 2],
    })
  })
})
