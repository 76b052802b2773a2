import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type City, type Point, planeAround, viewOver } from './city.ts'
import { routeBetween, streetNet } from './city-route.ts'

const city: City = JSON.parse(readFileSync(new URL('../../../.build/pictures/map/city.json', import.meta.url), 'utf8'))
const store: Point = { latitude: 12.9345, longitude: 77.6185 }
const home: Point = { latitude: 12.9401, longitude: 77.6312 }

function metres(path: Point[]): number {
  const { toPlane } = planeAround(path[0]!)
  const spots = path.map(toPlane)
  return spots
    .slice(1)
    .reduce((sum, spot, before) => sum + Math.hypot(spot.x - spots[before]!.x, spot.y - spots[before]!.y), 0)
}

describe('a route on the drawn map', () => {
  test('follows the streets from one end to the other', () => {
    const route = routeBetween(streetNet(city), store, home)
    expect(route.length).toBeGreaterThan(4)
    expect(route[0]).toEqual(store)
    expect(route.at(-1)).toEqual(home)
  })

  test('is longer than the straight line, but not by far', () => {
    const straight = metres([store, home])
    const along = metres(routeBetween(streetNet(city), store, home))
    expect(along).toBeGreaterThan(straight)
    expect(along).toBeLessThan(straight * 2 + 1)
  })

  test('does not begin by going back to the nearest crossing', () => {
    const net = streetNet(city)
    const { toPlane } = planeAround(store)
    for (const target of [home, { latitude: 12.9341, longitude: 77.6243 }, { latitude: 12.931, longitude: 77.622 }]) {
      const [first, second, third] = routeBetween(net, store, target).map(toPlane)
      if (!first || !second || !third) continue
      const ahead = (second.x - first.x) * (third.x - second.x) + (second.y - first.y) * (third.y - second.y)
      expect(ahead).toBeGreaterThanOrEqual(0)
    }
  })

  test('is a straight line where there are no streets', () => {
    const net = streetNet({ ...city, roads: [] })
    expect(routeBetween(net, store, home)).toEqual([store, home])
  })
})

test('[F-11] the view contains every pin with a margin', () => {
  const { centre, metresAcross } = viewOver([store, home], 1)
  expect(centre.latitude).toBeCloseTo((store.latitude + home.latitude) / 2, 4)
  expect(metresAcross).toBeGreaterThan(metres([store, home]))
})

test.each([0.5, 1, 2.5])(
  'a view with the aspect ratio %d at the edge of the city shows all points and ends at the edge',
  (aspect) => {
    const [west, south, east, north] = city.bounds
    const corner: Point = { longitude: west + (east - west) * 0.02, latitude: north - (north - south) * 0.02 }
    const { centre, metresAcross } = viewOver([corner, store], aspect, city.bounds)
    const { toPlane } = planeAround(centre)
    const half = { x: metresAcross / 2 + 1, y: metresAcross / aspect / 2 + 1 }
    for (const point of [corner, store]) {
      expect(Math.abs(toPlane(point).x)).toBeLessThan(half.x)
      expect(Math.abs(toPlane(point).y)).toBeLessThan(half.y)
    }
    const edge = toPlane({ longitude: west, latitude: north })
    const opposite = toPlane({ longitude: east, latitude: south })
    const isWholeCity = half.x * 2 > opposite.x - edge.x || half.y * 2 > opposite.y - edge.y
    expect(isWholeCity || (edge.x >= -half.x - 20 && edge.x <= -half.x + 20) || edge.x < -half.x).toBe(true)
  },
)

test('a projection turns points into metres and back', () => {
  const plane = planeAround(store)
  const there = plane.toPoint(plane.toPlane(home))
  expect(there.latitude).toBeCloseTo(home.latitude, 9)
  expect(there.longitude).toBeCloseTo(home.longitude, 9)
})
