import { describe, expect, test } from 'vitest'
import { at, date, visit } from '#test/salon.ts'
import { visitsOutside } from './visits-outside.ts'

const windows = [
  { from: at('09:00'), to: at('13:00') },
  { from: at('14:00'), to: at('18:00') },
]
const diary = (...visits: ReturnType<typeof visit>[]) => ({ days: [{ date, stylists: [{ id: 1, windows }] }], visits })
const outside = (...visits: ReturnType<typeof visit>[]) =>
  visitsOutside(diary(...visits), 1).map(({ customer }) => customer)

describe('booked visits outside the hours of a person', () => {
  test('[V-67] begin before, end after, or run through a break', () => {
    expect(
      outside(
        visit('A', { from: '08:45', to: '09:15' }),
        visit('B', { from: '17:45', to: '18:15' }),
        visit('C', { from: '12:30', to: '14:30' }),
        visit('D', { from: '09:00', to: '13:00' }),
        visit('E', { from: '17:30', to: '18:00' }),
      ),
    ).toEqual(['Guest A', 'Guest B', 'Guest C'])
  })

  test('[V-67] do not include visits of other people, or visits that are over or in progress', () => {
    const early = { from: '08:00', to: '08:30' }
    expect(
      outside(
        visit('A', { ...early, stylist: 1 }),
        visit('B', { ...early, status: 'done' }),
        visit('C', { ...early, status: 'arrived' }),
      ),
    ).toEqual([])
  })

  test('[V-67] do not include those with only a pause outside the hours', () => {
    const [service] = visit('A').services
    const segment = { ...service!.segments[0]!, starts_at: at('13:00'), ends_at: at('14:00'), stylist_id: null }
    expect(outside(visit('A', { services: [{ ...service!, segments: [...service!.segments, segment] }] }))).toEqual([])
  })

  test('[V-67] the visits outside hours are all visits of a person without hours, but not those across midnight of two full days', () => {
    expect(visitsOutside({ days: [{ date, stylists: [] }], visits: [visit('A')] }, 1)).toHaveLength(1)
    const night = [
      { from: at('00:00'), to: at('10:15') },
      { from: at('10:15'), to: at('23:00') },
    ]
    const days = night.map((window) => ({ date, stylists: [{ id: 1, windows: [window] }] }))
    expect(visitsOutside({ days, visits: [visit('A')] }, 1)).toEqual([])
  })
})
