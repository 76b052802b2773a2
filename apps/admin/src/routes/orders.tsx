import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { OrderActions } from '#features/ordering/order-admin/order-actions.tsx'
import { LateMark, OrderHead } from '#features/ordering/order-admin/order-head.tsx'
import { OrderTabs } from '#features/ordering/order-admin/order-tabs.tsx'
import { type Status, shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { OrderView } from '#features/ordering/order-admin/order-view.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { StatusPill } from '#features/shell/table/status-pill.tsx'
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
              className="num inline-flex min-h-6 items-center whitespace-nowrap text-brand underline-offset-2 hover:underline"
            >
              {shortNumber(unique_order_id ?? '')}
            </Link>
          ),
          status: (row) => <StatusOf row={row} />,
        }}
        empty={<p>No orders yet. They appear here as customers place them.</p>}
      />
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title={`Order ${shortNumber(row?.unique_order_id ?? '')}`}>
        {row?.id ? <Opened id={row.id} /> : null}
      </Panel>
    </>
  )
}

function StatusOf({ row }: { row: Row }) {
  const status = row.status as Status
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusPill value={status} label={statusLabels[status]} />
      <LateMark order={{ status, promised_at: row.promised_at, scheduled_for: row.scheduled_for }} />
    </span>
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
