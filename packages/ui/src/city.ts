/** The types of the drawn map of a city in `/assets/map/city.json`. A position on the map is [longitude, latitude]. */
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
 * Returns a flat plane in metres around an origin, which is accurate enough within a city. North is up on the plane, so
 * y is the negated distance to the north.
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

/** Returns the labels that can be read at a scale of the map. Leaves out a label that would cover an earlier one. */
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

/**
 * Returns the centre of a view of the map that shows all points with a margin, and the width of the view in metres. If
 * all points are inside a city, the view shows as little as possible beyond the city's edge.
 */
export function viewOver(
  points: Point[],
  aspect: number,
  bounds?: City['bounds'],
): { centre: Point; metresAcross: number } {
  const [first] = points
  if (!first) throw new Error('a view needs at least one point')
  const plane = planeAround(first)
  const spots = points.map(plane.toPlane)
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  const widest = Math.max(right - left, (bottom - top) * aspect)
  const roomy = widest * 1.6 + 320
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  if (!bounds) return { centre: plane.toPoint(middle), metresAcross: roomy }
  const [west, south, east, north] = bounds
  const from = plane.toPlane({ longitude: west, latitude: north })
  const to = plane.toPlane({ longitude: east, latitude: south })
  const inside = Math.min(to.x - from.x, (to.y - from.y) * aspect)
  const metresAcross = Math.min(roomy, Math.max(widest * 1.2 + 160, inside))
  const centre = {
    x: within(middle.x, from.x, to.x, metresAcross / 2),
    y: within(middle.y, from.y, to.y, metresAcross / aspect / 2),
  }
  // The view is limited to the city only if all points are inside it.
  const isInside = left >= from.x && right <= to.x && top >= from.y && bottom <= to.y
  return { centre: plane.toPoint(isInside ? centre : middle), metresAcross: isInside ? metresAcross : roomy }
}

/**
 * Moves the centre of a view so that a view of the given half width ends inside both edges of the city. A view that is
 * wider than the city is centred on it.
 */
function within(centre: number, from: number, to: number, half: number): number {
  if (half * 2 >= to - from) return (from + to) / 2
  return Math.min(to - half, Math.max(from + half, centre))
}
