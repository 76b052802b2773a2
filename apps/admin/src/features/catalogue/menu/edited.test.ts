import { expect, test } from 'vitest'
import { type Edited, newestOf, titleOf } from './edited.ts'
import type { Category, Item, Menu } from './use-menu.ts'

const dosa = { id: 5, name: 'Dosa', stock: 12 } as unknown as Item
const breakfast = { id: 3, name: 'Breakfast', items: [dosa] } as unknown as Category

test.each<[Edited | undefined, string]>([
  [undefined, ''],
  ['bulk', 'Change 4 items'],
  [{ category: 'new' }, 'Add a category'],
  [{ category: breakfast }, 'Breakfast'],
  [{ item: 'new', categoryId: 3 }, 'Add an item'],
  [{ item: dosa, categoryId: 3 }, 'Dosa'],
])('[U-11] [U-12] the panel of %o has the title “%s”', (edited, title) => {
  expect(titleOf(edited, 4)).toBe(title)
})

test('[U-11] the panel shows the current item of the menu, and a new item as the server answered it', () => {
  const menu = { categories: [{ ...breakfast, items: [{ ...dosa, stock: 3 }] }] } as unknown as Menu
  expect(newestOf(dosa, menu)).toMatchObject({ id: 5, stock: 3 })
  const made = { ...dosa, id: 6 }
  expect(newestOf(made, menu)).toBe(made)
})
