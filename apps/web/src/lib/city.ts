import type { City, Point, Position } from '@nukkad/ui/city.ts'
import { useQuery } from '@tanstack/react-query'

/** The drawn map of the city; without it a map shows plain ground. */
export function useCity(): City | undefined {
  const { data } = useQuery({
    queryKey: ['city'],
    queryFn: async ({ signal }): Promise<City> => {
      const response = await fetch('/assets/map/city.json', { signal })
      if (!response.ok) throw new Error(`no map: ${response.status}`)
      return response.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}

const nearMetres = 400
const areaMetres = 2500

/** What a person would call this spot: the nearest named road and the area around, as far as the map knows them. */
export function describe(city: City | undefined, point: Point): string {
  if (!city) return ''
  const roads = city.roads.flatMap(({ name, line }) => (name ? [{ name, metres: metresToLine(point, line) }] : []))
  const areas = city.labels
    .filter(({ kind }) => kind === 'area')
    .map(({ text, at }) => ({ name: text, metres: metresBetween(point, at) }))
  const road = nearest(roads, nearMetres)
  const area = nearest(areas, areaMetres)
  return [road, area === road ? undefined : area].filter(Boolean).join(', ')
}

function nearest(named: { name: string; metres: number }[], within: number): string | undefined {
  const [first] = named.filter(({ metres }) => metres <= within).toSorted((a, b) => a.metres - b.metres)
  return first?.name
}

const metresPerDegree = 111_320

function offset({ latitude, longitude }: Point, [toLongitude, toLatitude]: Position) {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  return { x: (toLongitude - longitude) * metresPerDegree * shrink, y: (toLatitude - latitude) * metresPerDegree }
}

function metresBetween(point: Point, at: Position): number {
  const { x, y } = offset(point, at)
  return Math.hypot(x, y)
}

function metresToLine(point: Point, line: Position[]): number {
  const spots = line.map((at) => offset(point, at))
  return spots.reduce((least, end, index) => {
    const start = spots[index - 1]
    return start ? Math.min(least, metresToSegment(start, end)) : least
  }, Number.POSITIVE_INFINITY)
}

/** Distance from the origin to the segment between two spots. */
function metresToSegment(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length))
  return Math.hypot(a.x + share * dx, a.y + share * dy)
}
