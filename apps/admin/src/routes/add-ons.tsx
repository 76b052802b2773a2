import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

export default function AddOnsRoute() {
  const go = useGo()
  return (
    <>
      <PageHead
        title="Add-ons"
        text="Choices that customers make for an item. Press a row to change the add-on in the menu of its store."
      />
      <DataTable table="addons" onOpen={(addon) => go(`/stores/${addon.store_id}/menu`, { part: 'addons' })} />
    </>
  )
}
