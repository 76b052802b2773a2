import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError } from '#components/load-error.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Views } from '#components/views.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { CaseView } from '#features/ordering/cases/case-view.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { ask } from '#lib/query.ts'

type Row = RowOf<'cases'>

const views = { all: { title: 'All', search: {} }, open: { title: 'Open', search: { state: 'open' } } }

/** Lists the problems that customers reported about orders. The panel shows one case and the forms to decide it. */
export default function CasesRoute() {
  const [open, setOpen] = useState<Row>()
  return (
    <>
      <PageHead title="Cases" text="Orders that customers reported as late, or with missing or wrong items." />
      <Views label="Views of cases" param="state" views={views} />
      <DataTable
        table="cases"
        onOpen={setOpen}
        cells={{ order: (row) => <OrderLink id={row.order_id} number={row.order} /> }}
        empty={<p>No cases yet. Customers open a case with “Help” on the page of an order.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={() => setOpen(undefined)} title="Case">
        {open ? <Opened key={String(open.id)} row={open} /> : null}
      </Panel>
    </>
  )
}

function Opened({ row: { id, order_id, order } }: { row: Row }) {
  const { data, error, refetch } = useQuery(ask('dashboard/cases', { order_id: order_id ?? 0 }))
  const row = data?.cases.find((one) => one.id === id)
  if (error && !row) return <LoadError text={error.message} onRetry={() => void refetch()} />
  if (!row) return <p role="status">One moment …</p>
  return (
    <div className="grid gap-4">
      <p>
        <OrderLink id={order_id} number={order} />
      </p>
      <CaseView row={row} />
    </div>
  )
}
