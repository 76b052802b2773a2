import { MarksMap } from '@nukkad/ui/components/city-map.tsx'
import { useCity } from '#lib/city.ts'
import { cornersOf, placesOf, type RiderOnMap } from './riders.ts'

const NEAREST_METRES = 3000

type RidersMapProps = { riders: readonly RiderOnMap[]; chosen: number | undefined }

/** Draws riders and their delivery addresses on the city map. The list next to it shows the same. */
export function RidersDrawnMap({ riders, chosen }: RidersMapProps) {
  const city = useCity()
  const shown = chosen === undefined ? riders : riders.filter(({ id }) => id === chosen)
  const places = placesOf(shown)
  return (
    <MarksMap
      label="Rider map"
      city={city}
      points={places.length > 0 ? places : cornersOf(city)}
      leastMetres={NEAREST_METRES}
      recentreLabel="Show all of them"
    >
      {(plane, metresPerPixel) =>
        shown.map((rider) => {
          if (!rider.at) return null
          const at = plane.toPlane(rider.at)
          return (
            <g key={rider.id}>
              {rider.orders.map(({ id, to }) => {
                if (!to) return null
                const door = plane.toPlane(to)
                return (
                  <g key={id}>
                    <line
                      x1={at.x}
                      y1={at.y}
                      x2={door.x}
                      y2={door.y}
                      stroke="var(--c-text)"
                      strokeWidth={2 * metresPerPixel}
                      strokeDasharray={`${4 * metresPerPixel} ${5 * metresPerPixel}`}
                    />
                    <circle cx={door.x} cy={door.y} r={6 * metresPerPixel} fill="var(--c-ink)" />
                  </g>
                )
              })}
              <RiderSpot name={rider.name} isBusy={rider.orders.length > 0} at={at} metresPerPixel={metresPerPixel} />
            </g>
          )
        })
      }
    </MarksMap>
  )
}

type RiderSpotProps = { name: string; isBusy: boolean; at: { x: number; y: number }; metresPerPixel: number }

/** Marks a rider on a drawn map with the first letter of their name, filled while they carry orders. */
export function RiderSpot({ name, isBusy, at, metresPerPixel }: RiderSpotProps) {
  return (
    <g transform={`translate(${at.x} ${at.y}) scale(${metresPerPixel})`}>
      <circle r="15" fill={isBusy ? 'var(--c-fill)' : 'var(--c-surface)'} stroke="var(--c-control)" strokeWidth="1.5" />
      <text y="5" textAnchor="middle" fontSize="13" fontWeight="650" fill={isBusy ? 'var(--c-on)' : 'var(--c-ink)'}>
        {name.slice(0, 1)}
      </text>
    </g>
  )
}
