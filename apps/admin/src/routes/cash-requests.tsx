import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { describeCash } from '#features/ledger/adjustments/describe.tsx'

/** Lists cash that riders handed in. Amounts above the daily limits need an approver. */
export default function CashRequestsRoute() {
  return (
    <ApprovalPage
      table="cash_requests"
      kind="delivery-collections"
      title="Cash handed in"
      text="Cash from riders that staff recorded. Above the daily limits, another person must approve the cash. The rider owes the cash until it is approved."
      empty={<p>No cash handed in yet. Record cash under “Cash with riders”.</p>}
      request="Cash handed in"
      requesterLabel="Recorded by"
      describe={describeCash}
    />
  )
}
