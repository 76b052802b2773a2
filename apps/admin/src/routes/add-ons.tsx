import { DataTable } from '#features/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { PageHead } from '#parts/page-head.tsx'

export default function AddOnsRoute() {
  const go = useGo()
  return (
    <>
      <PageHead title="Add-ons" text="What can be chosen with items. They are changed in the menu of their store." />
      <DataTable table="addons" onOpen={(addon) => go(`/stores/${addon.store_id}/menu`, { part: 'addons' })} />
    </>
  )
}
