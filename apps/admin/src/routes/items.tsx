import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { PageHead } from '#parts/page-head.tsx'

/** All that is sold; a row leads to the menu it stands in. */
export default function ItemsRoute() {
  const go = useGo()
  return (
    <>
      <PageHead title="Items" text="What every store sells. Press a row to change it in the menu of its store." />
      <DataTable table="items" onOpen={(item) => go(`/stores/${item.store_id}/menu`, { item: String(item.id) })} />
    </>
  )
}
