import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Decide } from '#features/money/decide.tsx'
import { sumWords, whenWords } from '#features/money/facts.ts'
import { OrderLink } from '#features/money/order-link.tsx'
import { RefundForm, type RefundOf } from '#features/money/refund-form.tsx'
import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'

type Row = RowOf<'refunds'>

/** Refunds by staff, of delivered orders and of payments; `?order=` and `?payment=` open the form for one. */
export default function RefundsRoute() {
  const { order, payment } = useSearch({ strict: false }) as { order?: string; payment?: string }
  const of: RefundOf = {
    ...(Number(order) > 0 && { orderId: Number(order) }),
    ...(Number(payment) > 0 && { paymentId: Number(payment) }),
  }
  const [open, setOpen] = useState<Row | 'new' | undefined>(of.orderId || of.paymentId ? 'new' : undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Refunds"
        text="Money back for delivered orders and for payments. Cancelled orders are refunded by themselves."
      >
        <Button size="small" onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New refund
        </Button>
      </PageHead>
      <DataTable
        table="refunds"
        onOpen={setOpen}
        cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
        empty={<p>Nothing was refunded by hand yet. “New refund” asks for the first one.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title={open === 'new' ? 'New refund' : 'Refund'}>
        {open === 'new' ? <RefundForm of={of} onDone={close} /> : null}
        {open && open !== 'new' ? <Opened key={String(open.id)} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}

const stateWords: Record<string, string> = {
  waiting: 'Waits for a second person',
  booked: 'Booked',
  refused: 'Refused',
}
const providerWords: Record<string, string> = {
  pending: 'On its way at the provider',
  done: 'The provider has given it back',
  failed: 'The provider could not give it back: refund the payment once more',
}

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const where = row.destination === 'wallet' ? 'into the wallet' : 'to where it came from'
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Customer', row.customer],
          ['Sum', <b key="sum">{sumWords(row)}</b>],
          ['Goes', where],
          ['Order', <OrderLink key="order" id={row.order_id} number={row.unique_order_id} />],
          ...(row.payment_id ? ([['Payment', row.payment_id]] as const) : []),
          ['Reason', row.reason],
          ['State', stateWords[row.state ?? '']],
          ...(row.provider_state ? ([['Provider', providerWords[row.provider_state]]] as const) : []),
          ['Asked for by', `${row.proposed_by}, ${whenWords(row.created_at)}`],
          ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by ?? 'at once']] as const)),
          ...(row.decision_reason ? ([['Why', row.decision_reason]] as const) : []),
        ]}
      />
      {row.state === 'waiting' ? (
        <Decide
          kind="refunds"
          id={Number(row.id)}
          customerId={row.customer_id}
          askerId={row.proposed_by_id}
          says={`${sumWords(row)} goes back to ${row.customer}, ${where}. It cannot be fetched back.`}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
