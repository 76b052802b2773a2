import { expect, test } from 'vitest'
import { changesOf, placeOf } from './audited.ts'

test.each([
  ['user', '7', '/people/7'],
  ['order', '12', '/orders/12'],
  ['category_tile', 'all', '/category-tiles'],
  ['store', 'all', undefined],
  ['call', 'dashboard/notes', undefined],
  ['constructor', '1', undefined],
  [null, '1', undefined],
])('[U-21] an action on the %s %s links to %s', (kind, id, place) => {
  expect(placeOf(kind, id)).toBe(place)
})

test('[U-21] only changed values are shown, with the values before', () => {
  const before = JSON.stringify({ name: 'Dosa', price: '50.00', tags: ['a'], stock: null, old: 1 })
  const after = JSON.stringify({ name: 'Dosa', price: '60.00', tags: ['a'], stock: 4, is_new: true })
  expect(changesOf({ before, after })).toEqual([
    { name: 'price', before: '50.00', after: '60.00' },
    { name: 'stock', before: 'Nothing', after: '4' },
    { name: 'old', before: '1' },
    { name: 'is new', after: 'true' },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
