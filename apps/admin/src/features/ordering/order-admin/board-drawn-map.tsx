import { Store } from 'lucide-react'
import { DrawnMap, RiderSpot, type Scale, Way } from '#features/delivery/trips/drawn-map.tsx'
import { PinIcon } from './board-pin.tsx'
import { type BoardPins, fillOf, type OrderPin, pinText, pointsOf, shiftOf } from './board-pins.ts'
import type { BoardOrder } from './order-texts.ts'

const NEAREST_METRES = 2000

type BoardMapProps = {
  pins: BoardPins
  /** The order that is highlighted in the list. */
  marked: number | undefined
  onOpen: (order: BoardOrder) => void
}

/**
 * Draws stores, riders and orders on the city map. A press on an order's mark on the map, or on its row in the list
 * next to the map, opens the order.
 */
export function BoardDrawnMap({ pins, marked, onOpen }: BoardMapProps) {
  // The marks of late orders are drawn above those of other orders, and the mark of the order that is highlighted in
  // the list is on top.
  const weightOf = ({ order, late }: OrderPin): number => (order.id === marked ? Number.POSITIVE_INFINITY : late)
  const orders = pins.orders.toSorted((one, other) => weightOf(one) - weightOf(other) || one.order.id - other.order.id)
  return (
    <DrawnMap label="Map" points={pointsOf(pins)} leastMetres={NEAREST_METRES}>
      {(scale) => (
        <>
          <Ways pins={pins} {...scale} />
          {pins.stores.map(({ id, name, at }) => (
            <StoreMark key={id} name={name} at={at} {...scale} />
          ))}
          {pins.riders.map(({ id, name, at }) => (
            <RiderSpot key={id} name={name} isBusy={false} at={at} {...scale} />
          ))}
          {orders.map((pin) => (
            <OrderMark
              key={pin.order.id}
              pin={pin}
              spot={scale.plane.toPlane(pin.at)}
              metresPerPixel={scale.metresPerPixel}
              isMarked={pin.order.id === marked}
              onOpen={() => onOpen(pin.order)}
            />
          ))}
        </>
      )}
    </DrawnMap>
  )
}

/** Draws lines from the riders to their next stops. */
function Ways({ pins, ...scale }: Scale & { pins: BoardPins }) {
  return pins.riders.flatMap(({ id, at, to }) =>
    to.map((point) => <Way key={`${id} ${point.latitude} ${point.longitude}`} from={at} to={point} {...scale} />),
  )
}

function StoreMark({ name, at, plane, metresPerPixel }: Scale & Pick<BoardPins['stores'][number], 'name' | 'at'>) {
  const spot = plane.toPlane(at)
  return (
    <g transform={`translate(${spot.x} ${spot.y}) scale(${metresPerPixel})`}>
      <title>{name}</title>
      <rect x="-11" y="-11" width="22" height="22" rx="6" fill="var(--c-ink)" stroke="var(--c-surface)" />
      <Store x={-7} y={-7} width={14} height={14} color="var(--c-bg)" />
    </g>
  )
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
    // The Tab key skips the marks, because the list next to the map opens the orders by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a button element
    <g
      role="button"
      tabIndex={-1}
      aria-label={pinText(pin)}
      transform={`translate(${at.x} ${at.y}) scale(${isMarked ? 1.35 * metresPerPixel : metresPerPixel})`}
      className="cursor-pointer outline-none"
      // Stops the event here, because the map below would treat the press as the start of a drag.
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

/** Shows next to the mark how late the order is. */
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
