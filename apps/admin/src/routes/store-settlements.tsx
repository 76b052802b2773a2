import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { sumWords } from '#features/ledger/adjustments/facts.ts'

/** Payments from stores towards what they owe; above the daily limits another person approves them. */
export default function StoreSettlementsRoute() {
  return (
    <Approvals
      table="store_settlements"
      title="Payments from stores"
      text="Payments from stores that staff recorded. Above the daily limits another person approves them."
      empty={<p>No payments from stores yet. Record one under “Amounts due from stores”.</p>}
      request="Payment from a store"
    >
      {(row, onDone) => (
        <Request
          kind="store-settlements"
          row={row}
          facts={[
            ['Store', row.store],
            ['Reference', row.reason],
          ]}
          requesterLabel="Recorded by"
          effect={`${row.store} owes ${sumWords(row)} less. Check first that the payment has arrived.`}
          onDone={onDone}
        />
      )}
    </Approvals>
  )
}
