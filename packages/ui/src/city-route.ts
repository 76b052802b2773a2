import { type City, type Point, planeAround } from './city.ts'

type Spot = { x: number; y: number }
type Segment = { from: Spot; to: Spot; isMain: boolean }
type Edge = { to: number; cost: number }
type StreetNet = { spots: Spot[]; edges: Edge[][]; plane: ReturnType<typeof planeAround> }

/** A route that is longer than the straight line times this number is rejected, because riders would not take it. */
const longestDetour = 2
/**
 * The factor by which the search for a route multiplies the length of side streets. The factor makes side streets a
 * little longer than main roads, because riders prefer main roads.
 */
const sideStreetCost = 1.25
/** A street that ends within this distance of another street connects to it. */
const gapMetres = 40
/** Ends of streets that are closer than this, in metres, are one crossing. */
const sameSpotMetres = 2

/**
 * Builds the street network of a drawn city. Riders can turn wherever two drawn lines cross. The positions of the
 * network are on a plane around the middle of the city. Building the network takes long, so the calling code should do
 * it only once for each city.
 */
export function streetNet(city: City): StreetNet {
  const [west, south, east, north] = city.bounds
  const plane = planeAround({ latitude: (north + south) / 2, longitude: (east + west) / 2 })
  const segments = segmentsOf(city, plane)
  const net: StreetNet = { spots: [], edges: [], plane }
  const index = new Map<string, number>()
  segments.forEach((segment, position) => {
    const stops = stopsOn(segment, segments, position).map((spot) => nodeAt(net, index, spot))
    for (const [before, node] of stops.slice(1).entries()) connect(net, stops[before]!, node, segment.isMain)
  })
  return net
}

/**
 * Returns the route along the streets between two points, including both. Returns a straight line if no drawn street is
 * near, or if the route would be a long detour, which means that the map lacks a street.
 */
export function routeBetween(net: StreetNet, from: Point, to: Point): Point[] {
  const [first, last] = [net.plane.toPlane(from), net.plane.toPlane(to)]
  const [start, end] = [nearestNode(net, first), nearestNode(net, last)]
  const path = start === undefined || end === undefined ? undefined : shortestPath(net, start, end)
  if (!path) return [from, to]
  const spots = withoutTurns([first, ...path.map((node) => net.spots[node]!), last])
  if (lengthOf(spots) > lengthOf([first, last]) * longestDetour) return [from, to]
  return [from, ...spots.slice(1, -1).map(net.plane.toPoint), to]
}

/**
 * Removes crossings at both ends of a route that are behind the rider, because a rider would not ride there and turn
 * round.
 */
function withoutTurns(spots: Spot[]): Spot[] {
  const fromStart = dropWhileBack(spots)
  return dropWhileBack(fromStart.toReversed()).toReversed()
}

function dropWhileBack([end, near, next, ...rest]: Spot[]): Spot[] {
  if (!end || !near || !next) return [end, near].filter((spot) => spot !== undefined)
  const ahead = (near.x - end.x) * (next.x - near.x) + (near.y - end.y) * (next.y - near.y)
  return ahead < 0 ? dropWhileBack([end, next, ...rest]) : [end, near, next, ...rest]
}

function lengthOf(spots: Spot[]): number {
  return spots
    .slice(1)
    .reduce((sum, { x, y }, before) => sum + Math.hypot(x - spots[before]!.x, y - spots[before]!.y), 0)
}

function segmentsOf(city: City, plane: StreetNet['plane']): Segment[] {
  return city.roads.flatMap(({ kind, line }) => {
    const spots = line.map(([longitude, latitude]) => plane.toPlane({ longitude, latitude }))
    return spots.slice(1).map((to, before) => ({ from: spots[before]!, to, isMain: kind === 'main' }))
  })
}

/** Returns the ends of a segment of a street and its crossings with all other segments, in order along the segment. */
function stopsOn(segment: Segment, all: Segment[], own: number): Spot[] {
  const crossings = all.flatMap((other, position) => {
    const share = position === own ? undefined : crossingShare(segment, other)
    return share === undefined ? [] : [share]
  })
  return [0, ...crossings, 1].toSorted((a, b) => a - b).map((share) => spotOn(segment, share))
}

function spotOn({ from, to }: Segment, share: number): Spot {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/**
 * Returns the position on the first segment, from 0 to 1, at which the second one meets it. The second segment also
 * meets the first one if it ends there.
 */
function crossingShare(one: Segment, other: Segment): number | undefined {
  const [ax, ay] = [one.to.x - one.from.x, one.to.y - one.from.y]
  const [bx, by] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const cross = ax * by - ay * bx
  if (Math.abs(cross) < 1e-9) return undefined
  const [dx, dy] = [other.from.x - one.from.x, other.from.y - one.from.y]
  const share = (dx * by - dy * bx) / cross
  const otherShare = (dx * ay - dy * ax) / cross
  const isMet = isOn(share, Math.hypot(ax, ay)) && isOn(otherShare, Math.hypot(bx, by))
  return isMet ? share : undefined
}

/**
 * Returns whether a share of a segment's length lies on the segment or just past its end. A position just past the end
 * counts too, because drawn lines do not always touch.
 */
function isOn(share: number, metres: number): boolean {
  const slack = gapMetres / Math.max(1, metres)
  return share >= -slack && share <= 1 + slack
}

function nodeAt(net: StreetNet, index: Map<string, number>, spot: Spot): number {
  const key = `${Math.round(spot.x / sameSpotMetres)} ${Math.round(spot.y / sameSpotMetres)}`
  const known = index.get(key)
  if (known !== undefined) return known
  const node = net.spots.push(spot) - 1
  net.edges.push([])
  index.set(key, node)
  return node
}

function connect(net: StreetNet, one: number, other: number, isMain: boolean): void {
  if (one === other) return
  const [a, b] = [net.spots[one]!, net.spots[other]!]
  const cost = Math.hypot(a.x - b.x, a.y - b.y) * (isMain ? 1 : sideStreetCost)
  net.edges[one]!.push({ to: other, cost })
  net.edges[other]!.push({ to: one, cost })
}

function nearestNode({ spots, edges }: StreetNet, at: Spot): number | undefined {
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  spots.forEach((spot, node) => {
    const metres = Math.hypot(spot.x - at.x, spot.y - at.y)
    if (metres < least && edges[node]!.length > 0) {
      least = metres
      best = node
    }
  })
  return best
}

/**
 * Finds the shortest path through the street network with Dijkstra's algorithm. A city has a few hundred crossings, so
 * a linear search for the nearest one is fast enough.
 */
function shortestPath({ edges }: StreetNet, start: number, end: number): number[] | undefined {
  const costs = new Map([[start, 0]])
  const before = new Map<number, number>()
  const open = new Set([start])
  const done = new Set<number>()
  while (open.size > 0) {
    const node = cheapest(open, costs)
    if (node === end) return traceBack(before, end)
    open.delete(node)
    done.add(node)
    for (const { to, cost } of edges[node]!) {
      const total = costs.get(node)! + cost
      if (done.has(to) || total >= (costs.get(to) ?? Number.POSITIVE_INFINITY)) continue
      costs.set(to, total)
      before.set(to, node)
      open.add(to)
    }
  }
  return undefined
}

function cheapest(open: Set<number>, costs: Map<number, number>): number {
  return [...open].reduce((best, node) => (costs.get(node)! < costs.get(best)! ? node : best))
}

function traceBack(before: Map<number, number>, end: number): number[] {
  const path = [end]
  for (let node = before.get(end); node !== undefined; node = before.get(node)) path.unshift(node)
  return path
}
