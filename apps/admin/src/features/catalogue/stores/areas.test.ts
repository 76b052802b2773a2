import { planeAround } from '@nukkad/ui/city.ts'
import { describe, expect, test } from 'vitest'
import { areasError, changedArea, cornerAt, halfWidth, movedByKey, type Ring, squareAround } from './areas.ts'
import { middleOf, round } from './places.ts'
import { areSameReach, reachInput, reachOf } from './reach.ts'

const kitchen = { latitude: 12.9352, longitude: 77.6245 }
const plane = planeAround(kitchen)
const triangle: Ring = [
  [77.6, 12.9],
  [77.7, 12.9],
  [77.6, 13],
]

describe('areas that are drawn on the map', () => {
  test('[U-09] the active area changes, and the others stay', () => {
    const areas = [triangle, [...triangle]]
    const changed = changedArea(areas, 1, (ring) => ring.slice(1))
    expect(changed[0]).toBe(triangle)
    expect(changed[1]).toEqual([triangle[1], triangle[2]])
  })

  test('[U-09] the first press makes the first area', () => {
    expect(changedArea([], 0, (ring) => [...ring, cornerAt(kitchen)])).toEqual([[[77.6245, 12.9352]]])
  })

  test('[U-09] a corner is exact to about a metre', () => {
    expect(cornerAt({ latitude: 12.935_212_34, longitude: 77.624_567_89 })).toEqual([77.624_57, 12.935_21])
    expect(round(-0.000_004)).toBe(-0)
  })

  test('[U-09] an area begins as a square around the store, two kilometres each way', () => {
    const corners = squareAround(kitchen).map(([longitude, latitude]) => plane.toPlane({ longitude, latitude }))
    for (const { x, y } of corners) for (const way of [x, y]) expect(Math.abs(Math.abs(way) - 2000)).toBeLessThan(60)
    expect(new Set(corners.map(({ x, y }) => `${Math.sign(x)} ${Math.sign(y)}`)).size).toBe(4)
  })

  test('[U-09] an area of two corners encloses nothing', () => {
    expect(areasError([])).toBeUndefined()
    expect(areasError([triangle])).toBeUndefined()
    expect(areasError([triangle, triangle.slice(1)])).toBe('Area 2 needs three corners or more.')
  })
})

describe('the visible part of the city', () => {
  test('[U-09] shows the radius with a margin, if there are no areas', () => {
    expect(halfWidth(plane, { areas: [], radiusKm: 8 })).toBe(10_000)
    expect(halfWidth(plane, { areas: [], radiusKm: 0.5 })).toBe(2500)
  })

  test('[U-09] shows the farthest corner if there are areas, however large the radius is', () => {
    const far: Ring = [[kitchen.longitude, kitchen.latitude + 4000 / 111_320], ...triangle.slice(0, 1)]
    expect(halfWidth(plane, { areas: [far], radiusKm: 50 })).toBeCloseTo(5000, 0)
  })
})

describe('moving a corner with the keys', () => {
  const to = (key: string, shiftKey = false) => {
    const moved = movedByKey(plane, kitchen, { key, shiftKey })
    if (!moved) return undefined
    const { x, y } = plane.toPlane(moved)
    return [Math.round(x) + 0, Math.round(y) + 0]
  }

  test.each([
    ['ArrowUp', [0, -50]],
    ['ArrowDown', [0, 50]],
    ['ArrowLeft', [-50, 0]],
    ['ArrowRight', [50, 0]],
  ])('[U-09] %s by fifty metres', (key, metres) => {
    expect(to(key)).toEqual(metres)
    expect(to(key, true)).toEqual(metres.map((way) => way * 10))
  })

  test('[U-09] no other key moves it', () => {
    for (const key of ['Enter', 'Delete', 'a']) expect(to(key)).toBeUndefined()
  })
})

describe('what the form of a delivery area sends', () => {
  const store = {
    latitude: '12.9352',
    longitude: '77.6245',
    delivery_radius: 4.5,
    delivery_areas: [triangle],
  } as unknown as Parameters<typeof reachOf>[0]

  test('[U-09] staff send position, radius and areas', () => {
    expect(reachInput(reachOf(store), 2)).toEqual({
      store_id: 2,
      delivery_radius: '4.5',
      latitude: 12.9352,
      longitude: 77.6245,
      delivery_areas: [triangle],
    })
  })

  test('[U-09] only values that differ from the store count as a change', () => {
    const reach = reachOf(store)
    expect(areSameReach(reach, reachOf({ ...store }))).toBe(true)
    expect(areSameReach({ ...reach, radius: '5' }, reachOf(store))).toBe(false)
    expect(areSameReach({ ...reach, areas: [triangle.toReversed()] }, reachOf(store))).toBe(false)
  })
})

test('[U-09] the map of a new store begins in the middle of the city', () => {
  expect(middleOf(undefined)).toBeUndefined()
  const city = { bounds: [77.5, 12.8, 77.7, 13.1] } as Parameters<typeof middleOf>[0]
  expect(middleOf(city)).toEqual({ latitude: 12.95, longitude: 77.6 })
})
