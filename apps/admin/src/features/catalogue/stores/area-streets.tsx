import type { City, Plane } from '@nukkad/ui/city.ts'

const NEAR_METRES = 1000
const FAR_METRES = 5000

/** Draws the city under the areas: parks, water, streets and their names. */
export function Streets({ city, plane, unit }: { city: City; plane: Plane; unit: number }) {
  const path = (line: readonly (readonly [number, number])[]) =>
    `M${line.map((spot) => spotText(plane, spot)).join('L')}`
  const areas = { park: '--c-map-park', water: '--c-map-water', block: '--c-map-block' }
  return (
    <>
      {city.areas.map(({ kind, ring }) => (
        <path key={path(ring)} d={`${path(ring)}Z`} style={{ fill: `var(${areas[kind]})` }} />
      ))}
      {city.roads.map(({ kind, line }) => (
        <path
          key={path(line)}
          d={path(line)}
          fill="none"
          style={{ stroke: 'var(--c-map-road)' }}
          strokeWidth={unit * (kind === 'main' ? 3 : 1.5)}
        />
      ))}
      {namesIn(city, unit).map(({ text, at }) => {
        const { x, y } = plane.toPlane({ longitude: at[0], latitude: at[1] })
        return (
          <text key={`${text}${x}`} x={x} y={y} fontSize={unit * 8} textAnchor="middle" className="fill-ink-2">
            {text}
          </text>
        )
      })}
    </>
  )
}

/**
 * Returns the names to draw: on a map that is zoomed out only those of areas, and on one that is zoomed out farther
 * none, because they would overlap.
 */
function namesIn(city: City, unit: number): City['labels'] {
  if (unit > FAR_METRES / 200) return []
  return city.labels.filter(({ kind }) => kind === 'area' || unit < NEAR_METRES / 200)
}

/** Returns a point in the notation of SVG paths and polygons. */
export function spotText(plane: Plane, [longitude, latitude]: readonly [number, number]): string {
  const { x, y } = plane.toPlane({ longitude, latitude })
  return `${Math.round(x)} ${Math.round(y)}`
}
