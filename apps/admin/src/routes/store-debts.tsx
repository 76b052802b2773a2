import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { HeldFundsOf } from '#features/ledger/payouts/held-funds.tsx'
import { SettlementForm } from '#features/ledger/payouts/settlement-form.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

/** Lists stores that owe commission on cash or their share of lost payments, the largest amount first. */
export default function StoreDebtsRoute() {
  const [open, setOpen] = useState<RowOf<'store_debts'>>()
  const go = useGo()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Amounts due from stores"
        text="Commission on cash that stores took at their counters, and the stores’ share of payments that customers’ banks took back. The shop deducts these amounts from the stores’ next payouts. Select a store to record a payment."
      >
        <Button size="small" variant="outline" onClick={() => go('/store-debts/payments')}>
          Payments
        </Button>
      </PageHead>
      <DataTable table="store_debts" onOpen={setOpen} empty={<p>No store owes anything.</p>} />
      <Panel isOpen={open !== undefined} onClose={close} title={`Payment from ${open?.store ?? ''}`}>
        {open ? (
          <div className="grid gap-6">
            <HeldFundsOf storeId={Number(open.id)} />
            <SettlementForm key={`${open.id} ${open.currency}`} row={open} onDone={close} />
          </div>
        ) : null}
      </Panel>
    </>
  )
}
