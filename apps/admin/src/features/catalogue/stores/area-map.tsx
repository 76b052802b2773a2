import { type City, type Plane, type Point, planeAround } from '@nukkad/ui/city.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { Streets, spotText } from './area-streets.tsx'
import { changedArea, cornerAt, halfWidth, movedByKey, type Ring } from './areas.ts'
import { round } from './places.ts'

type AreaMapProps = {
  city: City | undefined
  store: Point
  radiusKm: number
  areas: Ring[]
  /** The area whose corners are moved, and to which a press on the map adds a corner. */
  active: number
  onChange: (areas: Ring[]) => void
  /** Moves the store itself; without this function the store's position is fixed. */
  onMoveStore?: (at: Point) => void
}

/**
 * Draws the delivery area on the city map. A press on the map adds a corner. Corners are dragged, moved with the arrow
 * keys (ten times as far with Shift) and removed with Delete. The fields next to the map show the corners as numbers.
 */
export function AreaMap({ city, store, radiusKm, areas, active, onChange, onMoveStore }: AreaMapProps) {
  const drawing = useDrawing(store, { areas, radiusKm })
  const { plane, half, hold } = drawing
  const unit = half / 200
  const addCorner = (at: Point) => onChange(changedArea(areas, active, (ring) => [...ring, cornerAt(at)]))
  const setCorner = (index: number, at: Point) =>
    onChange(changedArea(areas, active, (ring) => ring.with(index, cornerAt(at))))
  const removeCorner = (index: number) => onChange(changedArea(areas, active, (ring) => ring.toSpliced(index, 1)))
  const moveStore = onMoveStore && ((to: Point) => onMoveStore(rounded(to)))
  return (
    <svg
      ref={drawing.svg}
      role="application"
      aria-label="Map of the area that the store serves"
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      className="aspect-square w-full touch-none rounded-control bg-(--c-map-ground)"
      {...drawing.follow((held, at) => (held === 'store' ? moveStore?.(at) : setCorner(held.corner, at)))}
    >
      <g onPointerDown={(event) => addCorner(drawing.pointAt(event))}>
        <rect x={-half} y={-half} width={2 * half} height={2 * half} fill="transparent" />
        {city ? <Streets city={city} plane={plane} unit={unit} /> : null}
        <Served plane={plane} unit={unit} store={store} radiusKm={radiusKm} areas={areas} active={active} />
      </g>
      {(areas[active] ?? []).map(([longitude, latitude], index) => {
        const at = { latitude, longitude }
        return (
          <Handle
            // biome-ignore lint/suspicious/noArrayIndexKey: corners have no id, only their position
            key={index}
            label={`Corner ${index + 1}`}
            spot={plane.toPlane(at)}
            size={unit * 5}
            onHold={hold({ corner: index })}
            onKeyDown={(event) =>
              handleKey(event, {
                to: movedByKey(plane, at, event),
                onMove: (to) => setCorner(index, to),
                onRemove: () => removeCorner(index),
              })
            }
          />
        )
      })}
      {moveStore ? (
        <Handle
          label="The store"
          spot={plane.toPlane(store)}
          size={unit * 6}
          isStore
          onHold={hold('store')}
          onKeyDown={(event) => handleKey(event, { to: movedByKey(plane, store, event), onMove: moveStore })}
        />
      ) : (
        <circle
          {...centreOf(plane.toPlane(store))}
          r={unit * 6}
          className="fill-ink stroke-bg"
          strokeWidth={unit * 2}
        />
      )}
    </svg>
  )
}

type Held = { corner: number } | 'store'

/** Returns the map in metres around the store, with the point that is being dragged. */
function useDrawing(store: Point, { areas, radiusKm }: Pick<AreaMapProps, 'areas' | 'radiusKm'>) {
  const svg = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<Held>()
  // The origin of the map stays at the store's first position while a person drags the store.
  const [origin] = useState(store)
  const plane = useMemo(() => planeAround(origin), [origin])
  const [half] = useState(() => halfWidth(plane, { areas, radiusKm }))
  const pointAt = (event: PointerEvent): Point => {
    const box = svg.current!.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width - 0.5) * 2 * half
    const y = ((event.clientY - box.top) / box.height - 0.5) * 2 * half
    return plane.toPoint({ x, y })
  }
  const hold = (what: Held) => (event: PointerEvent) => {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    setHeld(what)
  }
  const follow = (move: (held: Held, at: Point) => void) => ({
    onPointerMove: held === undefined ? undefined : (event: PointerEvent) => move(held, pointAt(event)),
    onPointerUp: () => setHeld(undefined),
    onPointerLeave: () => setHeld(undefined),
  })
  return { svg, plane, half, pointAt, hold, follow }
}

type KeyMoves = { to: Point | undefined; onMove: (to: Point) => void; onRemove?: () => void }

function handleKey(event: KeyboardEvent, { to, onMove, onRemove }: KeyMoves): void {
  if (to) {
    event.preventDefault()
    onMove(to)
  } else if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
    event.preventDefault()
    onRemove()
  }
}

type ServedProps = Pick<AreaMapProps, 'store' | 'radiusKm' | 'areas' | 'active'> & { plane: Plane; unit: number }

/** Draws the areas, or the radius if there are no areas. */
function Served({ plane, unit, store, radiusKm, areas, active }: ServedProps) {
  const show = 'fill-brand/15 stroke-brand'
  if (areas.length === 0)
    return <circle {...centreOf(plane.toPlane(store))} r={radiusKm * 1000} className={show} strokeWidth={unit * 1.5} />
  return areas.map((ring, index) => (
    <polygon
      // biome-ignore lint/suspicious/noArrayIndexKey: areas have no id, only their position
      key={index}
      points={ring.map((corner) => spotText(plane, corner)).join(' ')}
      className={show}
      strokeWidth={unit * (index === active ? 2.5 : 1)}
    />
  ))
}

type HandleProps = {
  label: string
  spot: { x: number; y: number }
  size: number
  isStore?: boolean
  onHold: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A point on the map that can be dragged or moved with the keys. */
function Handle({ label, spot, size, isStore, onHold, onKeyDown }: HandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a button element
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

const centreOf = ({ x, y }: { x: number; y: number }) => ({ cx: x, cy: y })
const rounded = ({ latitude, longitude }: Point): Point => ({ latitude: round(latitude), longitude: round(longitude) })
