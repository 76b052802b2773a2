import type { Plane, Point } from '@nukkad/ui/city.ts'
import { round } from './places.ts'

/** [longitude, latitude], as areas are stored. */
export type Corner = [number, number]
export type Ring = Corner[]

const SQUARE_STEP_DEGREES = 0.018
const MIN_HALF_METRES = 2000
const AIR = 1.25
const MIN_CORNERS = 3

/** Returns the areas with one of them changed. If there is no area yet, the change creates the first one. */
export function changedArea(areas: readonly Ring[], active: number, change: (ring: Ring) => Ring): Ring[] {
  return areas.length === 0 ? [change([])] : areas.map((ring, index) => (index === active ? change(ring) : ring))
}

export function cornerAt({ latitude, longitude }: Point): Corner {
  return [round(longitude), round(latitude)]
}

/** Returns a first area: a square that extends two kilometres in each direction. */
export function squareAround({ latitude, longitude }: Point): Ring {
  const step = SQUARE_STEP_DEGREES
  return [
    [round(longitude - step), round(latitude - step)],
    [round(longitude + step), round(latitude - step)],
    [round(longitude + step), round(latitude + step)],
    [round(longitude - step), round(latitude + step)],
  ]
}

/** Returns the error of the first area that has too few corners. */
export function areasError(areas: readonly Ring[]): string | undefined {
  const tooFew = areas.findIndex((ring) => ring.length < MIN_CORNERS)
  return tooFew < 0 ? undefined : `Area ${tooFew + 1} needs three corners or more.`
}

/** Returns the metres from the centre of the map to its edge: the delivery area with a margin. */
export function halfWidth(plane: Plane, { areas, radiusKm }: { areas: readonly Ring[]; radiusKm: number }): number {
  const spots = areas.flat().map(([longitude, latitude]) => plane.toPlane({ longitude, latitude }))
  const farthest = Math.max(MIN_HALF_METRES, ...spots.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  return (areas.length === 0 ? Math.max(farthest, radiusKm * 1000) : farthest) * AIR
}

const KEY_STEP_METRES = 50
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * Returns the new position of a map point after an arrow key, ten times as far with Shift; undefined for other keys.
 */
export function movedByKey(plane: Plane, at: Point, { key, shiftKey }: { key: string; shiftKey: boolean }) {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const step = KEY_STEP_METRES * (shiftKey ? 10 : 1)
  const { x, y } = plane.toPlane(at)
  return plane.toPoint({ x: x + arrow[0] * step, y: y + arrow[1] * step })
}
