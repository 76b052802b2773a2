import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** What entered and left customers' wallets, and why. */
export default function WalletMovementsRoute() {
  return (
    <>
      <PageHead title="Wallet movements" text="Every sum that entered or left a wallet. None is ever changed." />
      <DataTable
        table="wallet_transactions"
        cells={{ source: ({ source }) => <Source source={source} /> }}
        empty={<p>No wallet has moved yet.</p>}
      />
    </>
  )
}

/** `order 27` leads to the order; what else moved money is named as it is. */
function Source({ source }: { source: string | null }) {
  const order = source?.match(/^order (\d+)$/)?.[1]
  return order ? <OrderLink id={Number(order)} number={`order ${order}`} /> : <span>{source}</span>
}
