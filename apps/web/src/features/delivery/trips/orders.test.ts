import { expect, test } from 'vitest'
import { cashToCollect, dropPoint, headingBetween, newOffers, urgency } from './orders.ts'

test('offers are new only if the previous list lacked them, and the first list has no new ones', () => {
  expect(newOffers(undefined, [{ id: 1 }])).toEqual([])
  expect(newOffers([{ id: 1 }], [{ id: 2 }, { id: 1 }])).toEqual([{ id: 2 }])
  expect(newOffers([{ id: 1 }, { id: 2 }], [{ id: 1 }])).toEqual([])
})

test.each([
  [0, 'fresh'],
  [4, 'fresh'],
  [5, 'waiting'],
  [9, 'waiting'],
  [10, 'late'],
] as const)('an offer of %i minutes is %s', (minutes, expected) => expect(urgency(minutes)).toBe(expected))

test('the drop point is read from the JSON of the address, and anything else gives none', () => {
  expect(dropPoint({ location: '{"lat":"12.93","lng":77.62}' })).toEqual({ latitude: 12.93, longitude: 77.62 })
  for (const location of ['', 'null', '[]', '{"lat":null,"lng":null}', '{"lat":"north","lng":1}']) {
    expect(dropPoint({ location })).toBeUndefined()
  }
})

test('cash is collected for cash orders only', () => {
  expect(cashToCollect({ payment_mode: 'COD', payable: 210.5 })).toBe(210.5)
  expect(cashToCollect({ payment_mode: 'WALLET', payable: 210.5 })).toBe(0)
})

test('[GAP-42] the heading is calculated from two positions', () => {
  const here = { latitude: 12.93, longitude: 77.62 }
  expect(headingBetween(here, { ...here, latitude: 12.94 })).toBe(0)
  expect(headingBetween(here, { ...here, longitude: 77.63 })).toBe(90)
  expect(headingBetween(here, { ...here, latitude: 12.92 })).toBe(180)
  expect(headingBetween(here, { ...here, longitude: 77.61 })).toBe(270)
  expect(headingBetween(here, { ...here, latitude: 12.930001 })).toBeNull()
})
