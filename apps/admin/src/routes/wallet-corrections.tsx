import { useSearch } from '@tanstack/react-router'
import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { CorrectionForm } from '#features/ledger/adjustments/correction-form.tsx'
import { describeCorrection } from '#features/ledger/adjustments/describe.tsx'

/** Lists corrections of wallets. Amounts above the daily limits need an approver. */
export default function WalletCorrectionsRoute() {
  const { customer } = useSearch({ strict: false }) as { customer?: string }
  const given = Number(customer) > 0 ? { id: Number(customer), name: `Account no. ${customer}` } : undefined
  return (
    <ApprovalPage
      table="wallet_adjustments"
      kind="wallet-adjustments"
      title="Wallet corrections"
      text="Add money to a customer’s wallet, or take money from it. Above the daily limits, another person must approve the correction."
      empty={<p>No wallet corrections yet. Make the first correction with “New correction”.</p>}
      request="Correction"
      create={{
        label: 'New correction',
        form: (onDone) => <CorrectionForm customer={given} onDone={onDone} />,
      }}
      describe={describeCorrection}
    />
  )
}
