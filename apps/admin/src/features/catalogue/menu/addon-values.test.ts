import { expect, test } from 'vitest'
import { addonInput, addonValues } from './addon-values.ts'
import type { AddonCategory } from './use-menu.ts'

const sizes = {
  id: 4,
  name: 'Size',
  type: 'SINGLE',
  description: 'One of them',
  addon_limit: 0,
  addons: [
    { id: 11, name: 'Small', price: '0.00', is_active: 1 },
    { id: 12, name: 'Large', price: '40.00', is_active: 0 },
  ],
} as unknown as AddonCategory

test('[U-13] a category that is saved unchanged is sent with all its add-ons, in their order', () => {
  expect(addonInput(addonValues(sizes), { storeId: 2, id: 4 })).toEqual({
    store_id: 2,
    id: 4,
    name: 'Size',
    type: 'SINGLE',
    description: 'One of them',
    addon_limit: '0',
    addons: [
      { id: 11, name: 'Small', price: '0.00', is_active: true },
      { id: 12, name: 'Large', price: '40.00', is_active: false },
    ],
  })
})

test('[U-13] a new add-on is sent without an id', () => {
  const values = addonValues(sizes)
  const added = { ...values, addons: [...values.addons, { addonId: null, name: 'Tall', price: '60', is_active: true }] }
  expect(addonInput(added, { storeId: 2, id: 4 }).addons[2]).toEqual({ name: 'Tall', price: '60', is_active: true })
})

test('[U-13] a new category begins with one empty add-on, and requires exactly one choice', () => {
  expect(addonValues(undefined)).toEqual({
    name: '',
    type: 'SINGLE',
    description: '',
    addon_limit: '0',
    addons: [{ addonId: null, name: '', price: '0', is_active: true }],
  })
})

test('[U-13] any type except SINGLE allows any number, and an empty limit means no limit', () => {
  const values = addonValues({ ...sizes, type: 'OTHER', addon_limit: 3 } as unknown as AddonCategory)
  expect([values.type, values.addon_limit]).toEqual(['MULTI', '3'])
  expect(addonInput({ ...values, addon_limit: '' }, { storeId: 2, id: undefined })).toMatchObject({
    id: 0,
    addon_limit: '0',
  })
})
