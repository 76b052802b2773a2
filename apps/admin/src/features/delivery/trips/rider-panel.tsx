import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#components/panel.tsx'
import type { WholeOrder } from '#features/ordering/order-admin/order-texts.ts'
import { useOrderCall } from '#features/ordering/order-admin/use-order-call.ts'
import { formatAgo } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

type RiderPanelProps = { order: Pick<WholeOrder, 'id' | 'rider'>; isOpen: boolean; onClose: () => void }

/** Lists the riders on duty, those of the store first and then the nearest, each with a button that assigns them. */
export function RiderPanel({ order, isOpen, onClose }: RiderPanelProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title={order.rider ? 'Give the order to another rider' : 'Assign a rider'}>
      <Riders order={order} onClose={onClose} />
    </Panel>
  )
}

function Riders({ order, onClose }: Omit<RiderPanelProps, 'isOpen'>) {
  const { data, error } = useQuery({ ...ask('dashboard/orders/riders', { order_id: order.id }), staleTime: 0 })
  const { mutate, isPending, variables } = useOrderCall('dashboard/orders/assign-rider', 'The rider has the order now')
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p role="status">One moment …</p>
  if (data.riders.length === 0) return <p className="text-ink-2">No riders are on duty.</p>
  return (
    <ul className="grid gap-2">
      {data.riders.map((rider) => {
        const hasIt = rider.id === order.rider?.id
        return (
          <li key={rider.id} className="card flex items-center gap-3 p-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-heading">{rider.name}</p>
              <p className="text-small text-ink-2">
                {[
                  rider.is_of_store ? 'Of this store' : 'Of other stores',
                  `${rider.open_orders} of ${rider.max_open_orders} orders`,
                  rider.distance_km === null ? 'position unknown' : `${rider.distance_km} km away`,
                  rider.positioned_at && `seen ${formatAgo(rider.positioned_at)} ago`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {hasIt ? (
              <span className="text-small text-ink-2">Has this order</span>
            ) : rider.is_full ? (
              <span className="text-small text-ink-2">Full</span>
            ) : (
              <Button
                size="small"
                variant="tint"
                aria-label={`Assign ${rider.name}`}
                isBusy={isPending && variables?.rider_id === rider.id}
                onClick={() => mutate({ order_id: order.id, rider_id: rider.id }, { onSuccess: onClose })}
              >
                Assign
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
