import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHead } from '#components/page-head.tsx'
import { OrderCases } from '#features/ordering/cases/order-cases.tsx'
import { OrderActions } from '#features/ordering/order-admin/order-actions.tsx'
import { LateMark } from '#features/ordering/order-admin/order-head.tsx'
import { shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { OrderView } from '#features/ordering/order-admin/order-view.tsx'
import { useAdminEvents } from '#features/ordering/order-admin/use-admin-events.ts'
import { rereadOrders } from '#features/ordering/order-admin/use-order-call.ts'
import { StatusPill } from '#features/shell/table/status-pill.tsx'
import { ask } from '#lib/query.ts'

/** Shows one order with all its details, and follows its events. */
export default function OrderRoute() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error } = useQuery(ask('dashboard/orders/show', { order_id: Number(id) }))
  useAdminEvents((event) => {
    if (event.order_id === Number(id)) void rereadOrders()
  })
  const order = data?.order.id === Number(id) ? data.order : undefined
  const back = { to: '/orders', title: 'Orders' }
  if (error && !order)
    return (
      <>
        <PageHead title="Order" back={back} />
        <p role="alert">{error.message}</p>
      </>
    )
  if (!order) return <PageHead title="Order" back={back} text="One moment …" />
  return (
    <>
      <PageHead
        title={`Order ${shortNumber(order.unique_order_id)}`}
        back={back}
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusPill value={order.status} label={statusLabels[order.status]} />
            <LateMark order={order} />
            {order.unique_order_id}
          </span>
        }
      >
        <OrderActions order={order} />
      </PageHead>
      <OrderCases orderId={order.id} />
      <OrderView order={order} />
    </>
  )
}
