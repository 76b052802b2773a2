import { PageHead } from '#components/page-head.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

/** Lists payments that customers dispute at their bank; staff answer at the provider. */
export default function DisputesRoute() {
  return (
    <>
      <PageHead
        title="Disputes"
        text="Payments that a customer contests at the bank. Answer a dispute at the payment provider. Until the dispute ends, its payment cannot be refunded here. The ledger automatically records the amounts that the bank takes."
      />
      <DataTable
        table="disputes"
        cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
        empty={<p>No disputed payments.</p>}
      />
    </>
  )
}
