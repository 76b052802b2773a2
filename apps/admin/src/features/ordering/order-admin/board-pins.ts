import type { Output } from '@nukkad/contract/contract.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { toneOf } from '#features/shell/table/status-tones.ts'
import { minutesLate } from './columns.ts'
import { type BoardOrder, shortNumber, statusLabels } from './order-texts.ts'

export type OrderPlaces = Output<'dashboard/orders/places'>['orders'][number]

export type OrderPin = {
  order: BoardOrder
  at: Point
  /** The number of earlier marks at the position of this mark, so that the map can draw them next to each other. */
  before: number
  late: number
}

type StorePin = { id: number; name: string; at: Point }
type RiderPin = { id: number; name: string; at: Point /** The rider's next stop. */; to: Point[] }

/** The marks of the board's map. */
export type BoardPins = { orders: OrderPin[]; stores: StorePin[]; riders: RiderPin[] }

const nameOf = ({ latitude, longitude }: Point): string => `${latitude.toFixed(5)} ${longitude.toFixed(5)}`

/**
 * Returns the marks of the board's map. The mark of an order is at the customer's location; for self-pickup, and if the
 * signed-in person may not see that location, the mark is at the store.
 */
export function pinsOf(orders: readonly BoardOrder[], places: readonly OrderPlaces[], now: number): BoardPins {
  const placesById = new Map(places.map((one) => [one.id, one]))
  const stores = new Map<number, StorePin>()
  const riders = new Map<number, RiderPin>()
  const placed = orders.flatMap((order) => {
    const place = placesById.get(order.id)
    return place ? [{ order, place }] : []
  })
  for (const { order, place } of placed) {
    stores.set(order.store.id, { ...order.store, at: place.store })
    if (!place.rider) continue
    const { id, name, at } = place.rider
    const next = order.status === 'picked_up' ? place.customer : place.store
    riders.set(id, { id, name, at, to: [...(riders.get(id)?.to ?? []), ...(next ? [next] : [])] })
  }
  const taken = new Map([...stores.values()].map(({ at }) => [nameOf(at), 1]))
  return {
    stores: [...stores.values()],
    riders: [...riders.values()],
    orders: placed.map(({ order, place }) => {
      const at = place.customer ?? place.store
      const before = taken.get(nameOf(at)) ?? 0
      taken.set(nameOf(at), before + 1)
      return { order, at, before, late: minutesLate(order, now) }
    }),
  }
}

/** Returns all points that must be in view. */
export function pointsOf({ orders, stores, riders }: BoardPins): Point[] {
  return [...orders, ...stores, ...riders].map(({ at }) => at)
}

const RING_PX = 26
const PER_RING = 8

/**
 * Returns the distance of a mark from its position, in pixels: the first mark is at the position, the others are in
 * rings around it.
 */
export function shiftOf(before: number): { x: number; y: number } {
  if (before === 0) return { x: 0, y: 0 }
  const angle = ((before - 1) % PER_RING) * ((2 * Math.PI) / PER_RING) - Math.PI / 4
  const radius = RING_PX * Math.ceil(before / PER_RING)
  return { x: Math.round(Math.cos(angle) * radius), y: Math.round(Math.sin(angle) * radius) }
}

const fills = {
  brand: { fill: '--c-fill', text: '--c-on' },
  info: { fill: '--c-info', text: '--c-bg' },
  ok: { fill: '--c-ok', text: '--c-bg' },
  gold: { fill: '--c-gold-ink', text: '--c-gold-tint' },
  error: { fill: '--c-error', text: '--c-bg' },
  plain: { fill: '--c-ink-2', text: '--c-bg' },
} as const

/** Returns the colour tokens of an order's mark: those of its state, as in the tables, and red for a late order. */
export function fillOf({ order, late }: Pick<OrderPin, 'order' | 'late'>) {
  return fills[late > 0 ? 'error' : (toneOf(order.status) ?? 'plain')]
}

/** Returns the name of a mark for screen readers: the order's number, its state, and by how many minutes it is late. */
export function pinText({ order, late }: Pick<OrderPin, 'order' | 'late'>): string {
  const number = shortNumber(order.unique_order_id)
  return `Order ${number}: ${statusLabels[order.status]}${late > 0 ? `, ${late} min late` : ''}`
}
