import { useQuery } from '@tanstack/react-query'
import { Panel } from '#components/panel.tsx'
import { ask } from '#lib/query.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderHead } from './order-head.tsx'
import { shortNumber } from './order-texts.ts'
import { OrderView } from './order-view.tsx'

type OrderPanelProps = {
  /** The order to show, which stays set while the panel closes. */
  order: { id: number; number: string } | undefined
  isOpen: boolean
  onClose: () => void
}

/** A panel with one order, next to a list or a map of orders. */
export function OrderPanel({ order, isOpen, onClose }: OrderPanelProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title={`Order ${shortNumber(order?.number ?? '')}`}>
      {order ? <Opened id={order.id} /> : null}
    </Panel>
  )
}

function Opened({ id }: { id: number }) {
  const { data, error } = useQuery(ask('dashboard/orders/show', { order_id: id }))
  if (error) return <p role="alert">{error.message}</p>
  if (data?.order.id !== id) return <p role="status">One moment …</p>
  return (
    <div className="grid gap-4">
      <OrderHead order={data.order} />
      <OrderActions order={data.order} />
      <OrderView order={data.order} isNarrow />
    </div>
  )
}
