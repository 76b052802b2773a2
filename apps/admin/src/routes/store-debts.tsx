import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { useState } from 'react'
import { SettlementForm } from '#features/money/settlement-form.tsx'
import { DataTable } from '#features/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'

/** Stores that owe commission of cash at their counters, those with most first. */
export default function StoreDebtsRoute() {
  const [open, setOpen] = useState<RowOf<'store_debts'>>()
  const go = useGo()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="What stores owe"
        text="Commission of cash that stores took at their counters. What is due to a store later pays it; press a store to record its own payment."
      >
        <Button size="small" look="outline" onClick={() => go('/store-debts/payments')}>
          Payments
        </Button>
      </PageHead>
      <DataTable table="store_debts" onOpen={setOpen} empty={<p>No store owes anything.</p>} />
      <Panel isOpen={open !== undefined} onClose={close} title={`Payment of ${open?.store ?? ''}`}>
        {open ? <SettlementForm key={`${open.id} ${open.currency}`} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}
