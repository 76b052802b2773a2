import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** Payments that customers fight at their bank; they are answered at the provider. */
export default function DisputesRoute() {
  return (
    <>
      <PageHead
        title="Disputes"
        text="Payments that a customer contests at the bank. Answer at the provider; nothing of them is refunded here meanwhile, and what the bank takes is in the books by itself."
      />
      <DataTable
        table="disputes"
        cells={{ unique_order_id: (row) => <OrderLink id={row.order_id} number={row.unique_order_id} /> }}
        empty={<p>No payment was disputed.</p>}
      />
    </>
  )
}
