import type { Point } from './distance.ts'

type Position = readonly [lng: number, lat: number]

/** The names on a map: roads as lines, other labels as points. */
export type Gazetteer = {
  roads: readonly { name?: string; line: readonly Position[] }[]
  labels: readonly { kind: string; text: string; at: Position }[]
}

const ROAD_WITHIN_METRES = 400
const AREA_WITHIN_METRES = 2500
const METRES_PER_DEGREE = 111_320

/** Returns the name of a location: the nearest named road and the area around it, if the map has them (J-06). */
export function nameSpot(map: Gazetteer, point: Point): { road?: string; area?: string } {
  const roads = map.roads.flatMap(({ name, line }) => (name ? [{ name, metres: metresToLine(point, line) }] : []))
  const areas = map.labels
    .filter(({ kind }) => kind === 'area')
    .map(({ text, at }) => ({ name: text, metres: metresToLine(point, [at, at]) }))
  const [road, area] = [nearest(roads, ROAD_WITHIN_METRES), nearest(areas, AREA_WITHIN_METRES)]
  return { ...(road !== undefined && { road }), ...(area !== undefined && area !== road && { area }) }
}

function nearest(named: { name: string; metres: number }[], within: number): string | undefined {
  const [first] = named.filter(({ metres }) => metres <= within).toSorted((a, b) => a.metres - b.metres)
  return first?.name
}

function metresToLine(point: Point, line: readonly Position[]): number {
  const spots = line.map((at) => offset(point, at))
  return spots.reduce((least, end, index) => {
    const start = spots[index - 1]
    return start ? Math.min(least, metresToSegment(start, end)) : least
  }, Number.POSITIVE_INFINITY)
}

/**
 * Returns how many metres a position is east and north of a point. The calculation treats the earth as flat, which is
 * accurate enough within a city.
 */
function offset({ lat, lng }: Point, [toLng, toLat]: Position) {
  const shrink = Math.cos((lat * Math.PI) / 180)
  return { x: (toLng - lng) * METRES_PER_DEGREE * shrink, y: (toLat - lat) * METRES_PER_DEGREE }
}

/** Returns the distance in metres from the origin to the segment between two points. */
function metresToSegment(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length))
  return Math.hypot(a.x + share * dx, a.y + share * dy)
}
