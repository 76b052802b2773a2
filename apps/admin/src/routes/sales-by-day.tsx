import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

export default function SalesByDayRoute() {
  return (
    <>
      <PageHead title="Sales by day" back={{ to: '/reports', title: 'Reports' }} />
      <DataTable table="sales_by_day" />
    </>
  )
}
