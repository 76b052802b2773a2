import { PageHead } from '#components/page-head.tsx'
import { PersonLink } from '#features/identity/people/person-link.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useMay } from '#lib/session.ts'

/** Lists the amounts that entered and left customers' wallets, with the reason. */
export default function WalletMovementsRoute() {
  const mayOpen = useMay({ permission: 'all_users_view' })
  return (
    <>
      <PageHead title="Wallet movements" text="Every amount that entered or left a wallet. Entries never change." />
      <DataTable
        table="wallet_transactions"
        cells={{
          customer: ({ customer, customer_id: id }) =>
            mayOpen && id ? <PersonLink id={id} name={customer} /> : undefined,
          source: ({ source, order_id: id }) => (id ? <OrderLink id={id} number={source} /> : undefined),
        }}
        empty={<p>No wallet movements yet.</p>}
      />
    </>
  )
}
