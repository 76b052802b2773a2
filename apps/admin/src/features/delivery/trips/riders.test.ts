import { expect, test } from 'vitest'
import { cornersOf, placesOf, type RiderOnMap } from './riders.ts'

const at = (latitude: number) => ({ latitude, longitude: 77.6 })

test('[U-18] the map shows riders and their destinations, and nothing of a rider without a position', () => {
  const riders = [
    {
      id: 1,
      at: at(12.9),
      orders: [
        { id: 5, to: at(12.95) },
        { id: 6, to: null },
      ],
    },
    { id: 2, at: null, orders: [{ id: 7, to: at(13) }] },
    { id: 3, at: at(12.8), orders: [] },
  ] as unknown as RiderOnMap[]
  expect(placesOf(riders)).toEqual([at(12.9), at(12.95), at(12.8)])
})

test('[U-18] the map shows the middle of the city if there are no riders', () => {
  expect(cornersOf(undefined)).toEqual([])
  const [one, other] = cornersOf({ bounds: [77, 12, 78, 13] } as Parameters<typeof cornersOf>[0])
  expect([one!.latitude, one!.longitude].map((degrees) => degrees.toFixed(1))).toEqual(['12.3', '77.3'])
  expect([other!.latitude, other!.longitude].map((degrees) => degrees.toFixed(1))).toEqual(['12.7', '77.7'])
})
