import { expect, test } from 'vitest'
import { bookPath, readChosen } from './book-path.ts'

const cut = { itemId: 12, stylistId: 5, isBeside: false }
const nails = { itemId: 13, stylistId: null, isBeside: true }

test('[V-40] the path of a booking holds its services with their people and order', () => {
  expect(bookPath('glow', [cut, nails])).toBe('/book/glow?s=12.5,13.0b')
  expect(bookPath('glow', [])).toBe('/book/glow')
  expect(readChosen('12.5,13.0b')).toEqual([cut, nails])
})

test('[V-40] invalid parts of a path are left out', () => {
  expect(readChosen('12.5,x,-1.2,,13.0b.4')).toEqual([cut])
  expect(readChosen('12')).toEqual([{ ...cut, stylistId: null }])
  expect(readChosen(null)).toEqual([])
})
