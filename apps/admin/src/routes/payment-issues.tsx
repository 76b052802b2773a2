import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { Views } from '#components/views.tsx'
import { formatAmount, formatWhen } from '#features/ledger/adjustments/facts.ts'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { HandleIssue } from '#features/payments/issues/handle-issue.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { useMay } from '#lib/session.ts'

type Row = RowOf<'payment_issues'>

const views = {
  open: { title: 'Open', search: {} },
  handled: { title: 'Handled', search: { view: 'handled' } },
}

/** Lists payment issues that need manual action, the open ones first. */
export default function PaymentIssuesRoute() {
  const { view } = useSearch({ strict: false }) as { view?: string }
  const shown = view === 'handled' ? 'handled' : 'open'
  const [open, setOpen] = useState<Row>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Payment issues"
        text="Payments, refunds and webhook events that the server could not handle and that need manual action."
      />
      <Views label="Which issues" param="view" views={views} />
      <DataTable
        key={shown}
        table="payment_issues"
        fixed={{ is_handled: shown === 'handled' ? 'yes' : 'no' }}
        onOpen={setOpen}
        cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
        empty={<p>{shown === 'open' ? 'No open payment issues.' : 'No payment issues handled yet.'}</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title="Payment issue">
        {open ? <Opened key={String(open.id)} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}

/** Explains each kind of issue, and the next step. */
const advice: Record<string, string> = {
  notice:
    'The provider sent a webhook event that matches no payment of this shop. Look up the payment at the provider.',
  mismatch:
    'The amount paid differs from the amount due. The order counts as unpaid. Refund the amount, or ask the customer.',
  refund_failed:
    'The provider could not give the money back to the payer. Refund the payment again, or refund it into the wallet.',
  refund_unknown:
    'The provider has not confirmed this refund for ten days. Ask the provider whether the refund was made.',
  refund_after_all:
    'A refund that had failed has succeeded after all. If you have refunded the payment in another way, the payer got the money twice.',
  payment_unknown:
    'After a day, the provider has still not confirmed whether this payment succeeded. Ask the provider.',
}

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const mayAct = useMay({ permission: 'order_actions' })
  const go = useGo()
  return (
    <div className="grid gap-6">
      <p className="rounded-control bg-tint px-4 py-3 text-on-tint">{advice[row.kind ?? '']}</p>
      <Facts
        facts={[
          ['When', formatWhen(row.created_at)],
          ['Provider', row.provider],
          ['Reference', row.provider_ref ?? '–'],
          ['Why', row.reason],
          ...(row.amount ? ([['Amount', <b key="sum">{formatAmount(row)}</b>]] as const) : []),
          ...(row.customer ? ([['Customer', row.customer]] as const) : []),
          ['Order', <OrderLink key="order" id={row.order_id} number={row.unique_order_id} />],
          ...(row.payment_id ? ([['Payment', row.payment_id]] as const) : []),
          ...(row.handled_by ? ([['Handled by', row.handled_by]] as const) : []),
          ...(row.handling_note ? ([['What was done', row.handling_note]] as const) : []),
        ]}
      />
      {mayAct && row.payment_id && !row.handled_by ? (
        <div>
          <Button size="small" variant="outline" onClick={() => go('/refunds', { payment: String(row.payment_id) })}>
            Refund this payment
          </Button>
        </div>
      ) : null}
      {mayAct && !row.handled_by ? <HandleIssue id={Number(row.id)} onDone={onDone} /> : null}
    </div>
  )
}
