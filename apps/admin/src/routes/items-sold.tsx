import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

export default function ItemsSoldRoute() {
  return (
    <>
      <PageHead title="Items sold" back={{ to: '/reports', title: 'Reports' }} />
      <DataTable table="items_sold" />
    </>
  )
}
