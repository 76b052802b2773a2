import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** Who took how much cash from which rider, and when. */
export default function CashTakenInRoute() {
  return (
    <>
      <PageHead title="Cash collected" text="What riders handed in, and who counted it." />
      <DataTable table="cash_collections" empty={<p>No cash was collected yet.</p>} />
    </>
  )
}
