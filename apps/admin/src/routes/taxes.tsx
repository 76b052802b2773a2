import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

export default function TaxesRoute() {
  return (
    <>
      <PageHead
        title="Taxes and charges"
        text="Taxes and charges of delivered orders, by day of delivery, store and tax rate."
        back={{ to: '/reports', title: 'Reports' }}
      />
      <DataTable table="taxes" />
    </>
  )
}
