import { classNames } from '@nukkad/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadError } from '#components/load-error.tsx'
import { ask } from '#lib/query.ts'
import { useTileStyle } from '#lib/tile-style.ts'
import { BoardDrawnMap } from './board-drawn-map.tsx'
import { PinIcon } from './board-pin.tsx'
import { fillOf, type OrderPin, pinsOf } from './board-pins.ts'
import { OrderPanel } from './order-panel.tsx'
import { type BoardOrder, shortNumber, statusLabels } from './order-texts.ts'

/** Order events do not report the positions of riders, so they are polled at this interval. */
const EVERY_MS = 15_000
const BoardTileMap = lazy(() => import('./board-tile-map.tsx'))

type BoardMapProps = { orders: readonly BoardOrder[]; now: number }

/** The map of the board, and next to it a list of the orders on the map. */
export default function BoardMap({ orders, now }: BoardMapProps) {
  const { data, error, refetch } = useQuery({ ...ask('dashboard/orders/places', {}), refetchInterval: EVERY_MS })
  const styleUrl = useTileStyle()
  const [marked, setMarked] = useState<number>()
  const [order, setOrder] = useState<{ id: number; number: string }>()
  const [isOpen, setOpen] = useState(false)
  const open = ({ id, unique_order_id }: BoardOrder) => {
    setOrder({ id, number: unique_order_id })
    setOpen(true)
  }
  if (error && !data) return <LoadError className="m-3" text={error.message} onRetry={() => void refetch()} />
  const pins = pinsOf(orders, data?.orders ?? [], now)
  const drawn = <BoardDrawnMap pins={pins} marked={marked} onOpen={open} />
  return (
    <div className="grid border-t border-line large:grid-cols-2" aria-busy={!data}>
      <div className="h-64 overflow-hidden large:h-48 large:rounded-es-control">
        {styleUrl ? (
          <Suspense fallback={drawn}>
            <BoardTileMap pins={pins} styleUrl={styleUrl} onOpen={open} />
          </Suspense>
        ) : (
          drawn
        )}
      </div>
      {data ? (
        <PinList pins={pins.orders} onOpen={open} onMark={setMarked} />
      ) : (
        <div className="skeleton h-64 large:h-48" />
      )}
      <OrderPanel order={order} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

type PinActions = {
  onOpen: (order: BoardOrder) => void
  /** Highlights the order with this id on the map; undefined highlights none. */
  onMark: (id: number | undefined) => void
}

function PinList({ pins, ...actions }: PinActions & { pins: readonly OrderPin[] }) {
  if (pins.length === 0) return <p className="grid place-content-center p-4 text-center text-ink-2">No open orders.</p>
  return (
    <ul
      aria-label="Orders on the map"
      className="grid max-h-64 content-start overflow-y-auto p-1 wide:grid-cols-2 large:max-h-48"
    >
      {pins.map((pin) => (
        <li key={pin.order.id} className="min-w-0">
          <PinRow pin={pin} {...actions} />
        </li>
      ))}
    </ul>
  )
}

function PinRow({ pin, onOpen, onMark }: PinActions & { pin: OrderPin }) {
  const { order, late } = pin
  const mark = () => onMark(order.id)
  const unmark = () => onMark(undefined)
  return (
    <button
      type="button"
      onClick={() => onOpen(order)}
      onPointerEnter={mark}
      onPointerLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
      className="flex w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-start hover:bg-sunken"
    >
      <svg viewBox="-13 -13 26 26" aria-hidden="true" className="size-6.5 shrink-0">
        <PinIcon status={order.status} {...fillOf(pin)} />
      </svg>
      <span className="grid min-w-0 flex-1">
        <span className="flex gap-2 text-small">
          <b className="num">{shortNumber(order.unique_order_id)}</b>
          <span className={classNames('ms-auto truncate', late > 0 ? 'text-error' : 'text-ink-2')}>
            {statusLabels[order.status]}
            {late > 0 ? <b className="num"> · {late} min late</b> : null}
          </span>
        </span>
        <span className="truncate text-small text-ink-2">
          {order.store.name} → {order.delivery_type === 1 ? order.customer : `${order.customer}, self-pickup`}
        </span>
      </span>
    </button>
  )
}
