import { moneyTables } from '@nukkad/contract/tables/money.ts'
import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useState } from 'react'
import { Decide } from '#features/money/decide.tsx'
import { sumWords, whenWords } from '#features/money/facts.ts'
import { requestStates } from '#features/money/request-states.ts'
import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'

type Row = RowOf<'commission_approvals'>

const capWords = moneyTables.commission_approvals.columns.cap.words ?? {}

/** Commissions above a cap of the day: credited only after an approval. */
export default function CommissionApprovalsRoute() {
  const [open, setOpen] = useState<Row>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Commissions above a cap"
        text="Commissions of friends’ orders that passed a daily cap. Approve one if its orders are real; refused, it is forfeited."
      />
      <DataTable table="commission_approvals" onOpen={setOpen} empty={<p>No commission passed a cap.</p>} />
      <Panel isOpen={open !== undefined} onClose={close} title="Commission">
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
          ['Earned by', row.customer],
          ['Amount', <b key="sum">{sumWords(row)}</b>],
          ['Cap passed', capWords[row.cap ?? '']],
          ['Order', `${row.unique_order_id}, ${row.store}`],
          ['State', requestStates[row.state ?? '']],
          ['When', whenWords(row.created_at)],
          ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by]] as const)),
          ...(row.decision_reason ? ([['Why', row.decision_reason]] as const) : []),
        ]}
      />
      {row.state === 'waiting' ? (
        <Decide
          kind="commission-approvals"
          id={Number(row.id)}
          customerId={row.customer_id}
          askerId={null}
          says={`${sumWords(row)} is credited to ${row.customer} when its holding time is over.`}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
