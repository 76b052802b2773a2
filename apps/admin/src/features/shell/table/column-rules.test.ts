import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { expect, test } from 'vitest'
import { alignOf, directionOf, isEmpty, mainOf, nextSort } from './column-rules.ts'

test('[U-19] figures stand at the end of a cell, words at its beginning', () => {
  for (const type of ['money', 'number', 'percent'] as const) expect(alignOf({ type })).toBe('end')
  for (const type of ['text', 'id', 'moment'] as const) expect(alignOf({ type } as { type: 'text' })).toBeUndefined()
})

test('[U-19] the first column of words names a row, or the first of all where there is none', () => {
  const columns = {
    id: { label: 'No.', type: 'id' },
    name: { label: 'Name', type: 'text' },
    city: { label: 'City', type: 'text' },
  } as unknown as TableShape['columns']
  expect(mainOf({ columns }, ['id', 'name', 'city'])).toBe('name')
  expect(mainOf({ columns }, ['city', 'name'])).toBe('city')
  expect(mainOf({ columns }, ['id'])).toBe('id')
  expect(mainOf({ columns }, [])).toBeUndefined()
})

test('[U-19] zero and false are values; nothing and no letters are none', () => {
  expect([0, false, 'x'].map(isEmpty)).toEqual([false, false, false])
  expect([null, undefined, ''].map(isEmpty)).toEqual([true, true, true])
})

test('[U-19] a press orders from the last to the first, the next one the other way round', () => {
  expect(nextSort('total', 'name')).toBe('-total')
  expect(nextSort('total', '-total')).toBe('total')
  expect(nextSort('total', 'total')).toBe('-total')
  expect([directionOf('total', 'total'), directionOf('total', '-total'), directionOf('total', '-total_tax')]).toEqual([
    ...['ascending', 'descending', undefined],
  ])
})
