import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_COORDINATES, deliveryMinutes, distanceKm, type Polygon, servesPoint } from './distance.ts'

const store = { lat: 12.97, lng: 77.59, deliveryRadiusKm: 10 }
/** Returns a point this many kilometres due north of the test's store. */
const north = (km: number) => ({ lat: store.lat + (km / 6371) * (180 / Math.PI), lng: store.lng })
const square: Polygon = [
  [
    [77, 12],
    [78, 12],
    [78, 13],
    [77, 13],
    [77, 12],
  ],
  [
    [77.4, 12.4],
    [77.6, 12.4],
    [77.6, 12.6],
    [77.4, 12.6],
    [77.4, 12.4],
  ],
]
const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const point = fc.record({ lat: latitude, lng: longitude })

describe('distance', () => {
  test('[GAP-52] [C-50] [R-31] the default coordinates are those of the specification', () => {
    expect(DEFAULT_COORDINATES).toEqual({ lat: 28.6139, lng: 77.209 })
  })

  test('the distance is the great circle on a sphere of 6371 km', () => {
    expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 90 })).toBeCloseTo((6371 * Math.PI) / 2, 6)
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(6371 * Math.PI, 6)
    expect(distanceKm({ lat: 28.6139, lng: 77.209 }, { lat: 12.9716, lng: 77.5946 })).toBeCloseTo(1739.7, 0)
  })

  test('property: the distance is symmetric, zero to the same point and at most half the globe', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6)
        expect(distanceKm(a, a)).toBe(0)
        expect(distanceKm(a, b)).toBeLessThanOrEqual(6371 * Math.PI)
      }),
    )
  })
})

describe('servesPoint', () => {
  test('[GAP-71] a store serves points within its radius', () => {
    expect(servesPoint(store, north(9.9))).toBe(true)
    expect(servesPoint(store, north(10.1))).toBe(false)
    expect(servesPoint({ ...store, deliveryRadiusKm: 3 }, north(2.9))).toBe(true)
    expect(servesPoint({ ...store, deliveryRadiusKm: 3 }, north(3.1))).toBe(false)
    expect(servesPoint({ ...store, deliveryRadiusKm: 0, areas: [] }, north(0.1))).toBe(false)
    expect(servesPoint({ ...store, deliveryRadiusKm: 0, areas: [] }, store)).toBe(true)
    expect(servesPoint({ ...store, deliveryRadiusKm: distanceKm(store, north(4)) }, north(4))).toBe(true)
  })

  test('areas override the radius, and holes are outside', () => {
    const withArea = { ...store, deliveryRadiusKm: 10_000, areas: [square] }
    expect(servesPoint(withArea, { lat: 12.2, lng: 77.2 })).toBe(true)
    expect(servesPoint(withArea, { lat: 12.5, lng: 77.5 })).toBe(false)
    expect(servesPoint(withArea, { lat: 13.5, lng: 77.5 })).toBe(false)
    expect(servesPoint({ ...store, areas: [[]] }, store)).toBe(false)
  })

  test('a ring closes automatically, and a point in one of several areas is served', () => {
    const open: Polygon = [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    ]
    expect(servesPoint({ ...store, areas: [square, open] }, { lat: 2, lng: 2 })).toBe(true)
    expect(servesPoint({ ...store, areas: [square, open] }, { lat: 2, lng: 5 })).toBe(false)
  })

  test('property: a triangle serves exactly the points on the inner side of its edges', () => {
    const place = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }))
    type Place = [number, number]
    const side = ([ax, ay]: Place, [bx, by]: Place, [px, py]: Place) => (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    fc.assert(
      fc.property(place, place, place, place, (a, b, c, p) => {
        const sides = [side(a, b, p), side(b, c, p), side(c, a, p)]
        fc.pre(sides.every((value) => value !== 0))
        const within = sides.every((value) => value > 0) || sides.every((value) => value < 0)
        const at = { lng: p[0] / 10, lat: p[1] / 10 }
        const ring = [a, b, c].map(([x, y]) => [x / 10, y / 10] as const)
        expect(servesPoint({ lat: 0, lng: 0, deliveryRadiusKm: 10, areas: [[ring]] }, at)).toBe(within)
      }),
      { numRuns: 500 },
    )
  })

  test('property: a box serves exactly the points within it', () => {
    const corner = fc.tuple(fc.integer({ min: -80, max: 70 }), fc.integer({ min: -170, max: 160 }))
    fc.assert(
      fc.property(corner, fc.nat(19), fc.nat(19), ([south, west], up, right) => {
        const box: Polygon = [
          [
            [west, south],
            [west + 10, south],
            [west + 10, south + 10],
            [west, south + 10],
          ],
        ]
        const within = up < 10 && right < 10
        const at = { lat: south + up + 0.5, lng: west + right + 0.5 }
        expect(servesPoint({ lat: 0, lng: 0, deliveryRadiusKm: 10, areas: [box] }, at)).toBe(within)
      }),
    )
  })
})

describe('deliveryMinutes', () => {
  test('[C-45] [R-11] [GAP-70] a delivery takes 40 minutes and a minute and a half per km, rounded half up', () => {
    expect([0, 3, 10, 25.5].map(deliveryMinutes)).toEqual([40, 45, 55, 78])
  })

  test('property: a longer distance never takes less time', () => {
    const km = fc.double({ min: 0, max: 1000, noNaN: true })
    fc.assert(
      fc.property(km, km, (a, b) => {
        expect(deliveryMinutes(Math.min(a, b))).toBeLessThanOrEqual(deliveryMinutes(Math.max(a, b)))
      }),
    )
  })
})
