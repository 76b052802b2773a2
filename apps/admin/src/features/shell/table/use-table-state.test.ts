import { describe, expect, test } from 'vitest'
import { shapeOf } from './shapes.ts'
import { readAddress } from './use-table-state.ts'

const orders = shapeOf('orders')
const read = (search: Record<string, string>, fixed = {}) => readAddress(orders, search, fixed)

describe('what the address asks a table for', () => {
  test('[U-19] nothing: the first 25 rows, in the order of the table', () => {
    expect(read({})).toMatchObject({ query: { filters: {} }, page: 1, perPage: 25, isNarrowed: false, view: {} })
    expect(read({}).query).not.toHaveProperty('sort')
  })

  test('[U-19] search, order, filters and page', () => {
    const search = { q: 'asha', sort: '-total', status: 'placed', page: '3', per: '50' }
    expect(read(search)).toMatchObject({
      query: { q: 'asha', sort: '-total', filters: { status: 'placed' } },
      page: 3,
      perPage: 50,
      isNarrowed: true,
    })
  })

  test('[U-19] what is no filter of the table is left to others', () => {
    expect(read({ colour: 'red', section: 'hours' })).toMatchObject({ query: { filters: {} }, isNarrowed: false })
  })

  test.each([
    ['0', 1],
    ['-4', 1],
    ['two', 1],
    ['12', 12],
  ])('[U-19] page “%s” is page %i', (page, number) => {
    expect(read({ page }).page).toBe(number)
  })

  test.each([
    ['50', 50],
    ['100', 100],
    ['25', 25],
    ['1000', 25],
  ])('[U-19] %s rows to a page are %i', (per, rows) => {
    expect(read({ per }).perPage).toBe(rows)
  })

  test('[U-19] a view is all of it but the page', () => {
    const search = { q: 'asha', sort: 'total', per: '50', status: 'placed', page: '3', section: 'hours' }
    expect(read(search).view).toEqual({ q: 'asha', sort: 'total', per: '50', status: 'placed' })
  })
})

describe('a filter that always holds', () => {
  test('[U-19] comes before the one of the address, and is no part of a view', () => {
    const { query, view, known } = read({ store: '9', status: 'placed' }, { store: '7' })
    expect(query.filters).toEqual({ store: '7', status: 'placed' })
    expect(view).toEqual({ status: 'placed' })
    expect(known).not.toContain('store')
  })

  test('[U-19] does not make the table a narrowed one, so that an empty one says what to do', () => {
    expect(read({}, { store: '7' }).isNarrowed).toBe(false)
  })
})
