import { classNames } from '@nukkad/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import type { RiderOnMap } from '#features/delivery/trips/riders.ts'
import { RidersDrawnMap } from '#features/delivery/trips/riders-drawn-map.tsx'
import { shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { useNow } from '#features/ordering/order-admin/use-now.ts'
import { formatAgo, formatCount } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { useTileStyle } from '#lib/tile-style.ts'

const EVERY_MS = 15_000
const RidersTileMap = lazy(() => import('#features/delivery/trips/riders-tile-map.tsx'))

/** Shows the riders on duty with their last position and their orders. */
export default function RidersMapRoute() {
  const now = useNow()
  const { data, error } = useQuery({ ...ask('dashboard/riders-map', {}), refetchInterval: EVERY_MS })
  const [chosen, setChosen] = useState<number>()
  const styleUrl = useTileStyle()
  const riders = data?.riders ?? []
  const seen = riders.filter(({ at }) => at).length
  const drawn = <RidersDrawnMap riders={riders} chosen={chosen} />
  return (
    <>
      <PageHead
        title="Rider map"
        text={
          data
            ? `${formatCount(riders.length)} riders on duty, ${formatCount(seen)} of them on the map. The map updates every 15 seconds.`
            : 'One moment …'
        }
      />
      {error && !data ? <p role="alert">{error.message}</p> : null}
      <div className="grid items-start gap-4 large:grid-cols-[minmax(0,calc(100dvh-11rem))_minmax(22rem,1fr)]">
        <div className="card h-[26rem] overflow-hidden large:h-[calc(100dvh-11rem)]">
          {styleUrl ? (
            <Suspense fallback={drawn}>
              <RidersTileMap riders={riders} styleUrl={styleUrl} />
            </Suspense>
          ) : (
            drawn
          )}
        </div>
        <section aria-label="Riders on duty">
          {data && riders.length === 0 ? (
            <p className="card p-6 text-center text-ink-2">No riders are on duty.</p>
          ) : null}
          <ul className="grid gap-2">
            {riders.map((rider) => (
              <RiderCard
                key={rider.id}
                rider={rider}
                now={now}
                isChosen={rider.id === chosen}
                onChoose={() => setChosen(rider.id === chosen ? undefined : rider.id)}
              />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function loadOf({ orders, max_open_orders }: RiderOnMap): string {
  if (orders.length === 0) return 'Free'
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`
  return orders.length >= max_open_orders ? `${count}, full` : count
}

type RiderCardProps = { rider: RiderOnMap; now: number; isChosen: boolean; onChoose: () => void }

function RiderCard({ rider, now, isChosen, onChoose }: RiderCardProps) {
  return (
    <li className={classNames('card p-3', isChosen && 'bg-tint')}>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-heading">{rider.name}</p>
          <p className="text-small text-ink-2">
            {[
              rider.vehicle_number,
              loadOf(rider),
              rider.positioned_at ? `seen ${formatAgo(rider.positioned_at, now)} ago` : 'not seen yet',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {rider.at ? (
          <button type="button" aria-pressed={isChosen} className="control text-label" onClick={onChoose}>
            {isChosen ? 'Show all' : 'Show'}
          </button>
        ) : null}
      </div>
      {rider.orders.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {rider.orders.map((order) => (
            <li key={order.id} className="flex flex-wrap gap-x-2 text-small">
              <Link
                to="/orders/$id"
                params={{ id: String(order.id) }}
                className="num inline-flex min-h-6 items-center text-brand underline-offset-2 hover:underline"
              >
                {shortNumber(order.unique_order_id)}
              </Link>
              <span className="self-center">
                {order.store} · {statusLabels[order.status]}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
