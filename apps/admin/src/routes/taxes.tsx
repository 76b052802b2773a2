import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

export default function TaxesRoute() {
  return (
    <>
      <PageHead
        title="Taxes and charges"
        text="Delivered orders by the day of delivery, the store and the rate."
        back={{ to: '/reports', title: 'Reports' }}
      />
      <DataTable table="taxes" />
    </>
  )
}
