import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { describeSettlement } from '#features/ledger/adjustments/describe.tsx'

/** Lists payments from stores towards their debts. Amounts above the daily limits need an approver. */
export default function StoreSettlementsRoute() {
  return (
    <ApprovalPage
      table="store_settlements"
      kind="store-settlements"
      title="Payments from stores"
      text="Payments from stores that staff recorded. Above the daily limits, another person must approve a payment."
      empty={<p>No payments from stores yet. Record a payment under “Amounts due from stores”.</p>}
      request="Payment from a store"
      requesterLabel="Recorded by"
      describe={describeSettlement}
    />
  )
}
