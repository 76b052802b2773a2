import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useSearch } from '@tanstack/react-router'
import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { CorrectionForm } from '#features/ledger/adjustments/correction-form.tsx'
import { sumWords } from '#features/ledger/adjustments/facts.ts'

/** Corrections of wallets; above the daily limits another person approves them. */
export default function WalletCorrectionsRoute() {
  const { customer } = useSearch({ strict: false }) as { customer?: string }
  const given = Number(customer) > 0 ? { id: Number(customer), name: `Account no. ${customer}` } : undefined
  return (
    <Approvals
      table="wallet_adjustments"
      title="Wallet corrections"
      text="Add to a wallet or take from it. Above the daily limits another person approves the correction."
      empty={<p>No wallet corrections yet. Add the first one with “New correction”.</p>}
      request="Correction"
      create={{
        label: 'New correction',
        form: (onDone) => <CorrectionForm customer={given} onDone={onDone} />,
      }}
    >
      {(row, onDone) => <Correction row={row} onDone={onDone} />}
    </Approvals>
  )
}

function Correction({ row, onDone }: { row: RowOf<'wallet_adjustments'>; onDone: () => void }) {
  const isTaken = row.amount?.startsWith('-')
  const pocket = row.pocket === 'own' ? 'own money' : 'promotion credit'
  const change = isTaken ? `taken from the ${pocket}` : `added to the ${pocket}`
  return (
    <Request
      kind="wallet-adjustments"
      row={row}
      facts={[
        ['Customer', row.customer],
        ['Balance', pocket],
        ['Reason', row.reason],
        ['Note to the customer', row.note || '–'],
      ]}
      amountLabel={isTaken ? 'Taken from the wallet' : 'Added to the wallet'}
      effect={`${sumWords(row)} is ${change} of ${row.customer}, who is notified.`}
      onDone={onDone}
    />
  )
}
