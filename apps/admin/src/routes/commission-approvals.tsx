import { ApprovalPage } from '#features/ledger/adjustments/approval-page.tsx'
import { describeCommission } from '#features/ledger/adjustments/describe.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'

/** Lists commissions above a daily cap, which are credited only after an approval. */
export default function CommissionApprovalsRoute() {
  return (
    <ApprovalPage
      table="commission_approvals"
      kind="commission-approvals"
      title="Commission approvals"
      text="Commissions on friends’ orders that passed a daily cap. Approve a commission if its order is genuine. A refused commission is not paid."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No commission has passed a daily cap.</p>}
      request="Commission"
      requester="Referral programme"
      describe={describeCommission}
    />
  )
}
