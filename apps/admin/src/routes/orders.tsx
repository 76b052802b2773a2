import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { OrderActions } from '#features/ordering/order-admin/order-actions.tsx'
import { OrderTabs } from '#features/ordering/order-admin/order-tabs.tsx'
import { shortNumber } from '#features/ordering/order-admin/order-texts.ts'
import { OrderView } from '#features/ordering/order-admin/order-view.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { ask } from '#lib/query.ts'

type Row = RowOf<'orders'>

/** Lists all orders. A row opens next to the list; each order's page has its own address. */
export default function OrdersRoute() {
  const [row, setRow] = useState<Row>()
  const [isOpen, setOpen] = useState(false)
  const open = (chosen: Row) => {
    setRow(chosen)
    setOpen(true)
  }
  return (
    <>
      <PageHead title="Orders" />
      <OrderTabs />
      <DataTable
        table="orders"
        onOpen={open}
        cells={{
          unique_order_id: ({ id, unique_order_id }) => (
            <Link
              to="/orders/$id"
              params={{ id: String(id) }}
              className="num inline-flex min-h-6 items-center text-brand underline-offset-2 hover:underline"
            >
              {shortNumber(unique_order_id ?? '')}
            </Link>
          ),
        }}
        empty={<p>No orders yet. They appear here as customers place them.</p>}
      />
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title={`Order ${shortNumber(row?.unique_order_id ?? '')}`}>
        {row?.id ? <Opened id={row.id} /> : null}
      </Panel>
    </>
  )
}

function Opened({ id }: { id: number }) {
  const { data, error } = useQuery(ask('dashboard/orders/show', { order_id: id }))
  if (error) return <p role="alert">{error.message}</p>
  if (data?.order.id !== id) return <p role="status">One moment …</p>
  return (
    <div className="grid gap-4">
      <OrderActions order={data.order} />
      <OrderView order={data.order} isNarrow />
    </div>
  )
}
