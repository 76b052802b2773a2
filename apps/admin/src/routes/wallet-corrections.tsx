import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CorrectionForm } from '#features/money/correction-form.tsx'
import { Decide } from '#features/money/decide.tsx'
import { sumWords, whenWords } from '#features/money/facts.ts'
import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'

type Row = RowOf<'wallet_adjustments'>

/** Corrections of wallets: asked for by one person, and above the set sum booked by another (U-20, security document §4). */
export default function WalletCorrectionsRoute() {
  const { customer } = useSearch({ strict: false }) as { customer?: string }
  const [open, setOpen] = useState<Row | 'new'>()
  const close = () => setOpen(undefined)
  const given = Number(customer) > 0 ? { id: Number(customer), name: `Account no. ${customer}` } : undefined
  return (
    <>
      <PageHead
        title="Wallet corrections"
        text="Add to a wallet or take from it. Above the daily limit a second person has to approve."
      >
        <Button size="small" onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New correction
        </Button>
      </PageHead>
      <DataTable
        table="wallet_adjustments"
        onOpen={setOpen}
        empty={<p>No wallet was corrected yet. “New correction” asks for the first one.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title={open === 'new' ? 'New correction' : 'Correction'}>
        {open === 'new' ? <CorrectionForm customer={given} onDone={close} /> : null}
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

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const isTaken = row.amount?.startsWith('-')
  const pocket = row.pocket === 'own' ? 'own money' : 'promotion credit'
  const what = isTaken ? `taken from the ${pocket}` : `added to the ${pocket}`
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Customer', row.customer],
          [isTaken ? 'Taken from the wallet' : 'Added to the wallet', <b key="sum">{sumWords(row)}</b>],
          ['Pocket', pocket],
          ['Reason', row.reason],
          ['Note to the customer', row.note || '–'],
          ['State', stateWords[row.state ?? '']],
          ['Asked for by', `${row.proposed_by}, ${whenWords(row.created_at)}`],
          ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by ?? 'at once']] as const)),
          ...(row.decision_reason ? ([['Why', row.decision_reason]] as const) : []),
        ]}
      />
      {row.state === 'waiting' ? (
        <Decide
          kind="wallet-adjustments"
          id={Number(row.id)}
          customerId={row.customer_id}
          askerId={row.proposed_by_id}
          says={`${sumWords(row)} is ${what} of ${row.customer}, who is told.`}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
