/** The drawn map of a city in `/assets/map/city.json`. Positions are [longitude, latitude]. */
export type Position = [longitude: number, latitude: number]

export type City = {
  bounds: [west: number, south: number, east: number, north: number]
  areas: { kind: 'park' | 'water' | 'block'; name?: string; ring: Position[] }[]
  roads: { kind: 'main' | 'street'; name?: string; line: Position[] }[]
  labels: { kind: string; text: string; at: Position }[]
}

export type Point = { latitude: number; longitude: number }

const metresPerDegree = 111_320

/**
 * Returns a flat plane in metres around an origin, which is accurate enough within a city. North is up, so y is
 * negated.
 */
export function planeAround(origin: Point) {
  const shrink = Math.cos((origin.latitude * Math.PI) / 180)
  return {
    toPlane: ({ latitude, longitude }: Point) => ({
      x: (longitude - origin.longitude) * metresPerDegree * shrink,
      y: -(latitude - origin.latitude) * metresPerDegree,
    }),
    toPoint: ({ x, y }: { x: number; y: number }): Point => ({
      latitude: origin.latitude - y / metresPerDegree,
      longitude: origin.longitude + x / (metresPerDegree * shrink),
    }),
  }
}

export type Plane = ReturnType<typeof planeAround>

const LETTER_WIDTH = 7
const LINE_HEIGHT = 16

/** Returns the labels that can be read at this scale. A label that would cover an earlier one is left out. */
export function labelsThatFit<Label extends { name: string; x: number; y: number }>(
  labels: readonly Label[],
  metresPerPixel: number,
): Label[] {
  const kept: Label[] = []
  const reach = ({ name }: Label) => (name.length * LETTER_WIDTH) / 2
  for (const label of labels) {
    const isFree = kept.every(
      (other) =>
        Math.abs(other.y - label.y) >= LINE_HEIGHT * metresPerPixel ||
        Math.abs(other.x - label.x) >= (reach(other) + reach(label)) * metresPerPixel,
    )
    if (isFree) kept.push(label)
  }
  return kept
}

/** Returns the centre, and the width in metres, of a view that shows all points with a margin. */
export function viewOver(points: Point[], aspect: number): { centre: Point; metresAcross: number } {
  const [first] = points
  if (!first) throw new Error('a view needs at least one point')
  const plane = planeAround(first)
  const spots = points.map(plane.toPlane)
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  const widest = Math.max(right - left, (bottom - top) * aspect)
  return { centre: plane.toPoint({ x: (left + right) / 2, y: (top + bottom) / 2 }), metresAcross: widest * 1.6 + 320 }
}
