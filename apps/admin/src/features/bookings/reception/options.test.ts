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

test('[V-63] a service preselects the first add-on if exactly one is required, and no other', () => {
  expect(addonsOf({ chosen: {} }, offered)).toEqual([7])
  expect(addonsOf({ chosen: { 1: [8], 2: [10, 9] } }, offered)).toEqual([8, 10, 9])
})

test('[V-63] a service without add-ons, or with add-ons that are not loaded yet, preselects none', () => {
  expect(addonsOf({ chosen: {} }, { ...item, addon_categories: [] })).toEqual([])
  expect(addonsOf({ chosen: {} }, undefined)).toEqual([])
  expect(addonsOf({ chosen: {} }, null)).toEqual([])
})
