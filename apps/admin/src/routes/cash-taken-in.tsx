import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

/** Lists cash collections: time, amount, rider and collector. */
export default function CashTakenInRoute() {
  return (
    <>
      <PageHead title="Cash collected" text="Cash that riders handed in, and who counted it." />
      <DataTable
        table="cash_collections"
        empty={<p>No cash collected yet. Cash that riders hand in appears here.</p>}
      />
    </>
  )
}
