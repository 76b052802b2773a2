import { expect, test } from 'vitest'
import { type BulkKind, changeOf, unchanged } from './bulk-change.ts'
import type { Item } from './use-menu.ts'

const item = { id: 5, name: 'Dosa', price: '80.00', is_active: 1, item_category_id: 3, stock: 12 } as unknown as Item
const change = (kind: BulkKind, value = '') => changeOf(item, { kind, value, currency: 'INR' })

test.each([
  ['percent', '10', { id: 5, price: '88.00' }],
  ['percent', ' -25 ', { id: 5, price: '60.00' }],
  ['amount', '5.50', { id: 5, price: '85.50' }],
  ['amount', '-80.01', { id: 5, price: '0.00' }],
  ['on', '', { id: 5, is_active: 1 }],
  ['off', '', { id: 5, is_active: 0 }],
  ['category', '9', { id: 5, item_category_id: 9 }],
  ['stock', ' 7 ', { id: 5, stock: '7' }],
  ['stock', '', { id: 5, stock: '' }],
] as const)('[U-11] %s by “%s” changes an item to %o', (kind, value, changed) => {
  expect(change(kind, value)).toEqual(changed)
})

test.each([
  ['percent', 'ten'],
  ['percent', ''],
  ['amount', '1.5.0'],
  ['stock', '-1'],
  ['stock', '12345678'],
] as const)('[U-11] %s by “%s” is not possible, so nothing is changed', (kind, value) => {
  expect(change(kind, value)).toBeUndefined()
})

test('[U-11] one press undoes every kind of change', () => {
  expect(unchanged(item)).toEqual({ id: 5, price: '80.00', is_active: 1, item_category_id: 3, stock: 12 })
})
