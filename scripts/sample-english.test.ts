import { expect, test } from 'vitest'
import { draw, sentencesOf } from './sample-english.ts'

test('sentences end at full stops, not in version numbers, and short ones are left out', () => {
  expect(
    sentencesOf('The server waits 2.5 s.\nIt then asks once more! See (A-05). "Is it paid yet?" asks nobody.'),
  ).toEqual(['The server waits 2.5 s.', 'It then asks once more!', '"Is it paid yet?" asks nobody.'])
})

test('one seed draws the same sample again, another seed a different one, without duplicates', () => {
  const entries = Array.from({ length: 1000 }, (_, index) => index)
  expect(draw(entries, 100, 7)).toEqual(draw(entries, 100, 7))
  expect(draw(entries, 100, 7)).not.toEqual(draw(entries, 100, 8))
  expect(new Set(draw(entries, 100, 7)).size).toBe(100)
  expect(draw(entries.slice(0, 3), 100, 7).sort()).toEqual([0, 1, 2])
})
