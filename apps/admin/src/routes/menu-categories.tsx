import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

export default function MenuCategoriesRoute() {
  const go = useGo()
  return (
    <>
      <PageHead
        title="Menu categories"
        text="The groups of every menu. Press a row to change the group in the menu of its store."
      />
      <DataTable table="item_categories" onOpen={(category) => go(`/stores/${category.store_id}/menu`)} />
    </>
  )
}
