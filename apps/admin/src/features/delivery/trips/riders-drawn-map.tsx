import { DrawnMap, RiderSpot, type Scale, Way } from './drawn-map.tsx'
import { placesOf, type RiderOnMap } from './riders.ts'

const NEAREST_METRES = 3000

type RidersMapProps = { riders: readonly RiderOnMap[]; chosen: number | undefined }

/**
 * Draws riders and their delivery addresses on the city map. The list next to the map shows the riders too, for people
 * who cannot see the map.
 */
export function RidersDrawnMap({ riders, chosen }: RidersMapProps) {
  const shown = chosen === undefined ? riders : riders.filter(({ id }) => id === chosen)
  return (
    <DrawnMap label="Rider map" points={placesOf(shown)} leastMetres={NEAREST_METRES}>
      {(scale) => shown.map((rider) => <RiderMarks key={rider.id} rider={rider} {...scale} />)}
    </DrawnMap>
  )
}

function RiderMarks({ rider: { name, at, orders }, ...scale }: Scale & { rider: RiderOnMap }) {
  if (!at) return null
  return (
    <g>
      {orders.map(({ id, to }) => (to ? <Door key={id} from={at} to={to} {...scale} /> : null))}
      <RiderSpot name={name} isBusy={orders.length > 0} at={at} {...scale} />
    </g>
  )
}

function Door({ from, to, ...scale }: Parameters<typeof Way>[0]) {
  const { x, y } = scale.plane.toPlane(to)
  return (
    <g>
      <Way from={from} to={to} {...scale} />
      <circle cx={x} cy={y} r={6 * scale.metresPerPixel} fill="var(--c-ink)" />
    </g>
  )
}
