import { expect, test } from 'vitest'
import { standingInput, standingValues } from './standing-values.ts'
import type { AdminStore } from './use-store.ts'

const store = {
  id: 2,
  slug: 'corner-kitchen',
  sku: null,
  offer: '20 % off',
  custom_featured_name: null,
  custom_message: 'Closed on Diwali',
  custom_message_on_list: null,
  kind: 'store',
  delivery_type: 3,
  commission_rate: '12.50',
  time_zone: 'Asia/Kolkata',
  is_switched_on: 1,
  is_featured: 0,
  categories_ids: [4, 9],
} as unknown as AdminStore

test('[U-09] values that the shop sets for a store are sent as they were read, and empty ones are left out', () => {
  expect(standingInput(standingValues(store), 2)).toEqual({
    store_id: 2,
    slug: 'corner-kitchen',
    sku: '',
    offer: '20 % off',
    custom_featured_name: '',
    custom_message: 'Closed on Diwali',
    custom_message_on_list: '',
    kind: 'store',
    delivery_type: 3,
    commission_rate: '12.50',
    time_zone: 'Asia/Kolkata',
    is_active: 1,
    is_featured: 0,
    category_ids: [4, 9],
  })
})

test('[U-10] categories and switches are sent as they were set', () => {
  const typed = { ...standingValues(store), is_active: false, is_featured: true, category_ids: ['9'] }
  expect(standingInput(typed, 2)).toMatchObject({ is_active: 0, is_featured: 1, category_ids: [9] })
})
