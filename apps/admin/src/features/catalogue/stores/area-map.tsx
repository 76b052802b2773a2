import { type City, type Plane, type Point, planeAround } from '@nukkad/ui/city.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { round } from './places.ts'

/** [longitude, latitude], as areas are kept. */
export type Corner = [number, number]
export type Ring = Corner[]

type AreaMapProps = {
  city: City | undefined
  store: Point
  radiusKm: number
  areas: Ring[]
  /** The area whose corners are moved, and to which a press on the map adds one. */
  active: number
  onChange: (areas: Ring[]) => void
  /** Moves the store itself; without it the store stays where it is. */
  onMoveStore?: (at: Point) => void
}

const KEY_STEP_METRES = 50
const NEAR_METRES = 1000
const FAR_METRES = 5000
const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * Whom a store serves, drawn on the map of the city: a press adds a corner, corners are dragged or moved with the arrow
 * keys (with Shift ten times as far) and taken away with Delete. What it shows stands beside it as numbers too.
 */
export function AreaMap({ city, store, radiusKm, areas, active, onChange, onMoveStore }: AreaMapProps) {
  const svg = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<{ corner: number } | 'store'>()
  // The drawing stays where it began while the store is moved on it.
  const [origin] = useState(store)
  const plane = useMemo(() => planeAround(origin), [origin])
  const [half] = useState(() => halfWidth(plane, { areas, radiusKm, isRound: areas.length === 0 }))
  const unit = half / 200
  const pointAt = (event: PointerEvent): Point => {
    const box = svg.current!.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width - 0.5) * 2 * half
    const y = ((event.clientY - box.top) / box.height - 0.5) * 2 * half
    return plane.toPoint({ x, y })
  }
  const setCorner = (index: number, at: Point) =>
    onChange(changed(areas, active, (ring) => ring.with(index, [round(at.longitude), round(at.latitude)])))
  const handleMove = (event: PointerEvent) => {
    if (held === 'store') onMoveStore?.(rounded(pointAt(event)))
    else if (held) setCorner(held.corner, pointAt(event))
  }
  const handleGround = (event: PointerEvent) => {
    const at = pointAt(event)
    onChange(changed(areas, active, (ring) => [...ring, [round(at.longitude), round(at.latitude)]]))
  }
  const handleKey = (event: KeyboardEvent, at: Point, move: (to: Point) => void, remove?: () => void) => {
    const arrow = arrows[event.key]
    if (arrow) {
      event.preventDefault()
      const step = KEY_STEP_METRES * (event.shiftKey ? 10 : 1)
      const spot = plane.toPlane(at)
      move(plane.toPoint({ x: spot.x + arrow[0] * step, y: spot.y + arrow[1] * step }))
    } else if (remove && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault()
      remove()
    }
  }
  const hold = (what: { corner: number } | 'store') => (event: PointerEvent) => {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    setHeld(what)
  }
  const storeSpot = plane.toPlane(store)
  return (
    <svg
      ref={svg}
      role="application"
      aria-label="Map of the area that the store serves"
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      className="aspect-square w-full touch-none rounded-control bg-(--c-map-ground)"
      onPointerMove={held === undefined ? undefined : handleMove}
      onPointerUp={() => setHeld(undefined)}
      onPointerLeave={() => setHeld(undefined)}
    >
      <g onPointerDown={handleGround}>
        <rect x={-half} y={-half} width={2 * half} height={2 * half} fill="transparent" />
        {city ? <Streets city={city} plane={plane} unit={unit} /> : null}
        {areas.length === 0 ? (
          <circle {...centreOf(storeSpot)} r={radiusKm * 1000} className={areaLook} strokeWidth={unit * 1.5} />
        ) : null}
        {areas.map((ring, index) => (
          <polygon
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no name but their place
            key={index}
            points={ring.map((corner) => spotText(plane, corner)).join(' ')}
            className={areaLook}
            strokeWidth={unit * (index === active ? 2.5 : 1)}
          />
        ))}
      </g>
      {(areas[active] ?? []).map((corner, index) => {
        const at = { latitude: corner[1], longitude: corner[0] }
        const remove = () => onChange(changed(areas, active, (ring) => ring.toSpliced(index, 1)))
        return (
          <Handle
            // biome-ignore lint/suspicious/noArrayIndexKey: corners have no name but their place
            key={index}
            label={`Corner ${index + 1}`}
            spot={plane.toPlane(at)}
            size={unit * 5}
            onHold={hold({ corner: index })}
            onKeyDown={(event) => handleKey(event, at, (to) => setCorner(index, to), remove)}
          />
        )
      })}
      {onMoveStore ? (
        <Handle
          label="The store"
          spot={storeSpot}
          size={unit * 6}
          isStore
          onHold={hold('store')}
          onKeyDown={(event) => handleKey(event, store, (to) => onMoveStore(rounded(to)))}
        />
      ) : (
        <circle {...centreOf(storeSpot)} r={unit * 6} className="fill-ink stroke-bg" strokeWidth={unit * 2} />
      )}
    </svg>
  )
}

type HandleProps = {
  label: string
  spot: { x: number; y: number }
  size: number
  isStore?: boolean
  onHold: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** What can be taken hold of on the map, with a finger or with the keys. */
function Handle({ label, spot, size, isStore, onHold, onKeyDown }: HandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing knows no button
    <circle
      {...centreOf(spot)}
      r={size}
      strokeWidth={size * 0.4}
      role="button"
      tabIndex={0}
      aria-label={label}
      className={classNames(
        'cursor-grab outline-offset-2',
        isStore ? 'fill-ink stroke-bg' : 'fill-surface stroke-brand focus-visible:fill-brand',
      )}
      onPointerDown={onHold}
      onKeyDown={onKeyDown}
    />
  )
}

const areaLook = 'fill-brand/15 stroke-brand'

function Streets({ city, plane, unit }: { city: City; plane: Plane; unit: number }) {
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

/** From afar only the names of areas, and from farther none: they would lie on each other. */
function namesIn(city: City, unit: number): City['labels'] {
  if (unit > FAR_METRES / 200) return []
  return city.labels.filter(({ kind }) => kind === 'area' || unit < NEAR_METRES / 200)
}

/** Metres from the middle of the drawing to its edge: what the store serves, with air around. */
function halfWidth(plane: Plane, reach: { areas: Ring[]; radiusKm: number; isRound: boolean }): number {
  const spots = reach.areas.flat().map(([longitude, latitude]) => plane.toPlane({ longitude, latitude }))
  const farthest = Math.max(2000, ...spots.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  return (reach.isRound ? Math.max(farthest, reach.radiusKm * 1000) : farthest) * 1.25
}

function changed(areas: Ring[], active: number, change: (ring: Ring) => Ring): Ring[] {
  return areas.length === 0 ? [change([])] : areas.map((ring, index) => (index === active ? change(ring) : ring))
}

const centreOf = ({ x, y }: { x: number; y: number }) => ({ cx: x, cy: y })
const rounded = ({ latitude, longitude }: Point): Point => ({ latitude: round(latitude), longitude: round(longitude) })

function spotText(plane: Plane, [longitude, latitude]: readonly [number, number]): string {
  const { x, y } = plane.toPlane({ longitude, latitude })
  return `${Math.round(x)} ${Math.round(y)}`
}
