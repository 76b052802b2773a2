import { describe, expect, test } from 'vitest'
import { shapeOf } from './shapes.ts'
import { readAddress } from './use-table-state.ts'

const orders = shapeOf('orders')
const read = (search: Record<string, string>, fixed = {}) => readAddress(orders, search, fixed)

describe('the state of a table from the URL', () => {
  test('[U-19] an empty URL gives the first 25 rows, in the order of the table', () => {
    expect(read({})).toMatchObject({ query: { filters: {} }, page: 1, perPage: 25, isNarrowed: false, view: {} })
    expect(read({}).query).not.toHaveProperty('sort')
  })

  test('[U-19] search, order, filters and page are read', () => {
    const search = { q: 'asha', sort: '-total', status: 'placed', page: '3', per: '50' }
    expect(read(search)).toMatchObject({
      query: { q: 'asha', sort: '-total', filters: { status: 'placed' } },
      page: 3,
      perPage: 50,
      isNarrowed: true,
    })
  })

  test('[U-19] parameters that are not filters of the table are ignored', () => {
    expect(read({ colour: 'red', section: 'hours' })).toMatchObject({ query: { filters: {} }, isNarrowed: false })
  })

  test.each([
    ['0', 1],
    ['-4', 1],
    ['two', 1],
    ['12', 12],
  ])('[U-19] the page “%s” is read as %i', (page, number) => {
    expect(read({ page }).page).toBe(number)
  })

  test.each([
    ['50', 50],
    ['100', 100],
    ['25', 25],
    ['1000', 25],
  ])('[U-19] %s rows to a page are read as %i', (per, rows) => {
    expect(read({ per }).perPage).toBe(rows)
  })

  test('[U-19] a view is everything except the page', () => {
    const search = { q: 'asha', sort: 'total', per: '50', status: 'placed', page: '3', section: 'hours' }
    expect(read(search).view).toEqual({ q: 'asha', sort: 'total', per: '50', status: 'placed' })
  })
})

describe('a filter that always applies', () => {
  test('[U-19] overrides the one of the URL, and is not part of a view', () => {
    const { query, view, known } = read({ store: '9', status: 'placed' }, { store: '7' })
    expect(query.filters).toEqual({ store: '7', status: 'placed' })
    expect(view).toEqual({ status: 'placed' })
    expect(known).not.toContain('store')
  })

  test('[U-19] does not count as a filter of the person, so that an empty table says what to do', () => {
    expect(read({}, { store: '7' }).isNarrowed).toBe(false)
  })
})
