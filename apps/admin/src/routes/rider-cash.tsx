import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { CollectForm } from '#features/delivery/cash-collections/collect-form.tsx'
import { HeldCash } from '#features/delivery/cash-collections/held-cash.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { useMay } from '#lib/session.ts'

/** Lists the cash that each rider holds, the largest amount first. */
export default function RiderCashRoute() {
  const [open, setOpen] = useState<RowOf<'cash_held'>>()
  const maySeeLog = useMay({ permission: 'delivery_collection_logs_view' })
  const go = useGo()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Cash with riders"
        text="Cash that riders collected and have not handed in. Press a rider to record a cash collection."
      >
        <Button size="small" variant="outline" onClick={() => go('/rider-cash/requests')}>
          Requests
        </Button>
        {maySeeLog ? (
          <Button size="small" variant="outline" onClick={() => go('/rider-cash/taken-in')}>
            Collections
          </Button>
        ) : null}
      </PageHead>
      <DataTable
        table="cash_held"
        onOpen={setOpen}
        cells={{ held: (row) => <HeldCash row={row} /> }}
        empty={<p>No rider holds cash.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title={`Cash with ${open?.rider ?? ''}`}>
        {open ? <CollectForm key={`${open.id} ${open.currency}`} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}
