import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

/** Lists all items; a row opens the menu of its store. */
export default function ItemsRoute() {
  const go = useGo()
  return (
    <>
      <PageHead title="Items" text="Items of all stores. Press a row to change the item in the menu of its store." />
      <DataTable table="items" onOpen={(item) => go(`/stores/${item.store_id}/menu`, { item: String(item.id) })} />
    </>
  )
}
