import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

export default function ItemsSoldRoute() {
  return (
    <>
      <PageHead title="Items sold" back={{ to: '/reports', title: 'Reports' }} />
      <DataTable table="items_sold" />
    </>
  )
}
