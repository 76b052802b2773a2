import { expect, test } from 'vitest'
import { addressProblems } from './address.ts'

const good = { address: '12 Lake Road', house: '4B', tag: 'Home', latitude: 12.97, longitude: 77.59 }

test('[GAP-20] address and coordinates are required, the tag is optional', () => {
  expect(addressProblems(good, 'false')).toEqual({})
  expect(addressProblems({ ...good, tag: '', house: null }, 'false')).toEqual({})
  expect(addressProblems({ ...good, address: '  ' }, 'false')).toEqual({ address: 'required' })
  expect(addressProblems({ ...good, latitude: Number.NaN }, 'false')).toEqual({ latitude: 'invalid' })
})

test('[GAP-20] the house is required only if the setting says so', () => {
  expect(addressProblems({ ...good, house: '' }, 'true')).toEqual({ house: 'required' })
  expect(addressProblems({ ...good, house: '' }, null)).toEqual({})
})

test('[GAP-20] coordinates must be on the globe', () => {
  expect(addressProblems({ ...good, latitude: 91 }, 'false')).toEqual({ latitude: 'invalid' })
  expect(addressProblems({ ...good, longitude: -180.1 }, 'false')).toEqual({ longitude: 'invalid' })
  expect(addressProblems({ ...good, latitude: -90, longitude: 180 }, 'false')).toEqual({})
  expect(addressProblems({ ...good, latitude: 90, longitude: -180 }, 'false')).toEqual({})
})

test('lines have at most 300 characters', () => {
  expect(addressProblems({ ...good, address: 'x'.repeat(300) }, 'false')).toEqual({})
  const long = 'x'.repeat(301)
  expect(addressProblems({ ...good, address: long, house: long, tag: long }, 'false')).toEqual({
    address: 'too-long',
    house: 'too-long',
    tag: 'too-long',
  })
})
