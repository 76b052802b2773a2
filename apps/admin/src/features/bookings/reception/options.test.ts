import { expect, test } from 'vitest'
import { recorded } from '#test/recorded.ts'
import { addonsOf } from './options.tsx'

const item = recorded('get-single-item')!
const [known] = item.addon_categories
const category = (id: number, type: string, ...addons: number[]) => ({
  ...known!,
  id,
  type,
  addons: addons.map((addon) => ({ ...known!.addons[0]!, id: addon })),
})
const offered = {
  ...item,
  addon_categories: [category(1, 'SINGLE', 7, 8), category(2, 'MULTI', 9, 10), category(3, 'SINGLE')],
}

test('[V-63] a service has the first add-on where exactly one is needed, and no other, until one is chosen', () => {
  expect(addonsOf({ chosen: {} }, offered)).toEqual([7])
  expect(addonsOf({ chosen: { 1: [8], 2: [10, 9] } }, offered)).toEqual([8, 10, 9])
})

test('[V-63] a service without add-ons, or whose add-ons are not known yet, has none', () => {
  expect(addonsOf({ chosen: {} }, { ...item, addon_categories: [] })).toEqual([])
  expect(addonsOf({ chosen: {} }, undefined)).toEqual([])
  expect(addonsOf({ chosen: {} }, null)).toEqual([])
})
