import { expect, test } from 'vitest'
import { labelsThatFit } from './city.ts'

const labels = [
  { name: 'Koramangala', x: 0, y: 0 },
  { name: 'Sony Signal', x: 50, y: 4 },
  { name: 'Domlur', x: 50, y: 40 },
]

test('names on the map do not overlap; zoomed in, all of them are shown', () => {
  expect(labelsThatFit(labels, 1).map(({ name }) => name)).toEqual(['Koramangala', 'Domlur'])
  expect(labelsThatFit(labels, 0.1)).toEqual(labels)
})
