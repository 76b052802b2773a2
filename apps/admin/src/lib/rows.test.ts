import { expect, test } from 'vitest'
import { inOrder, toggled } from './rows.ts'

test('[U-12] rows are in the order of the ids; a deleted one is left out', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(inOrder(rows, [3, 1, 9, 2])).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }])
  expect(inOrder(rows, [2])).toEqual([{ id: 2 }])
})

test('[U-11] one press selects, the next one deselects, and the earlier set is unchanged', () => {
  const before = new Set([1])
  const both = toggled(before, 2)
  expect([...both]).toEqual([1, 2])
  expect([...toggled(both, 1)]).toEqual([2])
  expect([...before]).toEqual([1])
})
