import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { LateMark } from '#features/ordering/order-admin/order-head.tsx'
import { OrderPanel } from '#features/ordering/order-admin/order-panel.tsx'
import { OrderTabs } from '#features/ordering/order-admin/order-tabs.tsx'
import { type Status, shortNumber, statusLabels } from '#features/ordering/order-admin/order-texts.ts'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { StatusPill } from '#features/shell/table/status-pill.tsx'
import { useChosenStore } from '#lib/chosen-store.ts'

type Row = RowOf<'orders'>

/** Lists all orders; a press on a row opens the order next to the list. Each order also has a page with its own URL. */
export default function OrdersRoute() {
  const [order, setOrder] = useState<{ id: number; number: string }>()
  const [isOpen, setOpen] = useState(false)
  const [store] = useChosenStore()
  const open = ({ id, unique_order_id }: Row) => {
    setOrder({ id: Number(id), number: unique_order_id ?? '' })
    setOpen(true)
  }
  return (
    <>
      <PageHead title="Orders" />
      <OrderTabs store={store} />
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
        empty={<p>No orders yet. Orders appear here when customers place them.</p>}
      />
      <OrderPanel order={order} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function StatusOf({ row }: { row: Row }) {
  const status = row.status as Status
  return (
    <span className="inline-flex items-center gap-2">
      <StatusPill value={status} label={statusLabels[status]} />
      <LateMark order={{ status, promised_at: row.promised_at, scheduled_for: row.scheduled_for }} />
    </span>
  )
}
