import { PageHead } from '#components/page-head.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

/** Lists the amounts that entered and left customers' wallets, with the reason. */
export default function WalletMovementsRoute() {
  return (
    <>
      <PageHead title="Wallet movements" text="Every amount that entered or left a wallet. Entries never change." />
      <DataTable
        table="wallet_transactions"
        cells={{ source: ({ source }) => <Source source={source} /> }}
        empty={<p>No wallet movements yet.</p>}
      />
    </>
  )
}

/** Shows the source of a movement: an order, such as `order 27`, as a link, any other source by its name. */
function Source({ source }: { source: string | null }) {
  const order = source?.match(/^order (\d+)$/)?.[1]
  return order ? <OrderLink id={Number(order)} number={`order ${order}`} /> : <span>{source}</span>
}
