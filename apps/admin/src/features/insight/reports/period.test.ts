import { describe, expect, test } from 'vitest'
import { aboutOf, filtersOf } from './period.ts'

// The current time of the tests: noon in the time zone of the machine that runs them.
const now = new Date(2026, 10, 23, 12).getTime()
const read = (search: Record<string, string>, chosenStore = '') => aboutOf(search, { chosenStore, now })

describe('the days of a report', () => {
  test.each([
    ['1', '2026-11-23'],
    ['7', '2026-11-17'],
    ['30', '2026-10-25'],
    ['90', '2026-08-26'],
  ])('[U-19] %s days begin on %s and end today', (period, from) => {
    expect(read({ period })).toEqual({ period, about: { from, to: '2026-11-23' } })
  })

  test('[U-19] it is 30 days if the URL names no period, or an unknown one', () => {
    expect(read({}).period).toBe('30')
    expect(read({ period: '8', from: '2026-01-01' })).toEqual(read({}))
  })

  test('[U-19] chosen days come from the URL; an invalid one is today or 30 days ago', () => {
    const own = { period: 'own', from: '2026-02-01', to: '2026-02-28' }
    expect(read(own).about).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(read({ ...own, to: 'soon' }).about).toEqual({ from: '2026-02-01', to: '2026-11-23' })
    expect(read({ period: 'own', from: '1 Feb' }).about.from).toBe('2026-10-25')
  })

  test('[U-19] a report never ends before it begins', () => {
    expect(read({ period: 'own', from: '2026-03-05', to: '2026-03-01' }).about).toEqual({
      from: '2026-03-05',
      to: '2026-03-05',
    })
  })
})

describe('filters of a report', () => {
  test('[U-19] the filters are a store, a location and a currency from the URL', () => {
    const search = { store: '7', location: '3', pincode: '560095', currency: 'INR' }
    expect(read(search).about).toMatchObject({ store_id: 7, location_id: 3, pincode: '560095', currency: 'INR' })
  })

  test('[U-19] prefer the store that an owner has chosen to the one in the URL', () => {
    expect(read({ store: '7' }, '8').about.store_id).toBe(8)
  })

  test.each(['0', '-1', '1e3', 'all', '1234567890'])('[U-19] ignore “%s” as a store', (store) => {
    expect(read({ store }).about).not.toHaveProperty('store_id')
  })

  test('[U-19] apply also to the linked tables', () => {
    const about = { from: '2026-02-01', to: '2026-02-28', store_id: 7, location_id: 3, pincode: '560095' }
    expect(filtersOf(about, 'INR')).toEqual({
      day: '2026-02-01..2026-02-28',
      store: '7',
      location: '3',
      pincode: '560095',
      currency: 'INR',
    })
    expect(filtersOf({ from: '2026-02-01', to: '2026-02-01' }, undefined)).toEqual({ day: '2026-02-01..2026-02-01' })
  })
})
