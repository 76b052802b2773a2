import type { Plane } from '@nukkad/ui/city.ts'
import { MarksMap } from '@nukkad/ui/components/city-map.tsx'
import { Store } from 'lucide-react'
import { cornersOf } from '#features/delivery/trips/riders.ts'
import { RiderSpot } from '#features/delivery/trips/riders-drawn-map.tsx'
import { useCity } from '#lib/city.ts'
import { PinIcon } from './board-pin.tsx'
import { type BoardPins, fillOf, type OrderPin, pinText, pointsOf, shiftOf } from './board-pins.ts'
import type { BoardOrder } from './order-texts.ts'

const NEAREST_METRES = 2000

type DrawnMapProps = {
  pins: BoardPins
  /** The order that is highlighted in the list. */
  marked: number | undefined
  onOpen: (order: BoardOrder) => void
}

/** Draws stores, riders and orders on the city map. A press on an order opens it; the list next to it does the same. */
export function BoardDrawnMap({ pins, marked, onOpen }: DrawnMapProps) {
  const city = useCity()
  const points = pointsOf(pins)
  // Late orders are drawn above the others, and the order that is highlighted in the list above all.
  const weightOf = ({ order, late }: OrderPin): number => (order.id === marked ? Number.POSITIVE_INFINITY : late)
  const orders = pins.orders.toSorted((one, other) => weightOf(one) - weightOf(other) || one.order.id - other.order.id)
  return (
    <MarksMap
      label="Map"
      city={city}
      points={points.length > 0 ? points : cornersOf(city)}
      leastMetres={NEAREST_METRES}
      recentreLabel="Show all of them"
    >
      {(plane, metresPerPixel) => (
        <>
          <Ways pins={pins} plane={plane} metresPerPixel={metresPerPixel} />
          {pins.stores.map(({ id, name, at }) => {
            const spot = plane.toPlane(at)
            return (
              <g key={id} transform={`translate(${spot.x} ${spot.y}) scale(${metresPerPixel})`}>
                <title>{name}</title>
                <rect x="-11" y="-11" width="22" height="22" rx="6" fill="var(--c-ink)" stroke="var(--c-surface)" />
                <Store x={-7} y={-7} width={14} height={14} color="var(--c-bg)" />
              </g>
            )
          })}
          {pins.riders.map(({ id, name, at }) => (
            <RiderSpot key={id} name={name} isBusy={false} at={plane.toPlane(at)} metresPerPixel={metresPerPixel} />
          ))}
          {orders.map((pin) => (
            <OrderMark
              key={pin.order.id}
              pin={pin}
              spot={plane.toPlane(pin.at)}
              metresPerPixel={metresPerPixel}
              isMarked={pin.order.id === marked}
              onOpen={() => onOpen(pin.order)}
            />
          ))}
        </>
      )}
    </MarksMap>
  )
}

/** Lines from the riders to where they go next. */
function Ways({ pins, plane, metresPerPixel }: { pins: BoardPins; plane: Plane; metresPerPixel: number }) {
  return pins.riders.flatMap(({ id, at, to }) => {
    const from = plane.toPlane(at)
    return to.map((point) => {
      const end = plane.toPlane(point)
      return (
        <line
          key={`${id} ${point.latitude} ${point.longitude}`}
          x1={from.x}
          y1={from.y}
          x2={end.x}
          y2={end.y}
          stroke="var(--c-text)"
          strokeWidth={2 * metresPerPixel}
          strokeDasharray={`${4 * metresPerPixel} ${5 * metresPerPixel}`}
        />
      )
    })
  })
}

type OrderMarkProps = {
  pin: OrderPin
  spot: { x: number; y: number }
  metresPerPixel: number
  isMarked: boolean
  onOpen: () => void
}

function OrderMark({ pin, spot, metresPerPixel, isMarked, onOpen }: OrderMarkProps) {
  const shift = shiftOf(pin.before)
  const at = { x: spot.x + shift.x * metresPerPixel, y: spot.y + shift.y * metresPerPixel }
  return (
    // The keyboard has the list, which opens the same orders, so the Tab key skips the marks.
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no button element
    <g
      role="button"
      tabIndex={-1}
      aria-label={pinText(pin)}
      transform={`translate(${at.x} ${at.y}) scale(${isMarked ? 1.35 * metresPerPixel : metresPerPixel})`}
      className="cursor-pointer outline-none"
      // Stops the press here, because the map below would treat it as the start of a drag.
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      <title>{pinText(pin)}</title>
      {pin.late > 0 ? <LateLabel minutes={pin.late} /> : null}
      <PinIcon status={pin.order.status} {...fillOf(pin)} />
    </g>
  )
}

/** Says next to the mark how late the order is. */
function LateLabel({ minutes }: { minutes: number }) {
  return (
    <>
      <circle r="17" fill="var(--c-error)" fillOpacity="0.3" />
      <text
        x="20"
        y="4"
        fontSize="12"
        fontWeight="700"
        fill="var(--c-error)"
        stroke="var(--c-surface)"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {minutes} min late
      </text>
    </>
  )
}
