import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { expect, test } from 'vitest'
import { alignOf, directionOf, isEmpty, mainOf, nextSort, phoneColumns, sortOptions } from './column-rules.ts'

test('[U-19] figures are right-aligned, and words left-aligned', () => {
  for (const type of ['money', 'number', 'percent'] as const) expect(alignOf({ type })).toBe('end')
  for (const type of ['text', 'id', 'moment'] as const) expect(alignOf({ type } as { type: 'text' })).toBeUndefined()
})

test('[U-19] the first column of words names a row, or the first column if there is none', () => {
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

test('[U-19] zero and false are values; null and an empty text are not', () => {
  expect([0, false, 'x'].map(isEmpty)).toEqual([false, false, false])
  expect([null, undefined, ''].map(isEmpty)).toEqual([true, true, true])
})

test('[U-19] the first press sorts descending, and the next one ascending', () => {
  expect(nextSort('total', 'name')).toBe('-total')
  expect(nextSort('total', '-total')).toBe('total')
  expect(nextSort('total', 'total')).toBe('-total')
  expect([directionOf('total', 'total'), directionOf('total', '-total'), directionOf('total', '-total_tax')]).toEqual([
    'ascending',
    'descending',
    undefined,
  ])
})

const shop = {
  columns: {
    id: { label: 'No.', type: 'id', isSortable: true },
    image: { label: 'Picture', type: 'picture' },
    name: { label: 'Name', type: 'text', isSortable: true },
    price: { label: 'Price', type: 'money', onPhone: 'first' },
    state: { label: 'State', type: 'status', labels: {} },
    email: { label: 'Email', type: 'text', onPhone: 'hidden' },
    stock: { label: 'Stock', type: 'number' },
    at: { label: 'When', type: 'moment', isSortable: true },
  },
} as const satisfies Pick<TableShape, 'columns'>

test('[U-19] a phone shows name, declared columns and state on the first line, and the other columns on the second', () => {
  expect(phoneColumns(shop, Object.keys(shop.columns))).toEqual({
    picture: 'image',
    title: 'name',
    first: ['price', 'state'],
    facts: ['stock', 'at'],
  })
  expect(phoneColumns(shop, ['at', 'stock'])).toEqual({
    picture: undefined,
    title: 'at',
    first: [],
    facts: ['stock'],
  })
})

test('[U-19] a phone offers each shown sortable column in both directions, and the current one', () => {
  const labels = (shown: string[], sort: string) => sortOptions(shop, { shown, sort }).map(({ label }) => label)
  expect(labels(['name', 'at', 'stock'], 'name')).toEqual([
    'Name, Z to A',
    'Name, A to Z',
    'When, newest first',
    'When, oldest first',
  ])
  expect(labels(['stock'], '-id')).toEqual(['Newest first', 'Oldest first'])
  expect(sortOptions(shop, { shown: ['at'], sort: 'at' }).map(({ value }) => value)).toEqual(['-at', 'at'])
})
