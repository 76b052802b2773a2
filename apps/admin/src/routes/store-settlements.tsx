import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useState } from 'react'
import { Decide } from '#features/money/decide.tsx'
import { sumWords, whenWords } from '#features/money/facts.ts'
import { requestStates } from '#features/money/request-states.ts'
import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'

type Row = RowOf<'store_settlements'>

/** What stores paid of what they owe; above the limits of a day another person approves it. */
export default function StoreSettlementsRoute() {
  const [open, setOpen] = useState<Row>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Payments of stores"
        text="Payments of stores that staff recorded. Above the daily limits another person approves."
      />
      <DataTable table="store_settlements" onOpen={setOpen} empty={<p>No payment of a store was recorded yet.</p>} />
      <Panel isOpen={open !== undefined} onClose={close} title="Payment of a store">
        {open ? <Opened key={String(open.id)} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Store', row.store],
          ['Amount', <b key="sum">{sumWords(row)}</b>],
          ['Reference', row.reference],
          ['State', requestStates[row.state ?? '']],
          ['Recorded by', `${row.proposed_by}, ${whenWords(row.created_at)}`],
          ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by ?? row.proposed_by]] as const)),
          ...(row.decision_reason ? ([['Why', row.decision_reason]] as const) : []),
        ]}
      />
      {row.state === 'waiting' ? (
        <Decide
          kind="store-settlements"
          id={Number(row.id)}
          customerId={null}
          askerId={row.proposed_by_id}
          says={`${row.store} owes ${sumWords(row)} less. Check first that the payment has come.`}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
