import { describe, expect, test } from 'vitest'
import { itemInput, itemValues, suspiciousPrice } from './item-values.ts'
import type { Item, Menu } from './use-menu.ts'

const dosa = {
  id: 5,
  name: 'Masala dosa',
  desc: 'With <b>chutney</b>',
  price: '80.00',
  old_price: '95.00',
  item_category_id: 3,
  is_veg: true,
  stock: 12,
  addon_pricing: 'add',
  addon_category_item: [7, 8],
  is_recommended: 1,
  is_popular: 0,
  is_new: 1,
} as unknown as Item

describe('the form of an item', () => {
  test('[U-11] an item that is saved unchanged is sent as it was read', () => {
    expect(itemInput(itemValues(dosa, 9), { storeId: 2, id: dosa.id })).toEqual({
      store_id: 2,
      id: 5,
      name: 'Masala dosa',
      description: 'With <b>chutney</b>',
      price: '80.00',
      old_price: '95.00',
      item_category_id: 3,
      is_veg: 'veg',
      stock: '12',
      addon_pricing: 'add',
      addon_category_item: [7, 8],
      is_recommended: true,
      is_popular: false,
      is_new: true,
    })
  })

  test('[U-11] a new item begins empty, in the category from which it was added', () => {
    const values = itemValues(undefined, 9)
    expect(values).toMatchObject({ name: '', price: '', item_category_id: '9', is_veg: 'none', stock: '' })
    expect(itemInput(values, { storeId: 2, id: undefined })).toMatchObject({
      id: 0,
      item_category_id: 9,
      old_price: '0',
      addon_pricing: null,
      addon_category_item: [],
    })
  })

  test.each([
    [true, 'veg'],
    [false, 'nonveg'],
    [null, 'none'],
  ])('[U-11] is_veg %s is the diet %s', (is_veg, diet) => {
    expect(itemValues({ ...dosa, is_veg } as Item, 9).is_veg).toBe(diet)
  })

  test('[U-11] an old price of zero means no old price, and stock that is not counted is empty', () => {
    const values = itemValues({ ...dosa, old_price: '0.00', stock: null } as Item, 9)
    expect([values.old_price, values.stock]).toEqual(['', ''])
    expect(itemValues({ ...dosa, stock: 0 } as Item, 9).stock).toBe('0')
  })
})

describe('a choice that replaces the price', () => {
  const categories = [
    { id: 7, addons: [{ price: '70.00' }, { price: '30.00' }] },
    { id: 8, addons: [{ price: '5.00' }] },
  ] as unknown as Menu['addon_categories']
  const typed = { addon_pricing: 'replace', price: '80.00', addon_category_item: ['7'] }

  test('[U-11] has a warning if it costs less than half', () => {
    expect(suspiciousPrice(typed, categories, 'INR')).toBe('30.00')
  })

  test('[U-11] has no warning from half on', () => {
    expect(suspiciousPrice({ ...typed, price: '60.00' }, categories, 'INR')).toBeUndefined()
    expect(suspiciousPrice({ ...typed, price: '60.02' }, categories, 'INR')).toBe('30.00')
  })

  test('[U-11] counts the add-ons that the item offers, except those that are added to the price', () => {
    expect(suspiciousPrice({ ...typed, addon_category_item: ['7', '8'] }, categories, 'INR')).toBe('5.00')
    expect(suspiciousPrice({ ...typed, addon_category_item: [] }, categories, 'INR')).toBeUndefined()
    for (const addon_pricing of ['', 'add'])
      expect(suspiciousPrice({ ...typed, addon_pricing }, categories, 'INR')).toBeUndefined()
  })
})
