import { DataTable } from '#features/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { PageHead } from '#parts/page-head.tsx'

export default function MenuCategoriesRoute() {
  const go = useGo()
  return (
    <>
      <PageHead title="Menu categories" text="The groups of every menu. They are changed in the menu of their store." />
      <DataTable table="item_categories" onOpen={(category) => go(`/stores/${category.store_id}/menu`)} />
    </>
  )
}
