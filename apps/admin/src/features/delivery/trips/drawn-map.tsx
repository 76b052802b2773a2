import type { Plane, Point } from '@nukkad/ui/city.ts'
import { MarksMap } from '@nukkad/ui/components/city-map.tsx'
import type { ReactNode } from 'react'
import { useCity } from '#lib/city.ts'
import { cornersOf } from './riders.ts'

/** The scale of a drawn map, by which marks keep a fixed size in pixels. */
export type Scale = { plane: Plane; metresPerPixel: number }

type DrawnMapProps = {
  label: string
  /** The points that must be in view; without points, the centre of the city. */
  points: Point[]
  leastMetres: number
  children: (scale: Scale) => ReactNode
}

/** Draws marks on the city map of the dashboard. The list next to the map names everything that the marks show. */
export function DrawnMap({ label, points, leastMetres, children }: DrawnMapProps) {
  const city = useCity()
  return (
    <MarksMap
      label={label}
      city={city}
      points={points.length > 0 ? points : cornersOf(city)}
      leastMetres={leastMetres}
      recentreLabel="Show all"
    >
      {(plane, metresPerPixel) => children({ plane, metresPerPixel })}
    </MarksMap>
  )
}

type WayProps = Scale & { from: Point; to: Point }

/** Draws a dashed line from a rider to their next stop. */
export function Way({ from, to, plane, metresPerPixel }: WayProps) {
  const [start, end] = [plane.toPlane(from), plane.toPlane(to)]
  return (
    <line
      x1={start.x}
      y1={start.y}
      x2={end.x}
      y2={end.y}
      stroke="var(--c-text)"
      strokeWidth={2 * metresPerPixel}
      strokeDasharray={`${4 * metresPerPixel} ${5 * metresPerPixel}`}
    />
  )
}

type RiderSpotProps = Scale & { name: string; isBusy: boolean; at: Point }

/** Draws a rider as the first letter of their name, filled while they carry orders. */
export function RiderSpot({ name, isBusy, at, plane, metresPerPixel }: RiderSpotProps) {
  const { x, y } = plane.toPlane(at)
  return (
    <g transform={`translate(${x} ${y}) scale(${metresPerPixel})`}>
      <circle r="15" fill={isBusy ? 'var(--c-fill)' : 'var(--c-surface)'} stroke="var(--c-control)" strokeWidth="1.5" />
      <text y="5" textAnchor="middle" fontSize="13" fontWeight="650" fill={isBusy ? 'var(--c-on)' : 'var(--c-ink)'}>
        {name.slice(0, 1)}
      </text>
    </g>
  )
}
