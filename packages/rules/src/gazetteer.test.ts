import { expect, test } from 'vitest'
import { type Gazetteer, nameSpot } from './gazetteer.ts'

const map: Gazetteer = {
  roads: [
    {
      name: 'Lake Road',
      line: [
        [77.62, 12.93],
        [77.62, 12.94],
      ],
    },
    {
      name: 'Temple Street',
      line: [
        [77.63, 12.935],
        [77.64, 12.935],
      ],
    },
    {
      line: [
        [77.625, 12.93],
        [77.625, 12.94],
      ],
    },
  ],
  labels: [
    { kind: 'area', text: 'Fifth Block', at: [77.621, 12.935] },
    { kind: 'area', text: 'Temple Street', at: [77.635, 12.9351] },
    { kind: 'place', text: 'Clock Tower', at: [77.62, 12.935] },
  ],
}

test('[J-06] a point gets the name of the nearest road and of the area around it', () => {
  expect(nameSpot(map, { lat: 12.935, lng: 77.6201 })).toEqual({ road: 'Lake Road', area: 'Fifth Block' })
  expect(nameSpot(map, { lat: 12.935, lng: 77.6249 })).toEqual({ area: 'Fifth Block' })
})

test('[J-06] a name is not repeated, and a point far from everything has none', () => {
  expect(nameSpot(map, { lat: 12.935, lng: 77.635 })).toEqual({ road: 'Temple Street' })
  expect(nameSpot(map, { lat: 12.9, lng: 77.5 })).toEqual({})
  expect(nameSpot({ roads: [], labels: [] }, { lat: 0, lng: 0 })).toEqual({})
})
