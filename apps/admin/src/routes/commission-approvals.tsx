import { moneyTables } from '@nukkad/contract/tables/money.ts'
import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { sumWords } from '#features/ledger/adjustments/facts.ts'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'

const capText = moneyTables.commission_approvals.columns.reason.words ?? {}

/** Commissions above a cap of the day: credited only after an approval. */
export default function CommissionApprovalsRoute() {
  return (
    <Approvals
      table="commission_approvals"
      title="Commissions above a cap"
      text="Commissions on friends’ orders that passed a daily cap. Approve one if its order is genuine. A refused commission is forfeited."
      cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
      empty={<p>No commission has passed a cap.</p>}
      request="Commission"
    >
      {(row, onDone) => (
        <Request
          kind="commission-approvals"
          row={row}
          facts={[
            ['Earned by', row.customer],
            ['Cap passed', capText[row.reason ?? '']],
            ['Order', <OrderLink key="order" id={row.order_id} number={row.unique_order_id} />],
            ['Store', row.store],
          ]}
          requester="Referral programme"
          effect={`${row.customer} is credited ${sumWords(row)} when the holding time ends.`}
          onDone={onDone}
        />
      )}
    </Approvals>
  )
}
