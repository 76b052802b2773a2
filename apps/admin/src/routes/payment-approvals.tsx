import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useState } from 'react'
import { Decide } from '#features/money/decide.tsx'
import { sumWords, whenWords } from '#features/money/facts.ts'
import { requestStates } from '#features/money/request-states.ts'
import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'

type Row = RowOf<'payment_approvals'>

/** Payments that staff report for orders; above the limits of a day another person approves them. */
export default function PaymentApprovalsRoute() {
  const [open, setOpen] = useState<Row>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Reported payments"
        text="Payments that staff say have come. Above the daily limits an order waits here until another person approves."
      />
      <DataTable table="payment_approvals" onOpen={setOpen} empty={<p>No payment was reported yet.</p>} />
      <Panel isOpen={open !== undefined} onClose={close} title="Reported payment">
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
          ['Order', row.unique_order_id],
          ['Customer', row.customer],
          ['Amount', <b key="sum">{sumWords(row)}</b>],
          ['How it is known', row.reason],
          ['Reference', row.reference || '–'],
          ['State', requestStates[row.state ?? '']],
          ['Reported by', `${row.proposed_by}, ${whenWords(row.created_at)}`],
          ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by ?? row.proposed_by]] as const)),
          ...(row.decision_reason ? ([['Why', row.decision_reason]] as const) : []),
        ]}
      />
      {row.state === 'waiting' ? (
        <Decide
          kind="payment-approvals"
          id={Number(row.id)}
          customerId={row.customer_id}
          askerId={row.proposed_by_id}
          says={`The order goes on as paid. Check first that ${sumWords(row)} has come.`}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
