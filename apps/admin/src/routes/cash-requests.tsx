import { Approvals, Request } from '#features/ledger/adjustments/approvals.tsx'
import { sumWords } from '#features/ledger/adjustments/facts.ts'

/** Cash that riders handed in; above the daily limits another person approves it. */
export default function CashRequestsRoute() {
  return (
    <Approvals
      table="cash_requests"
      title="Cash handed in"
      text="Cash from riders that staff recorded. Above the daily limits another person approves it, and until then the rider still owes it."
      empty={<p>No cash handed in yet. Record it under “Cash with riders”.</p>}
      request="Cash handed in"
    >
      {(row, onDone) => (
        <Request
          kind="delivery-collections"
          row={row}
          facts={[
            ['Rider', row.rider],
            ['Note', row.reason || '–'],
          ]}
          requesterLabel="Recorded by"
          effect={`${row.rider} owes ${sumWords(row)} less. Count the cash first.`}
          onDone={onDone}
        />
      )}
    </Approvals>
  )
}
