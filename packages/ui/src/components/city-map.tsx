import { House, LocateFixed, type LucideIcon, Store } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type City, labelsThatFit, type Plane, type Point, type Position, planeAround, viewOver } from '../city.ts'
import { routeBetween, streetNet } from '../city-route.ts'
import { IconButton } from './icon-button.tsx'

type CityMapProps = {
  /** The accessible name of the map as a region. The screen must also say in text what the map shows. */
  label: string
  city: City | undefined
  /** The pins on the map. `icon` replaces the icon of the kind. */
  pins: { id: string; kind: 'store' | 'home'; at: Point; icon?: LucideIcon }[]
  rider?: { at: Point; heading: number | null; isStale: boolean; glideMs: number } | null
  /** Whether the map shows the route along the streets from the store's pin to the pin of the customer's home. */
  hasRoute?: boolean
  /** Whether the rider has picked up the order, so that the part of the route behind the rider is grey. */
  isCarried?: boolean
  /** Minimum width of the map's view in metres, for pins that are close together. */
  leastMetres?: number
  recentreLabel: string
}

/**
 * Renders a map that follows its pins. After the person has dragged the map, it stays there until they press
 * "recentre".
 */
export function CityMap({
  label,
  city,
  pins,
  rider,
  hasRoute,
  isCarried = true,
  leastMetres = 0,
  recentreLabel,
}: CityMapProps) {
  const points = [...pins.map(({ at }) => at), ...(rider ? [rider.at] : [])]
  return (
    <MarksMap label={label} city={city} points={points} leastMetres={leastMetres} recentreLabel={recentreLabel}>
      {(plane, metresPerPixel) => (
        <>
          {hasRoute ? <Route city={city} pins={pins} rider={isCarried ? rider?.at : undefined} plane={plane} /> : null}
          {pins.map((pin) => (
            <Pin
              key={pin.id}
              at={plane.toPlane(pin.at)}
              metresPerPixel={metresPerPixel}
              kind={pin.kind}
              icon={pin.icon}
            />
          ))}
          {rider ? <RiderMark rider={rider} at={plane.toPlane(rider.at)} metresPerPixel={metresPerPixel} /> : null}
        </>
      )}
    </MarksMap>
  )
}

type MarksMapProps = Pick<CityMapProps, 'label' | 'city' | 'leastMetres' | 'recentreLabel'> & {
  /** The points that the view of the map must show. */
  points: Point[]
  /**
   * Draws the marks. The coordinates of the marks are metres on `plane`, the flat projection of the map. A mark of `n`
   * pixels is `n * metresPerPixel` wide.
   */
  children: (plane: Plane, metresPerPixel: number) => ReactNode
}

/** Renders a map with marks on it, which the calling component draws. */
export function MarksMap({ label, city, points, leastMetres = 0, recentreLabel, children }: MarksMapProps) {
  const [frame, size] = useSize()
  const aspect = size.width / Math.max(1, size.height)
  const fitted = points.length > 0 ? viewOver(points, aspect, city?.bounds) : undefined
  const [moved, setMoved] = useState<Point | undefined>(undefined)
  const centre = moved ?? fitted?.centre
  if (!centre || !fitted) return <section aria-label={label} ref={frame} className="size-full bg-(--c-map-ground)" />
  const metresPerPixel = Math.max(fitted.metresAcross, leastMetres) / Math.max(1, size.width)
  return (
    <section aria-label={label} ref={frame} className="relative size-full overflow-hidden bg-(--c-map-ground)">
      <Ground city={city} centre={centre} metresPerPixel={metresPerPixel} size={size} onMove={setMoved}>
        {(plane) => children(plane, metresPerPixel)}
      </Ground>
      {moved ? (
        <IconButton
          label={recentreLabel}
          variant="glass"
          onClick={() => setMoved(undefined)}
          className="absolute end-3 bottom-16"
        >
          <LocateFixed aria-hidden="true" />
        </IconButton>
      ) : null}
    </section>
  )
}

type PinMapProps = {
  label: string
  city: City | undefined
  centre: Point
  icon?: LucideIcon
  onMove: (centre: Point) => void
  /** The function that the map calls when a drag ends. */
  onSettle: (centre: Point) => void
  children?: ReactNode
}

/**
 * Renders a map under a fixed pin in the centre. The pin lifts while the person drags the map, and arrow keys also move
 * the map.
 */
export function PinMap({ label, city, centre, icon: Icon = House, onMove, onSettle, children }: PinMapProps) {
  const [frame, size] = useSize()
  const [isDragging, setDragging] = useState(false)
  const metresPerPixel = 1400 / Math.max(320, size.width)
  return (
    <section aria-label={label} ref={frame} className="relative size-full overflow-hidden bg-(--c-map-ground)">
      <Ground
        city={city}
        centre={centre}
        metresPerPixel={metresPerPixel}
        size={size}
        onMove={(point) => {
          setDragging(true)
          onMove(point)
        }}
        onSettle={(point) => {
          setDragging(false)
          onSettle(point)
        }}
        isKeyboardMovable
        label={label}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-1/2 top-1/2 grid -translate-x-1/2 place-items-center rtl:translate-x-1/2"
      >
        <span
          className={`absolute bottom-0 grid size-12 place-items-center rounded-full bg-ink text-bg shadow-2 transition-transform duration-150 ${isDragging ? '-translate-y-5' : '-translate-y-2.5'}`}
        >
          <Icon className="size-5.5" />
        </span>
        <span className="absolute -bottom-1.5 size-3 rounded-full bg-ink opacity-45" />
      </span>
      {children}
    </section>
  )
}

type Spot = { x: number; y: number }
type GroundProps = {
  city: City | undefined
  centre: Point
  metresPerPixel: number
  size: { width: number; height: number }
  onMove: (centre: Point) => void
  onSettle?: (centre: Point) => void
  isKeyboardMovable?: boolean
  label?: string
  children?: (plane: Plane) => ReactNode
}

function Ground({
  city,
  centre,
  metresPerPixel,
  size,
  onMove,
  onSettle,
  isKeyboardMovable,
  label,
  children,
}: GroundProps) {
  // The origin of the plane stays the same, so that the map computes its paths only once and a move changes only the
  // view box.
  const origin = useMemo(() => (city ? middleOf(city) : centre), [city, centre])
  const plane = useMemo(() => planeAround(origin), [origin])
  const drag = useRef<{ x: number; y: number; from: Point; last: Point } | undefined>(undefined)
  const middle = plane.toPlane(centre)
  const [width, height] = [size.width * metresPerPixel, size.height * metresPerPixel]
  const shift = (dx: number, dy: number, from: Point) => {
    const spot = plane.toPlane(from)
    return plane.toPoint({ x: spot.x - dx * metresPerPixel, y: spot.y - dy * metresPerPixel })
  }
  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY, from: centre, last: centre }
    },
    onPointerMove: (event: PointerEvent) => {
      const start = drag.current
      if (!start) return
      start.last = shift(event.clientX - start.x, event.clientY - start.y, start.from)
      onMove(start.last)
    },
    onPointerUp: () => {
      if (drag.current && drag.current.last !== drag.current.from) onSettle?.(drag.current.last)
      drag.current = undefined
    },
  }
  const handleKey = (key: string) => {
    const step = { ArrowLeft: [24, 0], ArrowRight: [-24, 0], ArrowUp: [0, 24], ArrowDown: [0, -24] }[key]
    if (!step) return false
    const point = shift(step[0]!, step[1]!, centre)
    onMove(point)
    onSettle?.(point)
    return true
  }
  return (
    <svg
      role={isKeyboardMovable ? 'application' : 'presentation'}
      aria-label={isKeyboardMovable ? label : undefined}
      tabIndex={isKeyboardMovable ? 0 : undefined}
      onKeyDown={isKeyboardMovable ? (event) => handleKey(event.key) && event.preventDefault() : undefined}
      className="size-full touch-none select-none not-focus-visible:outline-none focus-visible:outline-3 focus-visible:-outline-offset-3"
      viewBox={`${middle.x - width / 2} ${middle.y - height / 2} ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      {...pointer}
    >
      {city ? (
        <CityDrawing city={city} plane={plane} metresPerPixel={metresPerPixel} middle={middle} width={width} />
      ) : null}
      {children?.(plane)}
    </svg>
  )
}

const areaFill = { park: 'var(--c-map-park)', water: 'var(--c-map-water)', block: 'var(--c-map-block)' }
/** Half the width of a wide letter of the map's names in pixels, at a font size of 12 px. */
const halfLetterPx = 3.5
const roadWidth = { main: 34, street: 16 }

type CityDrawingProps = { city: City; plane: Plane; metresPerPixel: number; middle: Spot; width: number }

function CityDrawing({ city, plane, metresPerPixel, middle, width }: CityDrawingProps) {
  const shapes = useMemo(() => {
    const path = (positions: Position[]) =>
      positions
        .map(([longitude, latitude]) => plane.toPlane({ longitude, latitude }))
        .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
        .join(' ')
    return {
      areas: city.areas.map((area) => ({ ...area, path: path(area.ring) })),
      roads: city.roads.map((road) => ({ ...road, path: path(road.line) })),
      labels: city.labels.map(({ text: name, at: [longitude, latitude] }) => ({
        name,
        ...plane.toPlane({ longitude, latitude }),
      })),
    }
  }, [city, plane])
  // Returns false for a name that the edge of the map would cut off.
  const isWhole = ({ name, x }: { name: string; x: number }): boolean =>
    Math.abs(x - middle.x) + name.length * halfLetterPx * metresPerPixel < width / 2
  return (
    <g>
      {shapes.areas.map(({ kind, path }) => (
        <polygon
          key={path}
          points={path}
          fill={areaFill[kind]}
          strokeLinejoin="round"
          stroke={areaFill[kind]}
          strokeWidth={12}
        />
      ))}
      {shapes.roads.map(({ kind, path }) => (
        <polyline
          key={path}
          points={path}
          fill="none"
          stroke="var(--c-map-road)"
          strokeWidth={roadWidth[kind]}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {labelsThatFit(shapes.labels.filter(isWhole), metresPerPixel).map(({ name, x, y }) => (
        <text
          key={name}
          x={x}
          y={y}
          fontSize={12 * metresPerPixel}
          textAnchor="middle"
          fill="var(--c-ink-2)"
          stroke="var(--c-map-ground)"
          strokeWidth={3 * metresPerPixel}
          paintOrder="stroke"
          fontWeight={600}
        >
          {name}
        </text>
      ))}
    </g>
  )
}

type RouteProps = { city: City | undefined; pins: CityMapProps['pins']; rider: Point | undefined; plane: Plane }

function Route({ city, pins, rider, plane }: RouteProps) {
  const net = useMemo(() => (city ? streetNet(city) : undefined), [city])
  const from = pins.find(({ kind }) => kind === 'store')?.at
  const to = pins.find(({ kind }) => kind === 'home')?.at
  if (!from || !to) return null
  const middle = rider ?? from
  const path = (a: Point, b: Point) => {
    const spots = (net ? routeBetween(net, a, b) : [a, b]).map(plane.toPlane)
    return `M${spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`
  }
  const ahead = path(middle, to)
  const common = {
    fill: 'none',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const
  return (
    <g>
      <path d={ahead} stroke="var(--c-surface)" strokeWidth={11} {...common} />
      {rider ? (
        <path d={path(from, rider)} stroke="var(--c-control)" strokeOpacity={0.6} strokeWidth={5} {...common} />
      ) : null}
      <path d={ahead} stroke="var(--c-text)" strokeWidth={5} {...common} />
    </g>
  )
}

type PinProps = { at: Spot; kind: 'store' | 'home'; metresPerPixel: number; icon: LucideIcon | undefined }

function Pin({ at, kind, metresPerPixel, icon }: PinProps) {
  const Icon = icon ?? (kind === 'store' ? Store : House)
  const isHome = kind === 'home'
  return (
    <g transform={`translate(${at.x} ${at.y}) scale(${metresPerPixel})`}>
      <circle r="20" fill={isHome ? 'var(--c-ink)' : 'var(--c-surface)'} stroke="var(--c-line)" />
      <Icon x={-10} y={-10} width={20} height={20} color={isHome ? 'var(--c-bg)' : 'var(--c-text)'} />
    </g>
  )
}

type RiderMarkProps = { rider: NonNullable<CityMapProps['rider']>; at: Spot; metresPerPixel: number }

/**
 * Moves the rider's mark smoothly to each new position in the time between two reports, and turns the icon with the
 * heading.
 */
function RiderMark({ rider, at, metresPerPixel }: RiderMarkProps) {
  return (
    <g
      style={{
        transform: `translate(${at.x}px, ${at.y}px) scale(${metresPerPixel})`,
        transition: `transform ${rider.glideMs}ms linear`,
      }}
    >
      {rider.isStale ? (
        <circle r="30" fill="none" stroke="var(--c-control)" strokeWidth="3" strokeDasharray="4 5" />
      ) : (
        <circle r="34" fill="var(--c-fill)" className="halo" />
      )}
      <circle r="24" fill="var(--c-surface)" stroke="var(--c-line)" />
      {rider.heading === null ? null : (
        <path d="M0-31 6-24H-6z" fill="var(--c-fill)" transform={`rotate(${rider.heading})`} />
      )}
      <image href="/assets/img/items/e-motor-scooter-128.webp" x="-17" y="-17" width="34" height="34" />
    </g>
  )
}

function middleOf({ bounds }: City): Point {
  const [west, south, east, north] = bounds
  return { latitude: (north + south) / 2, longitude: (east + west) / 2 }
}

function useSize() {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 390, height: 400 })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, size] as const
}
